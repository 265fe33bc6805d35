/* What the device remembers of commands, across restarts: the last eight, begun or ended. */
#ifndef DT_JOURNAL_H
#define DT_JOURNAL_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"

#define DT_REMEMBERED 8u

/* Reads the EEPROM. True: the newest command was begun and never ended. */
bool dt_journal_load(void);
uint32_t dt_journal_last_id(void);
/* What is known of a command. One too old to be remembered is rejected as stale. False: never begun. */
bool dt_journal_find(uint32_t command_id, struct dt_command_status *status);
/* Written before anything moves. */
void dt_journal_begin(uint32_t command_id);
void dt_journal_end(uint32_t command_id, uint8_t result, uint8_t cards, uint8_t count);
#endif
