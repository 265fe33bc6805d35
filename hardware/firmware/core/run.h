/* The main program of every device: begin once, then poll for ever. */
#ifndef DT_RUN_H
#define DT_RUN_H

/* What a device provides besides session.h. */
void device_begin(void);
void device_poll(void);

void dt_begin(void);
void dt_poll(void);
#endif
