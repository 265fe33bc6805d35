/* Shuffler-dealer. Cards go from the tray into compartments of a wheel, drawn by noise; each card dealt comes from a
   compartment drawn by noise when it is asked for. So no order of the undealt cards exists anywhere before they leave. */
#include "hal.h"
#include "journal.h"
#include "noise.h"
#include "passage.h"
#include "protocol.h"
#include "run.h"
#include "session.h"
#include "wheel.h"

#define NOISE_A_SHUFFLE 32u

const uint8_t device_class = DT_DEVICE_CLASS_SHUFFLER;

#define WARM_UP_MS 2u /* of the light barriers */

static enum { RESTING, SURVEYING, WARMING, TURNING, WATCHING } motion;
static struct {
    uint32_t id; /* 0 = none */
    enum { EJECTING, SHUFFLING, CLEARING } kind;
    uint8_t slot, taken_in;
} command;
static uint8_t fault;
static bool ready;    /* the first survey is over, or the lid prevents it */
static bool surveyed; /* since the lid was last open */
static uint32_t polled_at, warm_at;

bool device_ready(void)
{
    return ready;
}

uint32_t device_last_command_id(void)
{
    return dt_journal_last_id();
}

void device_session_ended(void)
{
    /* The card under way is finished; without a session no other can be asked for. */
}

static void motors_off(void)
{
    hal_feed(false);
    hal_intake(false);
    hal_motors_power(false);
    hal_sensors_power(false);
    motion = RESTING;
}

static void survey(void)
{
    hal_sensors_power(true);
    hal_motors_power(true);
    dt_wheel_survey_begin();
    motion = SURVEYING;
}

static void latch(uint8_t what)
{
    fault = what;
    if (what)
        dt_event(DT_EVENT_KIND_FAULT, what, 0, 0, 0);
}

static void end(uint8_t result, uint8_t cards)
{
    motors_off();
    dt_journal_end(command.id, result, cards, dt_wheel_count());
    dt_event(DT_EVENT_KIND_COMMAND_DONE, result, cards, dt_wheel_count(), command.id);
    command.id = 0;
    if (result == DT_RESULT_JAM)
        latch(DT_FAULT_JAM);
    else if (result == DT_RESULT_DOUBLE_FEED)
        latch(DT_FAULT_DOUBLE_FEED);
}

static void turn_to_next(void)
{
    bool shuffling = command.kind == SHUFFLING;
    if (shuffling ? dt_wheel_choose_empty() : dt_wheel_choose_full())
        motion = TURNING;
    else
        end(shuffling ? DT_RESULT_JAM : DT_RESULT_EMPTY, 0);
}

static void warm_up(void)
{
    hal_sensors_power(true);
    hal_motors_power(true);
    warm_at = hal_millis();
    motion = WARMING;
}

static void set_out(void)
{
    if (command.kind == EJECTING) {
        dt_deflector_choose(command.slot);
        turn_to_next();
    } else if (hal_sensors() & DT_SENSOR_TRAY) {
        turn_to_next();
    } else {
        end(DT_RESULT_OK, 0);
    }
}

static void take_card(void)
{
    dt_passage_begin();
    if (command.kind == SHUFFLING)
        hal_intake(true);
    else
        hal_feed(true);
    motion = WATCHING;
}

static void intake_passed(enum dt_passage passage)
{
    if (passage == DT_PASSAGE_NONE) {
        end(hal_sensors() & DT_SENSOR_TRAY ? DT_RESULT_JAM : DT_RESULT_OK, command.taken_in);
        return;
    }
    dt_wheel_mark_here(true);
    command.taken_in++;
    if (passage == DT_PASSAGE_STUCK)
        end(DT_RESULT_JAM, command.taken_in);
    else if (passage == DT_PASSAGE_TWO)
        end(DT_RESULT_DOUBLE_FEED, command.taken_in);
    else if (hal_sensors() & DT_SENSOR_TRAY)
        turn_to_next();
    else
        end(DT_RESULT_OK, command.taken_in);
}

static void exit_passed(enum dt_passage passage)
{
    if (passage == DT_PASSAGE_NONE) {
        end(DT_RESULT_JAM, 0);
        return;
    }
    dt_wheel_mark_here(false);
    if (passage == DT_PASSAGE_STUCK)
        end(DT_RESULT_JAM, 0);
    else if (passage == DT_PASSAGE_TWO)
        end(DT_RESULT_DOUBLE_FEED, 2);
    else
        end(DT_RESULT_OK, 1);
}

static void watch(uint8_t elapsed_ms)
{
    bool shuffling = command.kind == SHUFFLING;
    bool blocked = hal_sensors() & (shuffling ? DT_SENSOR_INTAKE : DT_SENSOR_EXIT);
    enum dt_passage passage = dt_passage_watch(blocked, elapsed_ms);
    if (dt_passage_seen()) {
        hal_feed(false);
        hal_intake(false);
    }
    if (passage == DT_PASSAGE_RUNNING)
        return;
    hal_feed(false);
    hal_intake(false);
    if (shuffling)
        intake_passed(passage);
    else
        exit_passed(passage);
}

static void watch_survey(void)
{
    enum dt_survey state = dt_wheel_survey();
    if (state == DT_SURVEY_RUNNING)
        return;
    motors_off();
    surveyed = ready = true;
    if (command.id && state == DT_SURVEY_STUCK)
        end(DT_RESULT_JAM, 0);
    else if (state == DT_SURVEY_STUCK)
        latch(DT_FAULT_JAM);
    else if (command.id && command.kind == CLEARING)
        end(DT_RESULT_OK, 0);
    else if (command.id)
        warm_up();
}

static bool lid_open(void)
{
    return hal_sensors() & DT_SENSOR_LID;
}

/* Whoever opens the lid may move cards: the wheel is looked over again when it closes. */
static void watch_lid(void)
{
    if (lid_open()) {
        surveyed = false;
        ready = true;
        if (command.id)
            end(DT_RESULT_LID_OPEN, 0);
        else if (motion != RESTING)
            motors_off();
    } else if (!surveyed && motion == RESTING) {
        survey();
    }
}

void device_begin(void)
{
    motors_off();
    command.id = 0;
    surveyed = ready = false;
    fault = DT_FAULT_NONE;
    if (dt_journal_load())
        latch(DT_FAULT_IN_DOUBT);
    dt_noise_gather(NOISE_A_SHUFFLE);
    watch_lid();
}

void device_poll(void)
{
    uint32_t now = hal_millis();
    uint8_t elapsed_ms = now - polled_at > 0xFF ? 0xFF : (uint8_t)(now - polled_at);
    if (elapsed_ms == 0)
        return;
    polled_at = now;
    watch_lid();
    if (motion == SURVEYING)
        watch_survey();
    else if (motion == WARMING && now - warm_at >= WARM_UP_MS)
        set_out();
    else if (motion == TURNING && dt_wheel_move())
        take_card();
    else if (motion == WATCHING)
        watch(elapsed_ms);
}

static void answer_status(const struct dt_command_status *status)
{
    uint8_t payload[DT_COMMAND_STATUS_SIZE];
    dt_pack_command_status(payload, status);
    dt_reply(DT_COMMAND_STATUS, payload, sizeof payload);
}

static void reject(struct dt_command_status *status, uint8_t reason)
{
    status->state = DT_COMMAND_STATE_REJECTED;
    status->result = reason;
    answer_status(status);
}

static void accept(struct dt_command_status *status, uint8_t kind, uint8_t slot)
{
    dt_journal_begin(status->command_id);
    command.id = status->command_id;
    command.kind = kind;
    command.slot = slot;
    command.taken_in = 0;
    status->state = DT_COMMAND_STATE_STARTED;
    answer_status(status);
}

/* The one gate before any movement of a card. */
static void begin(struct dt_command_status *status, uint8_t kind, uint8_t slot)
{
    if (command.id)
        reject(status, DT_RESULT_BUSY);
    else if (fault)
        reject(status, DT_RESULT_FAULT_LATCHED);
    else if (slot >= DT_SLOTS)
        reject(status, DT_RESULT_BAD_ARGUMENT);
    else {
        accept(status, kind, slot);
        if (lid_open())
            end(DT_RESULT_LID_OPEN, 0);
        else if (motion != SURVEYING)
            warm_up();
    }
}

/* Clearing ends when the wheel has been looked over, so that the count is true again. */
static void clear(struct dt_command_status *status, uint8_t what)
{
    if (command.id) {
        reject(status, DT_RESULT_BUSY);
        return;
    }
    accept(status, CLEARING, 0);
    if (fault == what)
        fault = DT_FAULT_NONE;
    if (lid_open())
        end(DT_RESULT_OK, 0);
    else if (motion != SURVEYING)
        survey();
}

static void answer_state(void)
{
    uint8_t payload[DT_SHUFFLER_STATE_SIZE];
    struct dt_shuffler_state state = {fault, dt_wheel_count(), hal_sensors(), command.id};
    dt_pack_shuffler_state(payload, &state);
    dt_reply(DT_SHUFFLER_STATE, payload, sizeof payload);
}

static uint8_t expected_length(uint8_t type)
{
    switch (type) {
    case DT_SHUFFLE:
        return DT_SHUFFLE_SIZE;
    case DT_EJECT:
        return DT_EJECT_SIZE;
    case DT_CLEAR_FAULT:
        return DT_CLEAR_FAULT_SIZE;
    case DT_QUERY_COMMAND:
        return DT_QUERY_COMMAND_SIZE;
    case DT_GET_SHUFFLER_STATE:
        return DT_GET_SHUFFLER_STATE_SIZE;
    default:
        return 0xFF;
    }
}

uint8_t device_answer(uint8_t type, const uint8_t *payload, uint8_t length)
{
    struct dt_command_status status;
    uint8_t expected = expected_length(type);
    if (expected == 0xFF)
        return DT_NAK_REASON_UNKNOWN_TYPE;
    if (length != expected)
        return DT_NAK_REASON_BAD_LENGTH;
    if (type == DT_GET_SHUFFLER_STATE) {
        answer_state();
        return 0;
    }
    /* Every command's payload begins with its id. The same id again: the same answer, and nothing moves. */
    if (dt_journal_find(dt_get32(payload), &status) || type == DT_QUERY_COMMAND) {
        answer_status(&status);
    } else if (type == DT_SHUFFLE) {
        for (uint8_t i = 4; i < DT_SHUFFLE_SIZE; i++)
            dt_noise_absorb(payload[i]);
        dt_noise_gather(NOISE_A_SHUFFLE);
        begin(&status, SHUFFLING, 0);
    } else if (type == DT_EJECT) {
        begin(&status, EJECTING, payload[4]);
    } else {
        clear(&status, payload[4]);
    }
    return 0;
}
