/* Checked records in the EEPROM. */
#ifndef DT_NONVOLATILE_H
#define DT_NONVOLATILE_H
#include <stdbool.h>
#include <stdint.h>

/* Reads length bytes and a check byte; false when they were never written whole. */
bool dt_record_read(uint16_t address, uint8_t *data, uint8_t length);
void dt_record_write(uint16_t address, const uint8_t *data, uint8_t length);

uint32_t dt_serial_number(void);
/* Counts this start and returns its number; the low 16 bits are never 0. Survives a power cut at any moment. */
uint32_t dt_count_boot(void);
#endif
