/* Packets in a stream of bytes: check, byte stuffing, and finding the next packet after damage. */
#ifndef DT_PACKET_H
#define DT_PACKET_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"

#define DT_HEADER_SIZE 5u
#define DT_CHECK_SIZE 2u
#define DT_MAX_PAYLOAD (DT_MAX_PACKET - DT_HEADER_SIZE - DT_CHECK_SIZE)

struct dt_unpacker {
    uint8_t data[DT_MAX_PACKET];
    uint8_t length;
    uint8_t code; /* last code byte of the byte stuffing, 0 before the first */
    uint8_t left; /* bytes until the next code byte */
    bool broken;
    uint16_t bad_packets;
};

/* Takes one byte. True: a whole, undamaged packet lies in data, of this protocol version or a HELLO of any; length is that
   of its payload. */
bool dt_unpack(struct dt_unpacker *unpacker, uint8_t byte);

static inline uint8_t dt_packet_type(const struct dt_unpacker *u) { return u->data[1]; }
static inline uint16_t dt_packet_boot(const struct dt_unpacker *u) { return dt_get16(u->data + 2); }
static inline uint8_t dt_packet_seq(const struct dt_unpacker *u) { return u->data[4]; }
static inline const uint8_t *dt_packet_payload(const struct dt_unpacker *u) { return u->data + DT_HEADER_SIZE; }

uint16_t dt_check(const uint8_t *data, uint8_t length);

/* Sends a packet through hal_uart_put. */
void dt_send(uint8_t type, uint16_t boot_id, uint8_t seq, const uint8_t *payload, uint8_t length);
#endif
