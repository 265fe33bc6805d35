/* The conversation with the computer: greeting, heartbeat, events. The device proper answers the rest. */
#ifndef DT_SESSION_H
#define DT_SESSION_H
#include <stdbool.h>
#include <stdint.h>
#include "event_ring.h"

/* What a device provides. */
extern const uint8_t device_class;
bool device_ready(void); /* nothing is answered before */
uint32_t device_last_command_id(void);
/* Answers through dt_reply and returns 0, or returns a DT_NAK_REASON_. */
uint8_t device_answer(uint8_t type, const uint8_t *payload, uint8_t length);
void device_session_ended(void);

void dt_session_begin(uint32_t boot_id);
void dt_session_poll(void);
/* Answers the packet being handled. */
void dt_reply(uint8_t type, const uint8_t *payload, uint8_t length);
bool dt_session_open(void);
#endif
