#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>

// libdispatch's hooks for run loops other than its own. CoreFoundation's run loop uses these two, and would be the
// public interface; but it brings ICU and a hundred thousand relocations, 5 ms of every start and 60 MB of the program.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

void halftone_run_main_queue(void) {
    struct pollfd wait = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
    for (;;) {
        if (poll(&wait, 1, -1) < 0 && errno != EINTR) abort(); // without the handle nothing could ever run again
        eventfd_t count;
        (void)eventfd_read(wait.fd, &count); // before the work, so that work added meanwhile is not overlooked
        _dispatch_main_queue_callback_4CF(NULL);
    }
}
