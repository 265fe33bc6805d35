/* Seat button box: debounced edges out, lamps and buzzer in. */
#include "hal.h"
#include "protocol.h"
#include "run.h"
#include "session.h"

const uint8_t device_class = DT_DEVICE_CLASS_BUTTON_BOX;

static uint16_t steady;
static uint8_t unsettled_ms[DT_BUTTONS];
static uint32_t down_at[DT_BUTTONS], polled_at;
static struct dt_box_state outputs;

bool device_ready(void)
{
    return true;
}

uint32_t device_last_command_id(void)
{
    return 0;
}

static void set_outputs(uint8_t lamps, uint8_t buzzer)
{
    outputs.lamps = lamps;
    outputs.buzzer = buzzer ? 1 : 0;
    hal_lamps(outputs.lamps);
    hal_buzzer(outputs.buzzer);
}

void device_session_ended(void)
{
    set_outputs(0, 0);
}

uint8_t device_answer(uint8_t type, const uint8_t *payload, uint8_t length)
{
    uint8_t reply[DT_BOX_STATE_SIZE];
    struct dt_set_outputs wanted;
    if (type == DT_SET_OUTPUTS) {
        if (length != DT_SET_OUTPUTS_SIZE)
            return DT_NAK_REASON_BAD_LENGTH;
        dt_unpack_set_outputs(payload, &wanted);
        set_outputs(wanted.lamps, wanted.buzzer);
    } else if (type != DT_GET_BOX_STATE) {
        return DT_NAK_REASON_UNKNOWN_TYPE;
    }
    outputs.buttons = steady;
    dt_pack_box_state(reply, &outputs);
    dt_reply(DT_BOX_STATE, reply, sizeof reply);
    return 0;
}

static void edge(uint8_t button, bool down)
{
    if (down) {
        down_at[button] = hal_millis();
        dt_event(DT_EVENT_KIND_BUTTON_DOWN, button, 0, 0, 0);
    } else {
        uint32_t held = hal_millis() - down_at[button];
        dt_event(DT_EVENT_KIND_BUTTON_UP, button, held > 0xFFFF ? 0xFFFF : (uint16_t)held, 0, 0);
    }
}

static void debounce(void)
{
    uint16_t now = hal_buttons(), differs = now ^ steady;
    for (uint8_t button = 0; button < DT_BUTTONS; button++) {
        uint16_t bit = (uint16_t)(1u << button);
        if (!(differs & bit)) {
            unsettled_ms[button] = 0;
        } else if (++unsettled_ms[button] >= DT_DEBOUNCE_MS) {
            unsettled_ms[button] = 0;
            steady ^= bit;
            edge(button, now & bit);
        }
    }
}

void device_begin(void)
{
    set_outputs(0, 0);
}

void device_poll(void)
{
    if (hal_millis() == polled_at)
        return;
    polled_at = hal_millis();
    debounce();
}
