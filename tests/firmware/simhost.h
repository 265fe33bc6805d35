/* The table round a simulated board: what its pins drive and sense. */
#ifndef SIMHOST_H
#define SIMHOST_H
#include <simavr/sim_avr.h>

extern avr_t *avr;

/* Simulated time in microseconds. */
uint64_t sim_us(void);
void set_pin(char port, int bit, int value);
void watch_pin(char port, int bit, void (*changed)(int value));
/* Prints a line for the Python side. */
void tell(const char *format, ...);
/* Prints a line and stops the simulated clock until the Python side answers it. */
const char *ask(const char *format, ...);
void reset_later(uint64_t at_us);

struct mechanics {
    const char *mcu;
    void (*begin)(void);
    void (*work)(void);           /* called at least once a simulated millisecond */
    int (*command)(const char *); /* a line of the Python side; 0 when it is not for us */
};
extern const struct mechanics shuffler_mechanics, button_box_mechanics;
#endif
