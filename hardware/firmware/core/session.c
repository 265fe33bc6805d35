#include "session.h"

#include "hal.h"
#include "nonvolatile.h"
#include "packet.h"

#ifndef DT_BUILD
#define DT_BUILD 0
#endif
#define VERSION_MAJOR 1
#define VERSION_MINOR 0
#define VERSION_PATCH 0
#define HARDWARE_REVISION 1

static struct dt_unpacker unpacker;
static uint32_t boot_id, heard_at;
static bool open;

void dt_session_begin(uint32_t id)
{
    boot_id = id;
    open = false;
    dt_events_reset();
    uint8_t cause = hal_reset_cause();
    dt_send(DT_BOOT, (uint16_t)boot_id, 0, &cause, 1);
}

bool dt_session_open(void)
{
    return open;
}

void dt_reply(uint8_t type, const uint8_t *payload, uint8_t length)
{
    dt_send(type, (uint16_t)boot_id, dt_packet_seq(&unpacker), payload, length);
}

static void refuse(uint8_t reason)
{
    uint8_t payload[DT_NAK_SIZE] = {reason, dt_packet_type(&unpacker)};
    dt_reply(DT_NAK, payload, sizeof payload);
}

static void answer_hello(void)
{
    uint8_t payload[DT_HELLO_REPLY_SIZE];
    struct dt_hello_reply reply = {
        .protocol = DT_PROTOCOL_VERSION,
        .device_class = device_class,
        .schema = DT_SCHEMA_HASH,
        .boot_id = boot_id,
        .last_command_id = device_last_command_id(),
        .event_first = dt_events_first(),
    };
    open = true;
    dt_events_rewind();
    dt_pack_hello_reply(payload, &reply);
    dt_reply(DT_HELLO_REPLY, payload, sizeof payload);
}

static void answer_identify(void)
{
    uint8_t payload[DT_IDENTITY_SIZE];
    struct dt_identity identity = {
        .serial_number = dt_serial_number(),
        .version_major = VERSION_MAJOR,
        .version_minor = VERSION_MINOR,
        .version_patch = VERSION_PATCH,
        .build = DT_BUILD,
        .hardware_revision = HARDWARE_REVISION,
        .reset_cause = hal_reset_cause(),
    };
    dt_pack_identity(payload, &identity);
    dt_reply(DT_IDENTITY, payload, sizeof payload);
}

static void answer_ping(void)
{
    uint8_t payload[DT_PONG_SIZE];
    struct dt_pong pong = {hal_millis(), unpacker.bad_packets, hal_uart_overruns()};
    dt_pack_pong(payload, &pong);
    dt_reply(DT_PONG, payload, sizeof payload);
}

static uint8_t take_session_message(uint8_t type, const uint8_t *payload, uint8_t length)
{
    struct dt_event_ack ack;
    switch (type) {
    case DT_HELLO:
        if (length != DT_HELLO_SIZE)
            return DT_NAK_REASON_BAD_LENGTH;
        answer_hello();
        return 0;
    case DT_IDENTIFY:
        answer_identify();
        return 0;
    case DT_PING:
        answer_ping();
        return 0;
    case DT_EVENT_ACK:
        if (length != DT_EVENT_ACK_SIZE)
            return DT_NAK_REASON_BAD_LENGTH;
        dt_unpack_event_ack(payload, &ack);
        dt_events_acknowledge(ack.upto);
        return 0;
    default:
        return device_answer(type, payload, length);
    }
}

static void take(void)
{
    uint8_t type = dt_packet_type(&unpacker), reason;
    if (type >= 0x80)
        return; /* an echo of something a device sent */
    if (type == DT_HELLO)
        reason = take_session_message(type, dt_packet_payload(&unpacker), unpacker.length);
    else if (!open)
        reason = DT_NAK_REASON_NO_SESSION;
    else if (dt_packet_boot(&unpacker) != (uint16_t)boot_id)
        reason = DT_NAK_REASON_WRONG_BOOT;
    else
        reason = take_session_message(type, dt_packet_payload(&unpacker), unpacker.length);
    if (reason == 0)
        heard_at = hal_millis();
    else
        refuse(reason);
}

static void send_events(void)
{
    struct dt_event event;
    uint8_t payload[DT_EVENT_SIZE];
    while (dt_events_due(&event)) {
        dt_pack_event(payload, &event);
        dt_send(DT_EVENT, (uint16_t)boot_id, 0, payload, sizeof payload);
    }
}

void dt_session_poll(void)
{
    uint8_t byte;
    while (hal_uart_get(&byte))
        if (dt_unpack(&unpacker, byte) && device_ready())
            take();
    if (!open)
        return;
    if (hal_millis() - heard_at >= DT_SESSION_TIMEOUT_MS) {
        open = false;
        device_session_ended();
        return;
    }
    send_events();
}
