#include "passage.h"

static enum { WAITING, PASSING, SETTLING } part;
static uint16_t ms;
static bool two;

void dt_passage_begin(void)
{
    part = WAITING;
    ms = 0;
    two = false;
}

bool dt_passage_seen(void)
{
    return part == SETTLING;
}

static void enter(uint8_t next)
{
    part = next;
    ms = 0;
}

enum dt_passage dt_passage_watch(bool blocked, uint8_t elapsed_ms)
{
    ms = (uint16_t)(ms + elapsed_ms);
    switch (part) {
    case WAITING:
        if (blocked)
            enter(PASSING);
        else if (ms > DT_PASSAGE_WAIT_MS)
            return DT_PASSAGE_NONE;
        return DT_PASSAGE_RUNNING;
    case PASSING:
        if (blocked)
            return ms > DT_PASSAGE_STUCK_MS ? DT_PASSAGE_STUCK : DT_PASSAGE_RUNNING;
        two = two || ms > DT_PASSAGE_ONE_MS;
        enter(SETTLING);
        return DT_PASSAGE_RUNNING;
    default:
        if (blocked) {
            two = true;
            enter(PASSING);
            return DT_PASSAGE_RUNNING;
        }
        if (ms <= DT_PASSAGE_SETTLE_MS)
            return DT_PASSAGE_RUNNING;
        return two ? DT_PASSAGE_TWO : DT_PASSAGE_ONE;
    }
}
