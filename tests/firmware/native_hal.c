/* The portable core on this machine, under the sanitizers. Modes:
   run SEED   bytes from standard input arrive one by one while time passes and, unless SEED is 0, the sensors and buttons
              change at random; what the device sends goes to standard output
   send       records (type, boot u16, seq, length, payload) in, wire bytes out
   unpack     wire bytes in; a line "type boot seq payload" for every whole packet out
   keccak     25 bytes in, 25 bytes permuted out
   draw N     ten thousand draws below N, one byte each
   cut N      one card is dealt with command id 5 and the power fails at the Nth byte written to the EEPROM; prints how often the
              feed motor had started, what the next start knows of the command (a CommandState) and whether it latches a doubt */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal.h"
#include "journal.h"
#include "noise.h"
#include "packet.h"
#include "run.h"
#include "session.h"

static uint8_t eeprom[4096], sensors;
static uint16_t buttons;
static uint32_t now_ms, random_state;
static int pending = -1, writes_left = -1, feeds;
static uint32_t fed_at;
static jmp_buf power_cut;

static uint32_t chance(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

uint32_t hal_millis(void) { return now_ms; }
bool hal_uart_get(uint8_t *byte)
{
    if (pending < 0)
        return false;
    *byte = (uint8_t)pending;
    pending = -1;
    return true;
}
void hal_uart_put(uint8_t byte) { putchar(byte); }
uint16_t hal_uart_overruns(void) { return 0; }
uint8_t hal_reset_cause(void) { return DT_RESET_CAUSE_POWER_ON; }
uint8_t hal_eeprom_read(uint16_t address) { return address < sizeof eeprom ? eeprom[address] : (abort(), 0); }
void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    if (address >= sizeof eeprom)
        abort();
    if (writes_left == 0) {
        eeprom[address] = (uint8_t)(byte ^ 0xA5); /* a write cut short leaves anything */
        longjmp(power_cut, 1);
    }
    if (writes_left > 0)
        writes_left--;
    eeprom[address] = byte;
}
void hal_motors_power(bool on) { (void)on; }
void hal_wheel_step(int8_t direction) { (void)direction; }
void hal_deflector_step(int8_t direction) { (void)direction; }
void hal_feed(bool on)
{
    if (on) {
        feeds++;
        fed_at = now_ms;
    }
}
void hal_intake(bool on) { (void)on; }
void hal_sensors_power(bool on) { (void)on; }
uint8_t hal_sensors(void) { return sensors; }
uint8_t hal_noise(void) { return (uint8_t)chance(); }
uint16_t hal_buttons(void) { return buttons; }
void hal_lamps(uint8_t lamps) { (void)lamps; }
void hal_buzzer(bool on) { (void)on; }

static void let_time_pass(void)
{
    now_ms++;
    if (!random_state)
        return;
    if (chance() % 40 == 0)
        sensors ^= (uint8_t)(chance() & 0x77);
    if (chance() % (sensors & 0x08 ? 50 : 5000) == 0)
        sensors ^= 0x08; /* the lid, seldom and not for long */
    if (chance() % 8 == 0)
        buttons ^= (uint16_t)(1u << chance() % 10);
}

static void run(uint32_t seed)
{
    int byte, count = 0;
    random_state = seed;
    sensors = seed ? 0 : 0x60; /* at home, so that the first survey ends */
    dt_begin();
    for (int ms = 0; ms < 1000; ms++) {
        let_time_pass();
        dt_poll();
    }
    while ((byte = getchar()) != EOF) {
        pending = byte;
        if (++count % 4 == 0)
            let_time_pass();
        dt_poll();
    }
    for (int ms = 0; ms < 500; ms++) {
        let_time_pass();
        dt_poll();
    }
}

static void send(void)
{
    uint8_t head[5], payload[DT_MAX_PAYLOAD];
    while (fread(head, 1, sizeof head, stdin) == sizeof head) {
        if (head[4] > sizeof payload || fread(payload, 1, head[4], stdin) != head[4])
            abort();
        dt_send(head[0], dt_get16(head + 1), head[3], payload, head[4]);
    }
}

static void unpack(void)
{
    static struct dt_unpacker unpacker;
    int byte;
    while ((byte = getchar()) != EOF) {
        if (!dt_unpack(&unpacker, (uint8_t)byte))
            continue;
        printf("%u %u %u ", dt_packet_type(&unpacker), dt_packet_boot(&unpacker), dt_packet_seq(&unpacker));
        for (uint8_t i = 0; i < unpacker.length; i++)
            printf("%02x", dt_packet_payload(&unpacker)[i]);
        printf("\n");
    }
    printf("bad %u\n", unpacker.bad_packets);
}

#ifdef WITH_NOISE
static void live(int ms)
{
    while (ms--) {
        now_ms++;
        uint32_t since = now_ms - fed_at;
        sensors = (uint8_t)(0x70 | (feeds && since >= 60 && since < 140)); /* all full, both axes at home, a card passes */
        dt_poll();
    }
}

static void cut(int at)
{
    struct dt_command_status status;
    sensors = 0x70;
    dt_begin();
    live(1000);
    if (setjmp(power_cut) == 0) {
        static const uint8_t eject[] = {5, 0, 0, 0, 1};
        writes_left = at;
        device_answer(DT_EJECT, eject, sizeof eject);
        live(1000);
    }
    writes_left = -1;
    bool doubt = dt_journal_load();
    bool found = dt_journal_find(5, &status);
    fflush(stdout);
    fprintf(stderr, "%d %d %d\n", feeds, found ? status.state : DT_COMMAND_STATE_UNKNOWN, doubt);
}
#endif

int main(int count, char **arguments)
{
    memset(eeprom, 0xFF, sizeof eeprom);
    if (count == 3 && !strcmp(arguments[1], "run"))
        run((uint32_t)strtoul(arguments[2], 0, 10));
    else if (count == 2 && !strcmp(arguments[1], "send"))
        send();
    else if (count == 2 && !strcmp(arguments[1], "unpack"))
        unpack();
#ifdef WITH_NOISE
    else if (count == 2 && !strcmp(arguments[1], "keccak")) {
        uint8_t state[DT_SPONGE_SIZE];
        if (fread(state, 1, sizeof state, stdin) != sizeof state)
            abort();
        dt_keccak200(state);
        fwrite(state, 1, sizeof state, stdout);
    } else if (count == 3 && !strcmp(arguments[1], "cut"))
        cut(atoi(arguments[2]));
    else if (count == 3 && !strcmp(arguments[1], "draw")) {
        random_state = 1;
        dt_noise_gather(32);
        for (int i = 0; i < 10000; i++)
            putchar(dt_noise_draw((uint8_t)atoi(arguments[2])));
    }
#endif
    else
        return 2;
    return 0;
}
