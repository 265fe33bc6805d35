/* The button box's contacts, lamps behind their shift register, and buzzer. */
#include <stdio.h>

#include "simhost.h"

#define BUTTONS 10
#define SETTLE_US 10000u /* longer than the board debounces */

static int data, register_bits, lamps;
static uint64_t settled_at;

static void data_pin(int value)
{
    data = value;
}

static void clock_pin(int value)
{
    if (value)
        register_bits = (register_bits << 1 | data) & 0xFF;
}

static void latch_pin(int value)
{
    if (!value || register_bits == lamps)
        return;
    lamps = register_bits;
    tell("lamps %d", lamps);
}

static void buzzer_pin(int value)
{
    tell("buzzer %d", value);
}

static void contact(int button, int down)
{
    if (button < 6)
        set_pin('D', 2 + button, !down);
    else
        set_pin('B', button - 6, !down);
}

static int command(const char *line)
{
    int button, down;
    if (sscanf(line, "button %d %d", &button, &down) != 2 || button < 0 || button >= BUTTONS)
        return 0;
    contact(button, down);
    settled_at = sim_us() + SETTLE_US;
    return 1;
}

static void work(void)
{
    if (settled_at && sim_us() >= settled_at) {
        settled_at = 0;
        tell("settled");
    }
}

static void begin(void)
{
    for (int button = 0; button < BUTTONS; button++)
        contact(button, 0);
    watch_pin('C', 0, data_pin);
    watch_pin('C', 1, clock_pin);
    watch_pin('C', 2, latch_pin);
    watch_pin('C', 3, buzzer_pin);
}

const struct mechanics button_box_mechanics = {"atmega328p", begin, work, command};
