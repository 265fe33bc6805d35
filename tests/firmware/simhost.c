/* simhost ELF MCU SPEED: runs a firmware image in libsimavr, its UART on a pty, its pins on modelled mechanics.
   Lines on standard input command it, lines beginning with @ on standard output tell. It ends when the input does. */
#define _GNU_SOURCE
#include "simhost.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MHZ 16u
#define QUANTUM_US 200u

avr_t *avr;
static const struct mechanics *mechanics;
static int master = -1, slave = -1, uart_ready = 1;
static avr_irq_t *uart_in;
static uint8_t outgoing[4096], incoming[256];
static size_t outgoing_size, incoming_size, incoming_at;
static uint64_t reset_at;
static signed char levels[8][8]; /* by port letter and bit: 0 not driven from outside, 1 low, 2 high */
static char answer[256];
static int answered;

uint64_t sim_us(void)
{
    return avr->cycle / MHZ;
}

/* simavr passes a level on only when it differs from the last, and clears the pin registers on reset: hence both ways. */
static void drive(char port, int bit, int value)
{
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
    avr_raise_irq(irq, !value);
    avr_raise_irq(irq, (uint32_t)value);
}

void set_pin(char port, int bit, int value)
{
    levels[port - 'A'][bit] = value ? 2 : 1;
    drive(port, bit, value != 0);
}

/* After a reset, also one by the watchdog. */
static void hold_pins(void)
{
    for (int port = 0; port < 8; port++)
        for (int bit = 0; bit < 8; bit++) {
            avr_ioport_state_t state;
            if (!levels[port][bit])
                continue;
            avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE((char)('A' + port)), &state);
            if ((int)(state.pin >> bit & 1) != levels[port][bit] - 1)
                drive((char)('A' + port), bit, levels[port][bit] - 1);
        }
}

struct watch {
    int value;
    void (*changed)(int);
};

static void pin_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct watch *watch = param;
    (void)irq;
    if ((int)value == watch->value)
        return;
    watch->value = (int)value;
    watch->changed((int)value);
}

void watch_pin(char port, int bit, void (*changed)(int value))
{
    struct watch *watch = calloc(1, sizeof *watch);
    watch->changed = changed;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), pin_changed, watch);
}

void tell(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    putchar('@');
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    va_end(arguments);
}

void reset_later(uint64_t at_us)
{
    reset_at = at_us;
}

static void plug(void)
{
    char name[128];
    struct termios settings;
    if (master >= 0)
        return;
    if (openpty(&master, &slave, name, 0, 0) < 0) {
        perror("openpty");
        exit(2);
    }
    tcgetattr(slave, &settings);
    cfmakeraw(&settings);
    tcsetattr(slave, TCSANOW, &settings);
    fcntl(master, F_SETFL, O_NONBLOCK);
    tell("pty %s", name);
}

static void unplug(void)
{
    if (master < 0)
        return;
    close(slave);
    close(master);
    master = slave = -1;
    incoming_size = incoming_at = outgoing_size = 0;
    tell("unplugged");
}

static void restart(void)
{
    reset_at = 0;
    avr_reset(avr);
    avr->data[0x54] |= 1 << 1; /* MCUSR.EXTRF on both boards */
    uart_ready = 1;
}

static void obey(const char *line)
{
    char port;
    int bit, value;
    if (mechanics->command(line))
        return;
    if (sscanf(line, "pin %c %d %d", &port, &bit, &value) == 3)
        set_pin(port, bit, value);
    else if (!strcmp(line, "unplug"))
        unplug();
    else if (!strcmp(line, "plug"))
        plug();
    else if (!strcmp(line, "reset"))
        reset_at = 1; /* at once, yet not in the middle of an instruction */
    else if (!strncmp(line, "answer ", 7) && strlen(line) < sizeof answer) {
        strcpy(answer, line + 7);
        answered = 1;
    } else
        fprintf(stderr, "simhost: not a command: %s\n", line);
}

static void read_commands(int wait)
{
    static char buffer[1024];
    static size_t size;
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, wait ? -1 : 0) <= 0)
        return;
    ssize_t got = read(STDIN_FILENO, buffer + size, sizeof buffer - 1 - size);
    if (got <= 0)
        exit(0);
    size += (size_t)got;
    char *end;
    while ((end = memchr(buffer, '\n', size))) {
        char line[sizeof buffer];
        size_t length = (size_t)(end - buffer);
        memcpy(line, buffer, length);
        line[length] = 0;
        size -= length + 1;
        memmove(buffer, end + 1, size);
        obey(line);
    }
}

const char *ask(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    putchar('@');
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    va_end(arguments);
    answered = 0;
    while (!answered)
        read_commands(1);
    return answer;
}

static void uart_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (outgoing_size < sizeof outgoing)
        outgoing[outgoing_size++] = (uint8_t)value;
}

static void uart_flow(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    uart_ready = param != 0;
}

static void connect_uart(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_flow, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_flow, 0);
}

static void carry_bytes(void)
{
    if (outgoing_size && master >= 0 && write(master, outgoing, outgoing_size) < 0 && errno != EAGAIN)
        perror("pty");
    outgoing_size = 0; /* what nobody reads in time is lost, as on a line */
    if (incoming_at == incoming_size && master >= 0) {
        ssize_t got = read(master, incoming, sizeof incoming);
        incoming_size = got > 0 ? (size_t)got : 0;
        incoming_at = 0;
    }
}

static void run_quantum(void)
{
    avr_cycle_count_t until = avr->cycle + QUANTUM_US * MHZ;
    while (avr->cycle < until) {
        if (incoming_at < incoming_size && uart_ready)
            avr_raise_irq(uart_in, incoming[incoming_at++]);
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "simhost: the firmware crashed (state %d)\n", state);
            exit(2);
        }
    }
    hold_pins();
    mechanics->work();
    if (reset_at && sim_us() >= reset_at)
        restart();
}

static uint64_t real_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* Keeps simulated time at speed times real time; falls behind for good when the machine is too slow. */
static void pace(double speed)
{
    static uint64_t real_start, sim_start;
    uint64_t real = real_us(), due = sim_us();
    if (!real_start || real > real_start + (uint64_t)((double)(due - sim_start) / speed) + 50000u) {
        real_start = real;
        sim_start = due;
        return;
    }
    uint64_t wake = real_start + (uint64_t)((double)(due - sim_start) / speed);
    if (wake <= real)
        return;
    struct pollfd inputs[2] = {{STDIN_FILENO, POLLIN, 0}, {master, POLLIN, 0}};
    struct timespec rest = {0, (long)(wake - real) * 1000};
    ppoll(inputs, incoming_at == incoming_size ? 2 : 1, &rest, 0);
}

static void sleeping(avr_t *cpu, avr_cycle_count_t cycles)
{
    (void)cpu, (void)cycles; /* pace() waits instead */
}

static void load(const char *path, const char *mcu)
{
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(path, &firmware)) {
        fprintf(stderr, "simhost: cannot read %s\n", path);
        exit(2);
    }
    avr = avr_make_mcu_by_name(mcu);
    if (!avr) {
        fprintf(stderr, "simhost: no such board: %s\n", mcu);
        exit(2);
    }
    avr_init(avr);
    firmware.frequency = MHZ * 1000000u;
    avr_load_firmware(avr, &firmware);
    avr->frequency = MHZ * 1000000u;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->log = LOG_ERROR;
    avr->sleep = sleeping;
}

int main(int count, char **arguments)
{
    double speed = count > 3 ? atof(arguments[3]) : 1.0;
    if (count < 3 || speed <= 0) {
        fprintf(stderr, "usage: simhost ELF MCU [SPEED]\n");
        return 2;
    }
    mechanics = !strcmp(arguments[2], shuffler_mechanics.mcu) ? &shuffler_mechanics : &button_box_mechanics;
    load(arguments[1], arguments[2]);
    connect_uart();
    mechanics->begin();
    plug();
    for (;;) {
        run_quantum();
        carry_bytes();
        read_commands(0);
        pace(speed);
    }
}
