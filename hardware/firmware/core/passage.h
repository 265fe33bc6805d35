/* A card's way past a light barrier: nothing, one card, two, or one that stays. */
#ifndef DT_PASSAGE_H
#define DT_PASSAGE_H
#include <stdbool.h>
#include <stdint.h>

/* A card takes 60 to 100 ms past the barrier at roller speed; two that overlap take longer, or come one after the other. */
#define DT_PASSAGE_WAIT_MS 1500u
#define DT_PASSAGE_ONE_MS 130u
#define DT_PASSAGE_STUCK_MS 600u
#define DT_PASSAGE_SETTLE_MS 40u

enum dt_passage { DT_PASSAGE_RUNNING, DT_PASSAGE_ONE, DT_PASSAGE_TWO, DT_PASSAGE_NONE, DT_PASSAGE_STUCK };

void dt_passage_begin(void);
/* Call every few milliseconds with whether the barrier is blocked and how long ago the last call was. */
enum dt_passage dt_passage_watch(bool blocked, uint8_t elapsed_ms);
/* Whether a first card has passed, so that the motor has done its work. */
bool dt_passage_seen(void);
#endif
