/* The shuffler's wheel, deflector, motors and light barriers. Cards are only counted here; the Python side moves them. */
#include <simavr/avr_adc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "simhost.h"

#define COMPARTMENTS 54
#define STEPS 4
#define WHEEL (COMPARTMENTS * STEPS)
#define TRAVEL_US 60000u /* from motor on to the barrier */
#define CARD_US 80000u
#define TWO_CARDS_US 220000u
enum { EXIT, INTAKE, TRAY, LID, FULL, WHEEL_HOME, DEFLECTOR_HOME };

static int wheel = 37, deflector = 13, wheel_forward, deflector_forward, tray;
static unsigned char full[COMPARTMENTS];
static struct pulse {
    int pin;
    uint64_t from, to;
} pulses[2];

static void show_position(void)
{
    set_pin('C', WHEEL_HOME, wheel == 0);
    set_pin('C', DEFLECTOR_HOME, deflector == 0);
    set_pin('C', FULL, full[wheel / STEPS]);
}

static void wheel_step(int value)
{
    if (value) {
        wheel = (wheel + (wheel_forward ? 1 : WHEEL - 1)) % WHEEL;
        show_position();
    }
}

static void deflector_step(int value)
{
    if (value) {
        deflector += deflector_forward ? 1 : -1;
        if (deflector < 0)
            deflector = 0;
        show_position();
    }
}

static void wheel_direction(int value)
{
    wheel_forward = value;
}

static void deflector_direction(int value)
{
    deflector_forward = value;
}

static int count(void)
{
    int sum = 0;
    for (int i = 0; i < COMPARTMENTS; i++)
        sum += full[i];
    return sum;
}

static void take_out(int cards, int from)
{
    for (int i = 0; i < COMPARTMENTS && cards > 0; i++) {
        int place = (from + i) % COMPARTMENTS;
        cards -= full[place];
        full[place] = 0;
    }
    show_position();
}

/* The barriers are lit before every movement: the moment to learn what people have put into or taken out of the machine. */
static void barriers(int value)
{
    int in_wheel;
    if (!value)
        return;
    if (sscanf(ask("sense"), "%d %d", &tray, &in_wheel) != 2)
        exit(2);
    if (in_wheel < count())
        take_out(count() - in_wheel, 0);
    set_pin('C', TRAY, tray > 0);
}

static void pulse(int which, int pin, uint64_t length_us)
{
    pulses[which] = (struct pulse){pin, sim_us() + TRAVEL_US, length_us ? sim_us() + TRAVEL_US + length_us : ~0ull};
}

static void feed(int value)
{
    int moved, resets = 0;
    if (!value)
        return;
    const char *outcome = ask("feed %d %d", deflector / STEPS, wheel / STEPS);
    if (!strcmp(outcome, "stuck")) { /* whoever clears it puts the card back */
        pulse(0, EXIT, 0);
        return;
    }
    if (sscanf(outcome, "%d %d", &moved, &resets) < 1)
        exit(2);
    take_out(moved, wheel / STEPS);
    if (moved)
        pulse(0, EXIT, moved > 1 ? TWO_CARDS_US : CARD_US);
    if (resets)
        reset_later(sim_us() + TRAVEL_US + CARD_US / 2);
}

static void intake(int value)
{
    if (!value || !tray)
        return;
    full[wheel / STEPS] = 1;
    tray--;
    pulse(1, INTAKE, CARD_US);
    if (!tray)
        ask("loaded");
}

static void work(void)
{
    for (int i = 0; i < 2; i++) {
        struct pulse *p = &pulses[i];
        if (p->from && sim_us() >= p->from) {
            set_pin('C', p->pin, 1);
            p->from = 0;
            show_position();
            set_pin('C', TRAY, tray > 0);
        }
        if (p->to && !p->from && sim_us() >= p->to) {
            set_pin('C', p->pin, 0);
            p->to = 0;
        }
    }
}

/* Nothing is connected to the ADC: noise. */
static void convert(struct avr_irq_t *irq, uint32_t value, void *param)
{
    unsigned short noise = 0;
    (void)irq, (void)value, (void)param;
    if (getrandom(&noise, sizeof noise, 0) < 0)
        exit(2);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC1), noise % 1100u);
}

static int command(const char *line)
{
    int open;
    if (sscanf(line, "lid %d", &open) != 1)
        return 0;
    if (open) { /* whoever opens it takes out what is stuck */
        memset(pulses, 0, sizeof pulses);
        set_pin('C', EXIT, 0);
        set_pin('C', INTAKE, 0);
    }
    set_pin('C', LID, open);
    tell("lid %d", open);
    return 1;
}

static void begin(void)
{
    static void (*const driven[])(int) = {wheel_step, wheel_direction, deflector_step, deflector_direction, feed, intake, barriers};
    for (int pin = 0; pin < 7; pin++)
        watch_pin('A', pin, driven[pin]);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), convert, 0);
    for (int pin = EXIT; pin <= LID; pin++)
        set_pin('C', pin, 0);
    show_position();
}

const struct mechanics shuffler_mechanics = {"atmega2560", begin, work, command};
