/* The messages of the serial protocol. Made by scripts/protocol.py from hardware/protocol.yaml: do not edit. */
#ifndef DT_PROTOCOL_H
#define DT_PROTOCOL_H
#include <stdint.h>
#include <string.h>

#define DT_PROTOCOL_VERSION 1u
#define DT_SCHEMA_HASH 0x0C74u
#define DT_MAX_PACKET 64u /* Largest packet before byte stuffing, header and check included, in bytes. */
#define DT_EVENT_RING 32u /* Events a device holds until they are acknowledged. */
#define DT_EVENT_WINDOW 4u /* Events a device sends ahead of the oldest unacknowledged one. */
#define DT_EVENT_RESEND_MS 50u /* A device resends its unacknowledged events after this long. */
#define DT_SESSION_TIMEOUT_MS 3000u /* A device that hears nothing for this long ends the session: it finishes the card it is moving, turns its outputs off and answers commands with NO_SESSION until the next HELLO. */
#define DT_DEBOUNCE_MS 5u /* A contact must rest this long before an edge counts. */
#define DT_SLOTS 10u /* Slots of the shuffler: 0 centre (burn), 1-8 seats, 9 discard of a bad card. */
#define DT_BUTTONS 10u /* Buttons of a box, numbered from 0; what is printed on them is the table's affair. */
#define DT_COMPARTMENTS 54u /* Compartments of the shuffler's wheel, one card each. */

/* What kind of device answers. */
#define DT_DEVICE_CLASS_SHUFFLER 1u /* shuffler and dealer */
#define DT_DEVICE_CLASS_BUTTON_BOX 2u /* seat button box */

/* What a device knows of a command id. */
#define DT_COMMAND_STATE_UNKNOWN 0u /* never begun here; sending it (again) is safe */
#define DT_COMMAND_STATE_STARTED 1u /* being carried out */
#define DT_COMMAND_STATE_DONE 2u /* finished; the result says how */
#define DT_COMMAND_STATE_IN_DOUBT 3u /* begun before a reset; whether a card moved is not known; never repeated by itself */
#define DT_COMMAND_STATE_REJECTED 4u /* not begun; the result says why; the id stays unused */

/* How a command ended, or why it was rejected. */
#define DT_RESULT_OK 0u /* done as asked */
#define DT_RESULT_JAM 1u /* a card did not pass the exit sensor in time, or stayed under it */
#define DT_RESULT_DOUBLE_FEED 2u /* more than one card passed */
#define DT_RESULT_EMPTY 3u /* no card left in the machine */
#define DT_RESULT_LID_OPEN 4u /* the lid is open */
#define DT_RESULT_STALE_ID 16u /* the command id is lower than one already used */
#define DT_RESULT_FAULT_LATCHED 17u /* a fault waits to be cleared */
#define DT_RESULT_BUSY 18u /* another command is being carried out */
#define DT_RESULT_BAD_ARGUMENT 19u /* no such slot or fault */

/* A latched fault; cleared only by CLEAR_FAULT naming it. */
#define DT_FAULT_NONE 0u /* no fault */
#define DT_FAULT_JAM 1u /* card stuck at the exit or intake */
#define DT_FAULT_DOUBLE_FEED 2u /* two cards left together */
#define DT_FAULT_IN_DOUBT 3u /* reset while a card may have been moving */

/* What happened. */
#define DT_EVENT_KIND_COMMAND_DONE 1u /* command_id ended; code = Result, value = cards moved, count = cards left */
#define DT_EVENT_KIND_FAULT 2u /* code = Fault was latched */
#define DT_EVENT_KIND_EVENTS_LOST 3u /* value events were dropped here, the ring being full */
#define DT_EVENT_KIND_BUTTON_DOWN 4u /* code = button */
#define DT_EVENT_KIND_BUTTON_UP 5u /* code = button, value = ms held, at most 65535 */

/* Why a device did not take a packet. */
#define DT_NAK_REASON_NO_SESSION 1u /* say HELLO first */
#define DT_NAK_REASON_WRONG_BOOT 2u /* the packet names another boot; say HELLO */
#define DT_NAK_REASON_UNKNOWN_TYPE 3u /* no such message on this device */
#define DT_NAK_REASON_BAD_LENGTH 4u /* the payload has the wrong length */

/* Why the device last started. */
#define DT_RESET_CAUSE_UNKNOWN 0u /* not told */
#define DT_RESET_CAUSE_POWER_ON 1u /* power came */
#define DT_RESET_CAUSE_EXTERNAL 2u /* reset pin (DTR or the button) */
#define DT_RESET_CAUSE_BROWN_OUT 4u /* supply voltage sagged */
#define DT_RESET_CAUSE_WATCHDOG 8u /* the program hung */

static inline void dt_put8(uint8_t *p, uint8_t v) { p[0] = v; }
static inline void dt_put16(uint8_t *p, uint16_t v) { p[0] = (uint8_t)v; p[1] = (uint8_t)(v >> 8); }
static inline void dt_put32(uint8_t *p, uint32_t v) { dt_put16(p, (uint16_t)v); dt_put16(p + 2, (uint16_t)(v >> 16)); }
static inline uint8_t dt_get8(const uint8_t *p) { return p[0]; }
static inline uint16_t dt_get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }
static inline uint32_t dt_get32(const uint8_t *p) { return dt_get16(p) | (uint32_t)dt_get16(p + 2) << 16; }

/* First thing after opening; taken with any boot id; repeating it changes nothing. */
#define DT_HELLO 0x01u
#define DT_HELLO_SIZE 4u
struct dt_hello {
    uint32_t session_id; /* random number of this run of the bridge */
};
static inline void dt_unpack_hello(const uint8_t *p, struct dt_hello *m)
{
    m->session_id = dt_get32(p + 0);
}

/* Who answers and where it stands. */
#define DT_HELLO_REPLY 0x81u
#define DT_HELLO_REPLY_SIZE 14u
struct dt_hello_reply {
    uint8_t protocol; /* protocol version */
    uint8_t device_class; /* kind of device */
    uint16_t schema; /* SCHEMA_HASH of the protocol file the device was built from */
    uint32_t boot_id; /* counts this device's starts; its low 16 bits are in every packet */
    uint32_t last_command_id; /* highest command id ever begun, 0 = none; allocate above it */
    uint16_t event_first; /* number of the oldest event not yet acknowledged, or of the next one */
};
static inline void dt_pack_hello_reply(uint8_t *p, const struct dt_hello_reply *m)
{
    dt_put8(p + 0, m->protocol);
    dt_put8(p + 1, m->device_class);
    dt_put16(p + 2, m->schema);
    dt_put32(p + 4, m->boot_id);
    dt_put32(p + 8, m->last_command_id);
    dt_put16(p + 12, m->event_first);
}

/* Ask what was built and fitted. */
#define DT_IDENTIFY 0x03u
#define DT_IDENTIFY_SIZE 0u

/* What was built and fitted. */
#define DT_IDENTITY 0x83u
#define DT_IDENTITY_SIZE 13u
struct dt_identity {
    uint32_t serial_number; /* written when the device was made; 0xFFFFFFFF = never written */
    uint8_t version_major; /* firmware version */
    uint8_t version_minor; /* firmware version */
    uint8_t version_patch; /* firmware version */
    uint32_t build; /* first 32 bits of the source revision, 0 = not told */
    uint8_t hardware_revision; /* board revision */
    uint8_t reset_cause; /* why it last started */
};
static inline void dt_pack_identity(uint8_t *p, const struct dt_identity *m)
{
    dt_put32(p + 0, m->serial_number);
    dt_put8(p + 4, m->version_major);
    dt_put8(p + 5, m->version_minor);
    dt_put8(p + 6, m->version_patch);
    dt_put32(p + 7, m->build);
    dt_put8(p + 11, m->hardware_revision);
    dt_put8(p + 12, m->reset_cause);
}

/* Keeps the session alive; sent twice a second. */
#define DT_PING 0x02u
#define DT_PING_SIZE 0u

/* The device lives; its link counters. */
#define DT_PONG 0x82u
#define DT_PONG_SIZE 8u
struct dt_pong {
    uint32_t uptime_ms; /* device clock */
    uint16_t bad_packets; /* packets dropped for length or check, modulo 65536 */
    uint16_t overruns; /* bytes lost in the device's receiver, modulo 65536 */
};
static inline void dt_pack_pong(uint8_t *p, const struct dt_pong *m)
{
    dt_put32(p + 0, m->uptime_ms);
    dt_put16(p + 4, m->bad_packets);
    dt_put16(p + 6, m->overruns);
}

/* Take every card of the tray into the machine and mix. Long; ends with COMMAND_DONE. */
#define DT_SHUFFLE 0x10u
#define DT_SHUFFLE_SIZE 20u
struct dt_shuffle {
    uint32_t command_id; /* from the caller's durable log */
    uint8_t seed[16]; /* host randomness, mixed with the device's own noise */
};
static inline void dt_unpack_shuffle(const uint8_t *p, struct dt_shuffle *m)
{
    m->command_id = dt_get32(p + 0);
    memcpy(m->seed, p + 4, 16);
}

/* Move exactly one card to a slot; ends with COMMAND_DONE. */
#define DT_EJECT 0x11u
#define DT_EJECT_SIZE 5u
struct dt_eject {
    uint32_t command_id; /* from the caller's durable log */
    uint8_t slot; /* 0-9 */
};
static inline void dt_unpack_eject(const uint8_t *p, struct dt_eject *m)
{
    m->command_id = dt_get32(p + 0);
    m->slot = dt_get8(p + 4);
}

/* A person has put it right; release the named fault. */
#define DT_CLEAR_FAULT 0x12u
#define DT_CLEAR_FAULT_SIZE 5u
struct dt_clear_fault {
    uint32_t command_id; /* from the caller's durable log */
    uint8_t fault; /* the fault being cleared */
};
static inline void dt_unpack_clear_fault(const uint8_t *p, struct dt_clear_fault *m)
{
    m->command_id = dt_get32(p + 0);
    m->fault = dt_get8(p + 4);
}

/* Ask about a command instead of sending it again blindly. */
#define DT_QUERY_COMMAND 0x13u
#define DT_QUERY_COMMAND_SIZE 4u
struct dt_query_command {
    uint32_t command_id; /* the command asked about */
};
static inline void dt_unpack_query_command(const uint8_t *p, struct dt_query_command *m)
{
    m->command_id = dt_get32(p + 0);
}

/* Answer to every command and query; the same id gets the same answer and never a second movement. */
#define DT_COMMAND_STATUS 0x90u
#define DT_COMMAND_STATUS_SIZE 8u
struct dt_command_status {
    uint32_t command_id; /* the command answered about */
    uint8_t state; /* where it stands */
    uint8_t result; /* how it ended (DONE) or why not begun (REJECTED); else OK */
    uint8_t cards; /* cards it moved */
    uint8_t count; /* cards left in the machine when it ended */
};
static inline void dt_pack_command_status(uint8_t *p, const struct dt_command_status *m)
{
    dt_put32(p + 0, m->command_id);
    dt_put8(p + 4, m->state);
    dt_put8(p + 5, m->result);
    dt_put8(p + 6, m->cards);
    dt_put8(p + 7, m->count);
}

/* Ask for the whole state. */
#define DT_GET_SHUFFLER_STATE 0x30u
#define DT_GET_SHUFFLER_STATE_SIZE 0u

/* The whole state of a shuffler. */
#define DT_SHUFFLER_STATE 0xB0u
#define DT_SHUFFLER_STATE_SIZE 7u
struct dt_shuffler_state {
    uint8_t fault; /* latched fault */
    uint8_t count; /* cards in the machine, ready to be ejected */
    uint8_t sensors; /* bit 0 exit blocked, 1 intake blocked, 2 tray has cards, 3 lid open, 4 compartment full, 5 wheel home, 6 deflector home */
    uint32_t running_command_id; /* command being carried out, 0 = none */
};
static inline void dt_pack_shuffler_state(uint8_t *p, const struct dt_shuffler_state *m)
{
    dt_put8(p + 0, m->fault);
    dt_put8(p + 1, m->count);
    dt_put8(p + 2, m->sensors);
    dt_put32(p + 3, m->running_command_id);
}

/* Set all outputs of a button box; absolute, so repeating it changes nothing. */
#define DT_SET_OUTPUTS 0x31u
#define DT_SET_OUTPUTS_SIZE 2u
struct dt_set_outputs {
    uint8_t lamps; /* bit n lights the lamp of button n */
    uint8_t buzzer; /* 0 silent, 1 sounding */
};
static inline void dt_unpack_set_outputs(const uint8_t *p, struct dt_set_outputs *m)
{
    m->lamps = dt_get8(p + 0);
    m->buzzer = dt_get8(p + 1);
}

/* Ask for the whole state. */
#define DT_GET_BOX_STATE 0x32u
#define DT_GET_BOX_STATE_SIZE 0u

/* The whole state of a button box. */
#define DT_BOX_STATE 0xB1u
#define DT_BOX_STATE_SIZE 4u
struct dt_box_state {
    uint16_t buttons; /* bit n = button n is down, debounced */
    uint8_t lamps; /* as set */
    uint8_t buzzer; /* as set */
};
static inline void dt_pack_box_state(uint8_t *p, const struct dt_box_state *m)
{
    dt_put16(p + 0, m->buttons);
    dt_put8(p + 2, m->lamps);
    dt_put8(p + 3, m->buzzer);
}

/* Something happened. Kept and resent until acknowledged; numbers never skip within a boot. */
#define DT_EVENT 0xA0u
#define DT_EVENT_SIZE 15u
struct dt_event {
    uint16_t event_seq; /* number within the boot, from 1, modulo 65536 */
    uint32_t at_ms; /* device clock */
    uint8_t kind; /* what happened */
    uint8_t code; /* button, result or fault, by kind */
    uint16_t value; /* cards, ms or number, by kind */
    uint8_t count; /* cards left in the machine */
    uint32_t command_id; /* the command it belongs to, 0 = none */
};
static inline void dt_pack_event(uint8_t *p, const struct dt_event *m)
{
    dt_put16(p + 0, m->event_seq);
    dt_put32(p + 2, m->at_ms);
    dt_put8(p + 6, m->kind);
    dt_put8(p + 7, m->code);
    dt_put16(p + 8, m->value);
    dt_put8(p + 10, m->count);
    dt_put32(p + 11, m->command_id);
}

/* All events up to this one are safe with the caller; no reply. */
#define DT_EVENT_ACK 0x20u
#define DT_EVENT_ACK_SIZE 2u
struct dt_event_ack {
    uint16_t upto; /* event number */
};
static inline void dt_unpack_event_ack(const uint8_t *p, struct dt_event_ack *m)
{
    m->upto = dt_get16(p + 0);
}

/* The packet was well formed and is not taken. */
#define DT_NAK 0xFFu
#define DT_NAK_SIZE 2u
struct dt_nak {
    uint8_t reason; /* why */
    uint8_t about; /* message type of the packet */
};
static inline void dt_pack_nak(uint8_t *p, const struct dt_nak *m)
{
    dt_put8(p + 0, m->reason);
    dt_put8(p + 1, m->about);
}

/* Sent once at start. A courtesy; nothing depends on its arrival. */
#define DT_BOOT 0xC0u
#define DT_BOOT_SIZE 1u
struct dt_boot {
    uint8_t reset_cause; /* why it started */
};
static inline void dt_pack_boot(uint8_t *p, const struct dt_boot *m)
{
    dt_put8(p + 0, m->reset_cause);
}

#endif
