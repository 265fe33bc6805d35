/* Events kept until the computer has acknowledged them. */
#ifndef DT_EVENT_RING_H
#define DT_EVENT_RING_H
#include <stdbool.h>
#include "protocol.h"

void dt_events_reset(void);
/* Numbers are given here; when the ring is full the event is dropped, and counted in an EVENTS_LOST event in its place. */
void dt_event(uint8_t kind, uint8_t code, uint16_t value, uint8_t count, uint32_t command_id);
void dt_events_acknowledge(uint16_t upto);
void dt_events_rewind(void);
uint16_t dt_events_first(void);
/* The next event to send now, if there is one. */
bool dt_events_due(struct dt_event *event);
#endif
