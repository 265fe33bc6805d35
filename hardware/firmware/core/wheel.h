/* The two axes: a wheel of compartments, one card each, and the deflector that leads the chute to a slot. */
#ifndef DT_WHEEL_H
#define DT_WHEEL_H
#include <stdbool.h>
#include <stdint.h>

#define DT_STEPS_A_COMPARTMENT 4u
#define DT_STEPS_A_SLOT 4u

/* Sensor bits, as in ShufflerState.sensors. */
#define DT_SENSOR_EXIT 0x01u
#define DT_SENSOR_INTAKE 0x02u
#define DT_SENSOR_TRAY 0x04u
#define DT_SENSOR_LID 0x08u
#define DT_SENSOR_FULL 0x10u
#define DT_SENSOR_WHEEL_HOME 0x20u
#define DT_SENSOR_DEFLECTOR_HOME 0x40u

enum dt_survey { DT_SURVEY_RUNNING, DT_SURVEY_DONE, DT_SURVEY_STUCK };

/* Finds home on both axes and looks into every compartment. Call survey once a millisecond until it is not RUNNING. */
void dt_wheel_survey_begin(void);
enum dt_survey dt_wheel_survey(void);

/* Choose where to turn; false when there is no such compartment. Which one comes from the noise alone. */
bool dt_wheel_choose_full(void);
bool dt_wheel_choose_empty(void);
void dt_deflector_choose(uint8_t slot);
/* One step towards the choice on each axis; true when both are there. Call once a millisecond. */
bool dt_wheel_move(void);

void dt_wheel_mark_here(bool full);
uint8_t dt_wheel_count(void);
#endif
