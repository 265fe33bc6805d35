#include "wheel.h"

#include <string.h>

#include "hal.h"
#include "noise.h"
#include "protocol.h"

#define WHEEL_STEPS (DT_COMPARTMENTS * DT_STEPS_A_COMPARTMENT)
#define DEFLECTOR_STEPS (DT_SLOTS * DT_STEPS_A_SLOT)
#define NOISE_A_DRAW 4u

/* Full or empty is all that is kept. Which card came when into which compartment is told by nothing here. */
static uint8_t full[(DT_COMPARTMENTS + 7) / 8];
static uint8_t wheel_at, wheel_to, deflector_at, deflector_to;
static uint16_t survey_steps;
static enum { SEEK_WHEEL, SEEK_DEFLECTOR, LOOK } survey_part;

static bool is_full(uint8_t compartment)
{
    return full[compartment / 8] & 1u << compartment % 8;
}

static void mark(uint8_t compartment, bool is)
{
    uint8_t bit = (uint8_t)(1u << compartment % 8);
    if (is)
        full[compartment / 8] |= bit;
    else
        full[compartment / 8] &= (uint8_t)~bit;
}

void dt_wheel_mark_here(bool is)
{
    mark(wheel_at / DT_STEPS_A_COMPARTMENT, is);
}

uint8_t dt_wheel_count(void)
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < DT_COMPARTMENTS; i++)
        count = (uint8_t)(count + is_full(i));
    return count;
}

static void step_wheel(int8_t direction)
{
    hal_wheel_step(direction);
    if (direction > 0)
        wheel_at = (uint8_t)(wheel_at + 1 == WHEEL_STEPS ? 0 : wheel_at + 1);
    else
        wheel_at = (uint8_t)((wheel_at ? wheel_at : WHEEL_STEPS) - 1u);
}

void dt_wheel_survey_begin(void)
{
    memset(full, 0, sizeof full);
    survey_steps = 0;
    survey_part = SEEK_WHEEL;
}

static enum dt_survey look(void)
{
    if (survey_steps == WHEEL_STEPS)
        return DT_SURVEY_DONE;
    if (survey_steps % DT_STEPS_A_COMPARTMENT == 0)
        dt_wheel_mark_here(hal_sensors() & DT_SENSOR_FULL);
    survey_steps++;
    step_wheel(1);
    return DT_SURVEY_RUNNING;
}

static enum dt_survey seek(uint8_t home, uint16_t most)
{
    if (hal_sensors() & home) {
        survey_steps = 0;
        if (survey_part == SEEK_WHEEL) {
            wheel_at = wheel_to = 0;
            survey_part = SEEK_DEFLECTOR;
        } else {
            deflector_at = deflector_to = 0;
            survey_part = LOOK;
        }
        return DT_SURVEY_RUNNING;
    }
    if (survey_steps++ > most)
        return DT_SURVEY_STUCK;
    if (survey_part == SEEK_WHEEL)
        hal_wheel_step(1);
    else
        hal_deflector_step(-1);
    return DT_SURVEY_RUNNING;
}

enum dt_survey dt_wheel_survey(void)
{
    switch (survey_part) {
    case SEEK_WHEEL:
        return seek(DT_SENSOR_WHEEL_HOME, WHEEL_STEPS + DT_STEPS_A_COMPARTMENT);
    case SEEK_DEFLECTOR:
        return seek(DT_SENSOR_DEFLECTOR_HOME, DEFLECTOR_STEPS + DT_STEPS_A_SLOT);
    default:
        return look();
    }
}

static bool choose(bool wanted)
{
    uint8_t count = dt_wheel_count(), choices = wanted ? count : (uint8_t)(DT_COMPARTMENTS - count);
    if (choices == 0)
        return false;
    dt_noise_gather(NOISE_A_DRAW);
    uint8_t skip = dt_noise_draw(choices);
    for (uint8_t i = 0; i < DT_COMPARTMENTS; i++) {
        if (is_full(i) != wanted || skip--)
            continue;
        wheel_to = (uint8_t)(i * DT_STEPS_A_COMPARTMENT);
        return true;
    }
    return false;
}

bool dt_wheel_choose_full(void)
{
    return choose(true);
}

bool dt_wheel_choose_empty(void)
{
    return choose(false);
}

void dt_deflector_choose(uint8_t slot)
{
    deflector_to = (uint8_t)(slot * DT_STEPS_A_SLOT);
}

bool dt_wheel_move(void)
{
    if (wheel_at != wheel_to) {
        uint8_t ahead = (uint8_t)((wheel_to > wheel_at ? 0u : WHEEL_STEPS) + wheel_to - wheel_at);
        step_wheel(ahead <= WHEEL_STEPS / 2 ? 1 : -1);
    }
    if (deflector_at != deflector_to) {
        int8_t direction = deflector_to > deflector_at ? 1 : -1;
        hal_deflector_step(direction);
        deflector_at = (uint8_t)(deflector_at + direction);
    }
    return wheel_at == wheel_to && deflector_at == deflector_to;
}
