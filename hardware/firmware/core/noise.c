#include "noise.h"

#include <string.h>

#include "hal.h"

/* Keccak-f[200] (FIPS 202's permutation on lanes of 8 bits, 18 rounds) suits an 8-bit machine. Rate 9 bytes, so that
   the capacity is 128 bits. */
#define RATE 9u

static uint8_t sponge[DT_SPONGE_SIZE];
static uint8_t position;

static uint8_t rotate(uint8_t lane, uint8_t by)
{
    return by ? (uint8_t)(lane << by | lane >> (8 - by)) : lane;
}

void dt_keccak200(uint8_t a[DT_SPONGE_SIZE])
{
    static const uint8_t constants[18] = {0x01, 0x82, 0x8A, 0x00, 0x8B, 0x01, 0x81, 0x09, 0x8A,
                                          0x88, 0x09, 0x0A, 0x8B, 0x8B, 0x89, 0x03, 0x02, 0x80};
    static const uint8_t offsets[24] = {1, 3, 6, 2, 7, 5, 4, 4, 5, 7, 2, 6, 3, 1, 0, 0, 1, 3, 6, 2, 7, 5, 4, 4};
    static const uint8_t lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
    for (uint8_t round = 0; round < 18; round++) {
        uint8_t c[5];
        for (uint8_t x = 0; x < 5; x++)
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (uint8_t i = 0; i < 25; i++)
            a[i] ^= c[(i + 4) % 5] ^ rotate(c[(i + 1) % 5], 1);
        uint8_t moving = a[1];
        for (uint8_t i = 0; i < 24; i++) {
            uint8_t next = a[lanes[i]];
            a[lanes[i]] = rotate(moving, offsets[i]);
            moving = next;
        }
        for (uint8_t y = 0; y < 25; y += 5) {
            memcpy(c, a + y, 5);
            for (uint8_t x = 0; x < 5; x++)
                a[y + x] = (uint8_t)(c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]));
        }
        a[0] ^= constants[round];
    }
}

void dt_noise_absorb(uint8_t byte)
{
    sponge[position++] ^= byte;
    if (position == RATE) {
        position = 0;
        dt_keccak200(sponge);
    }
}

void dt_noise_gather(uint8_t bytes)
{
    while (bytes--)
        dt_noise_absorb(hal_noise());
}

/* Zeroing the rate afterwards makes what was drawn irrecoverable from a later look at the memory. */
static uint8_t squeeze(void)
{
    sponge[position] ^= 0x80;
    dt_keccak200(sponge);
    uint8_t byte = sponge[0];
    memset(sponge, 0, RATE);
    position = 0;
    return byte;
}

uint8_t dt_noise_draw(uint8_t below)
{
    uint8_t limit = (uint8_t)(256u - 256u % below); /* 0 stands for 256 */
    for (;;) {
        uint8_t byte = squeeze();
        if (limit == 0 || byte < limit)
            return byte % below;
    }
}
