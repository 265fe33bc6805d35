/* What the portable core asks of a board. Implemented in ../avr for the real boards and in tests/firmware for the native build. */
#ifndef DT_HAL_H
#define DT_HAL_H
#include <stdbool.h>
#include <stdint.h>

uint32_t hal_millis(void);
bool hal_uart_get(uint8_t *byte);
void hal_uart_put(uint8_t byte);
uint16_t hal_uart_overruns(void);
uint8_t hal_reset_cause(void); /* a DT_RESET_CAUSE_ value */
uint8_t hal_eeprom_read(uint16_t address);
void hal_eeprom_write(uint16_t address, uint8_t byte); /* returns when it is written */

/* Shuffler. A step moves one axis by one; direction is +1 or -1. */
void hal_motors_power(bool on);
void hal_wheel_step(int8_t direction);
void hal_deflector_step(int8_t direction);
void hal_feed(bool on);
void hal_intake(bool on);
void hal_sensors_power(bool on);
uint8_t hal_sensors(void); /* bits as in ShufflerState.sensors */
uint8_t hal_noise(void);   /* a byte with some physical noise in it */

/* Button box. */
uint16_t hal_buttons(void); /* bit n = contact n closed, not debounced */
void hal_lamps(uint8_t lamps);
void hal_buzzer(bool on);
#endif
