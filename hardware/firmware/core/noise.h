/* Unpredictable numbers: physical noise and the computer's seed in one sponge, neither enough to know what comes out. */
#ifndef DT_NOISE_H
#define DT_NOISE_H
#include <stdint.h>

#define DT_SPONGE_SIZE 25u
void dt_keccak200(uint8_t state[DT_SPONGE_SIZE]);

void dt_noise_absorb(uint8_t byte);
/* Takes in fresh noise from the board. */
void dt_noise_gather(uint8_t bytes);
/* A number from 0 to below - 1, each as likely as the other; below is 1 to 255. */
uint8_t dt_noise_draw(uint8_t below);
#endif
