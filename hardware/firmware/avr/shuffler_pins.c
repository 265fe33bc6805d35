/* ATmega2560. Port A drives: 0 wheel step, 1 wheel direction, 2 deflector step, 3 deflector direction, 4 feed motor,
   5 intake motor, 6 light barriers, 7 motor supply. Port C senses, active high: the bits of ShufflerState.sensors. */
#include <avr/io.h>
#include <util/delay.h>

#include "../core/hal.h"
#include "board.h"

#define WHEEL_STEP 0
#define WHEEL_DIRECTION 1
#define DEFLECTOR_STEP 2
#define DEFLECTOR_DIRECTION 3
#define FEED 4
#define INTAKE 5
#define BARRIERS 6
#define SUPPLY 7
#define SENSORS 0x7F
#define OPEN_INPUT 0x01 /* of the ADC: nothing is connected to channel 1 */
#define CONVERSIONS_A_BYTE 8

void board_pins(void)
{
    PORTA = 0;
    DDRA = 0xFF;
    DDRC = 0;
    PORTC = 0;
    ADMUX = 1 << REFS1 | OPEN_INPUT; /* 1.1 V reference: the most noise a count */
    ADCSRA = 1 << ADEN | 7 << ADPS0;
}

static void set(uint8_t pin, bool on)
{
    if (on)
        PORTA |= (uint8_t)(1 << pin);
    else
        PORTA &= (uint8_t)~(1 << pin);
}

static void step(uint8_t pin, uint8_t direction_pin, int8_t direction)
{
    set(direction_pin, direction > 0);
    set(pin, true);
    _delay_us(3); /* the stepper driver needs 2 us */
    set(pin, false);
}

void hal_motors_power(bool on)
{
    set(SUPPLY, on);
}

void hal_wheel_step(int8_t direction)
{
    step(WHEEL_STEP, WHEEL_DIRECTION, direction);
}

void hal_deflector_step(int8_t direction)
{
    step(DEFLECTOR_STEP, DEFLECTOR_DIRECTION, direction);
}

void hal_feed(bool on)
{
    set(FEED, on);
}

void hal_intake(bool on)
{
    set(INTAKE, on);
}

void hal_sensors_power(bool on)
{
    set(BARRIERS, on);
}

uint8_t hal_sensors(void)
{
    return PINC & SENSORS;
}

/* The low bits of an open ADC input with the time the conversion ended, which the other interrupts shift about. */
uint8_t hal_noise(void)
{
    uint8_t byte = 0;
    for (uint8_t i = 0; i < CONVERSIONS_A_BYTE; i++) {
        ADCSRA |= 1 << ADSC;
        while (ADCSRA & (1 << ADSC))
            ;
        byte = (uint8_t)((uint8_t)(byte << 1 | byte >> 7) ^ ADCL);
        (void)ADCH;
        byte ^= TCNT1L;
    }
    return byte;
}
