#include "packet.h"

#include <string.h>

#include "hal.h"

uint16_t dt_check(const uint8_t *data, uint8_t length)
{
    uint16_t crc = 0xFFFF;
    while (length--) {
        crc ^= (uint16_t)((uint16_t)*data++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : crc << 1);
    }
    return crc;
}

static void begin(struct dt_unpacker *u)
{
    u->length = u->code = u->left = 0;
    u->broken = false;
}

static void store(struct dt_unpacker *u, uint8_t byte)
{
    if (u->length < sizeof u->data)
        u->data[u->length++] = byte;
    else
        u->broken = true;
}

static bool finish(struct dt_unpacker *u)
{
    if (u->code == 0)
        return false; /* nothing between two zeros */
    bool good = !u->broken && u->left == 0 && u->length >= DT_HEADER_SIZE + DT_CHECK_SIZE;
    if (good) {
        uint8_t body = (uint8_t)(u->length - DT_CHECK_SIZE);
        bool understood = u->data[0] >> 4 == DT_PROTOCOL_VERSION || u->data[1] == DT_HELLO;
        good = understood && dt_check(u->data, body) == dt_get16(u->data + body);
    }
    if (!good)
        u->bad_packets++;
    return good;
}

bool dt_unpack(struct dt_unpacker *u, uint8_t byte)
{
    if (byte == 0) {
        bool good = finish(u);
        uint8_t length = u->length;
        begin(u);
        if (good)
            u->length = (uint8_t)(length - DT_HEADER_SIZE - DT_CHECK_SIZE);
        return good;
    }
    if (u->code == 0) {
        u->length = 0; /* the payload length of the packet before is still in it */
        u->code = byte;
        u->left = (uint8_t)(byte - 1);
    } else if (u->left == 0) {
        if (u->code != 0xFF)
            store(u, 0);
        u->code = byte;
        u->left = (uint8_t)(byte - 1);
    } else {
        u->left--;
        store(u, byte);
    }
    return false;
}

static void send_stuffed(const uint8_t *data, uint8_t length)
{
    uint8_t from = 0;
    hal_uart_put(0);
    for (;;) {
        uint8_t to = from;
        while (to < length && data[to])
            to++;
        hal_uart_put((uint8_t)(to - from + 1));
        while (from < to)
            hal_uart_put(data[from++]);
        if (to >= length)
            break;
        from = (uint8_t)(to + 1);
    }
    hal_uart_put(0);
}

void dt_send(uint8_t type, uint16_t boot_id, uint8_t seq, const uint8_t *payload, uint8_t length)
{
    uint8_t data[DT_MAX_PACKET];
    if (length > DT_MAX_PAYLOAD)
        return;
    data[0] = DT_PROTOCOL_VERSION << 4;
    data[1] = type;
    dt_put16(data + 2, boot_id);
    data[4] = seq;
    if (length)
        memcpy(data + DT_HEADER_SIZE, payload, length);
    uint8_t body = (uint8_t)(DT_HEADER_SIZE + length);
    dt_put16(data + body, dt_check(data, body));
    send_stuffed(data, (uint8_t)(body + DT_CHECK_SIZE));
}
