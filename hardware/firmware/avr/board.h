/* What both boards share: 16 MHz AVR, UART 0, 1 ms clock, EEPROM, watchdog, sleep. */
#ifndef DT_BOARD_H
#define DT_BOARD_H

void board_begin(void);
void board_pins(void); /* each board's own */
#endif
