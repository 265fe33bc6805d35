/* ATmega328P. Buttons to ground with pull-ups: 0-5 on PD2-PD7, 6-9 on PB0-PB3. Lamps on a 74HC595: PC0 data, PC1 clock,
   PC2 latch. PC3 buzzer. */
#include <avr/io.h>

#include "../core/hal.h"
#include "board.h"

#define DATA 0
#define CLOCK 1
#define LATCH 2
#define BUZZER 3

void board_pins(void)
{
    DDRD = 0;
    PORTD = 0xFC;
    DDRB = 0;
    PORTB = 0x0F;
    PORTC = 0;
    DDRC = 1 << DATA | 1 << CLOCK | 1 << LATCH | 1 << BUZZER;
}

static void set(uint8_t pin, bool on)
{
    if (on)
        PORTC |= (uint8_t)(1 << pin);
    else
        PORTC &= (uint8_t)~(1 << pin);
}

uint16_t hal_buttons(void)
{
    uint8_t low = (uint8_t)~PIND >> 2, high = (uint8_t)~PINB & 0x0F;
    return (uint16_t)((low & 0x3F) | (uint16_t)high << 6);
}

void hal_lamps(uint8_t lamps)
{
    for (uint8_t bit = 0x80; bit; bit >>= 1) {
        set(DATA, lamps & bit);
        set(CLOCK, true);
        set(CLOCK, false);
    }
    set(LATCH, true);
    set(LATCH, false);
}

void hal_buzzer(bool on)
{
    set(BUZZER, on);
}
