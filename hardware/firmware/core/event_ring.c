#include "event_ring.h"

#include "hal.h"

static struct dt_event ring[DT_EVENT_RING];
static uint8_t first, held, sent;
static uint16_t next_seq, lost;
static uint32_t sent_at;

void dt_events_reset(void)
{
    first = held = sent = 0;
    next_seq = 1;
    lost = 0;
}

static void append(uint8_t kind, uint8_t code, uint16_t value, uint8_t count, uint32_t command_id)
{
    struct dt_event *event = &ring[(uint8_t)(first + held) % DT_EVENT_RING];
    event->event_seq = next_seq++;
    event->at_ms = hal_millis();
    event->kind = kind;
    event->code = code;
    event->value = value;
    event->count = count;
    event->command_id = command_id;
    held++;
}

static void tell_lost(void)
{
    append(DT_EVENT_KIND_EVENTS_LOST, 0, lost, 0, 0);
    lost = 0;
}

void dt_event(uint8_t kind, uint8_t code, uint16_t value, uint8_t count, uint32_t command_id)
{
    if (held + (lost ? 1u : 0u) >= DT_EVENT_RING) {
        if (lost < 0xFFFF)
            lost++;
        return;
    }
    if (lost)
        tell_lost();
    append(kind, code, value, count, command_id);
}

void dt_events_acknowledge(uint16_t upto)
{
    while (held && (uint16_t)(upto - ring[first].event_seq) < 0x8000) {
        first = (uint8_t)(first + 1) % DT_EVENT_RING;
        held--;
        if (sent)
            sent--;
    }
    if (lost && held < DT_EVENT_RING)
        tell_lost();
}

void dt_events_rewind(void)
{
    sent = 0;
}

uint16_t dt_events_first(void)
{
    return held ? ring[first].event_seq : next_seq;
}

bool dt_events_due(struct dt_event *event)
{
    if (sent && hal_millis() - sent_at >= DT_EVENT_RESEND_MS)
        sent = 0;
    if (sent >= held || sent >= DT_EVENT_WINDOW)
        return false;
    *event = ring[(uint8_t)(first + sent) % DT_EVENT_RING];
    sent++;
    sent_at = hal_millis();
    return true;
}
