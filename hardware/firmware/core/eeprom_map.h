/* Where things lie in the EEPROM. */
#ifndef DT_EEPROM_MAP_H
#define DT_EEPROM_MAP_H
#define DT_EEPROM_SERIAL_NUMBER 0u /* u32, written when the device is made */
#define DT_EEPROM_BOOT 8u          /* two records of 5 bytes */
#define DT_EEPROM_JOURNAL 64u
#define DT_JOURNAL_SLOTS 240u      /* of 8 bytes; two a command, so 100,000 writes a cell last 12 million commands */
#endif
