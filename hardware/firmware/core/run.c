#include "run.h"

#include "nonvolatile.h"
#include "session.h"

void dt_begin(void)
{
    dt_session_begin(dt_count_boot());
    device_begin();
}

void dt_poll(void)
{
    device_poll();
    dt_session_poll();
}
