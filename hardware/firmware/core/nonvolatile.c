#include "nonvolatile.h"

#include "eeprom_map.h"
#include "hal.h"
#include "packet.h"

static uint8_t check_byte(const uint8_t *data, uint8_t length)
{
    uint16_t crc = dt_check(data, length);
    return (uint8_t)(crc ^ crc >> 8);
}

bool dt_record_read(uint16_t address, uint8_t *data, uint8_t length)
{
    for (uint8_t i = 0; i < length; i++)
        data[i] = hal_eeprom_read((uint16_t)(address + i));
    return hal_eeprom_read((uint16_t)(address + length)) == check_byte(data, length);
}

void dt_record_write(uint16_t address, const uint8_t *data, uint8_t length)
{
    for (uint8_t i = 0; i < length; i++)
        hal_eeprom_write((uint16_t)(address + i), data[i]);
    hal_eeprom_write((uint16_t)(address + length), check_byte(data, length));
}

uint32_t dt_serial_number(void)
{
    uint8_t data[4];
    for (uint8_t i = 0; i < 4; i++)
        data[i] = hal_eeprom_read((uint16_t)(DT_EEPROM_SERIAL_NUMBER + i));
    return dt_get32(data);
}

uint32_t dt_count_boot(void)
{
    uint8_t data[4], older = 0;
    uint32_t newest = 0;
    for (uint8_t copy = 0; copy < 2; copy++) {
        if (!dt_record_read((uint16_t)(DT_EEPROM_BOOT + copy * 5u), data, 4) || dt_get32(data) < newest)
            continue;
        newest = dt_get32(data);
        older = copy ^ 1;
    }
    newest++;
    if ((newest & 0xFFFF) == 0)
        newest++;
    dt_put32(data, newest);
    dt_record_write((uint16_t)(DT_EEPROM_BOOT + older * 5u), data, 4);
    return newest;
}
