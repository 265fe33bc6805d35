#include "journal.h"

#include <string.h>

#include "eeprom_map.h"
#include "nonvolatile.h"

#define RECORD 7u /* id u32, state | result << 4, cards, count; and a check byte */

static struct dt_command_status known[DT_REMEMBERED]; /* command_id 0 = free */
static uint32_t last_id;
static uint8_t next_slot;

static struct dt_command_status *find(uint32_t command_id)
{
    for (uint8_t i = 0; i < DT_REMEMBERED; i++)
        if (known[i].command_id == command_id)
            return &known[i];
    return 0;
}

static struct dt_command_status *oldest(void)
{
    struct dt_command_status *found = known;
    for (uint8_t i = 1; i < DT_REMEMBERED; i++)
        if (known[i].command_id < found->command_id)
            found = &known[i];
    return found;
}

/* STARTED and DONE are two records: a DONE cut short by a power failure leaves the STARTED to tell. */
static void remember(const struct dt_command_status *status)
{
    struct dt_command_status *place = find(status->command_id);
    if (place) {
        if (status->state != DT_COMMAND_STATE_DONE)
            return;
    } else {
        place = oldest();
        if (place->command_id > status->command_id)
            return;
    }
    *place = *status;
}

bool dt_journal_load(void)
{
    bool newest_open = false;
    memset(known, 0, sizeof known);
    last_id = 0;
    next_slot = 0;
    for (uint8_t slot = 0; slot < DT_JOURNAL_SLOTS; slot++) {
        uint8_t data[RECORD];
        if (!dt_record_read((uint16_t)(DT_EEPROM_JOURNAL + slot * 8u), data, RECORD) || dt_get32(data) == 0)
            continue;
        bool done = (data[4] & 0x0F) == DT_COMMAND_STATE_DONE;
        struct dt_command_status status = {
            .command_id = dt_get32(data),
            .state = done ? DT_COMMAND_STATE_DONE : DT_COMMAND_STATE_IN_DOUBT,
            .result = done ? data[4] >> 4 : DT_RESULT_OK,
            .cards = data[5],
            .count = data[6],
        };
        remember(&status);
        if (status.command_id > last_id || (status.command_id == last_id && done)) {
            last_id = status.command_id;
            newest_open = !done;
            next_slot = (uint8_t)((slot + 1u) % DT_JOURNAL_SLOTS);
        }
    }
    return newest_open;
}

uint32_t dt_journal_last_id(void)
{
    return last_id;
}

bool dt_journal_find(uint32_t command_id, struct dt_command_status *status)
{
    const struct dt_command_status *place = command_id ? find(command_id) : 0;
    if (place) {
        *status = *place;
        return true;
    }
    memset(status, 0, sizeof *status);
    status->command_id = command_id;
    if (command_id > last_id)
        return false;
    status->state = DT_COMMAND_STATE_REJECTED;
    status->result = DT_RESULT_STALE_ID;
    return true;
}

static void write(const struct dt_command_status *status)
{
    uint8_t data[RECORD];
    dt_put32(data, status->command_id);
    data[4] = (uint8_t)(status->state | status->result << 4);
    data[5] = status->cards;
    data[6] = status->count;
    dt_record_write((uint16_t)(DT_EEPROM_JOURNAL + next_slot * 8u), data, RECORD);
    next_slot = (uint8_t)((next_slot + 1u) % DT_JOURNAL_SLOTS);
    remember(status);
}

void dt_journal_begin(uint32_t command_id)
{
    struct dt_command_status status = {command_id, DT_COMMAND_STATE_STARTED, DT_RESULT_OK, 0, 0};
    last_id = command_id;
    write(&status);
}

void dt_journal_end(uint32_t command_id, uint8_t result, uint8_t cards, uint8_t count)
{
    struct dt_command_status status = {command_id, DT_COMMAND_STATE_DONE, result, cards, count};
    write(&status);
}
