#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "../core/hal.h"
#include "../core/protocol.h"
#include "../core/run.h"

#ifndef BAUD
#define BAUD 250000UL
#endif
#define RING 256u /* indices are bytes and wrap by themselves */

#ifdef USART0_RX_vect
#define RX_VECTOR USART0_RX_vect
#define TX_VECTOR USART0_UDRE_vect
#else
#define RX_VECTOR USART_RX_vect
#define TX_VECTOR USART_UDRE_vect
#endif

static volatile uint8_t received[RING], received_to, received_from;
static volatile uint8_t sending[RING], sending_to, sending_from;
static volatile uint16_t overruns;
static volatile uint32_t milliseconds;
static uint8_t reset_flags __attribute__((section(".noinit")));

/* Before anything else: after a watchdog reset the watchdog still runs, with its shortest time. */
__attribute__((naked, used, section(".init3"))) void take_reset_flags(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(RX_VECTOR)
{
    uint8_t status = UCSR0A, byte = UDR0, next = (uint8_t)(received_to + 1);
    if (status & (1 << DOR0))
        overruns++;
    if (next == received_from) {
        overruns++;
        return;
    }
    received[received_to] = byte;
    received_to = next;
}

ISR(TX_VECTOR)
{
    if (sending_from == sending_to)
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
    else
        UDR0 = sending[sending_from++];
}

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
}

uint32_t hal_millis(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = milliseconds;
    }
    return now;
}

bool hal_uart_get(uint8_t *byte)
{
    if (received_from == received_to)
        return false;
    *byte = received[received_from++];
    return true;
}

void hal_uart_put(uint8_t byte)
{
    uint8_t next = (uint8_t)(sending_to + 1);
    while (next == sending_from)
        ; /* the interrupt empties the ring */
    sending[sending_to] = byte;
    sending_to = next;
    UCSR0B |= 1 << UDRIE0;
}

uint16_t hal_uart_overruns(void)
{
    uint16_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = overruns;
    }
    return now;
}

uint8_t hal_reset_cause(void)
{
    if (reset_flags & (1 << WDRF))
        return DT_RESET_CAUSE_WATCHDOG;
    if (reset_flags & (1 << BORF))
        return DT_RESET_CAUSE_BROWN_OUT;
    if (reset_flags & (1 << EXTRF))
        return DT_RESET_CAUSE_EXTERNAL;
    return reset_flags & (1 << PORF) ? DT_RESET_CAUSE_POWER_ON : DT_RESET_CAUSE_UNKNOWN;
}

uint8_t hal_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    eeprom_update_byte((uint8_t *)address, byte);
    eeprom_busy_wait();
}

static void begin_uart(void)
{
    UBRR0 = F_CPU / 8 / BAUD - 1;
    UCSR0A = 1 << U2X0;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
    UCSR0C = 3 << UCSZ00;
}

static void begin_clock(void)
{
    TCCR0A = 1 << WGM01;
    TCCR0B = 3;
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = 1 << OCIE0A;
    TCCR1B = 1; /* runs freely at 16 MHz; its low bits are part of the noise */
}

/* The clock wakes us a thousand times a second, a byte from the computer at once. */
static void sleep_until_interrupt(void)
{
    cli();
    if (received_from == received_to) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: no interrupt can slip in between */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    board_pins();
    begin_uart();
    begin_clock();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    wdt_enable(WDTO_1S);
    dt_begin();
    for (;;) {
        wdt_reset();
        dt_poll();
        sleep_until_interrupt();
    }
}
