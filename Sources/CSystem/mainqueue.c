#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>

// What libdispatch offers to run loops that are not its own. CoreFoundation's is built on these two, and would be the
// public way; but it comes with ICU and a hundred thousand relocations, 5 ms of every start and 60 MB of the program.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

void halftone_run_main_queue(void) {
    struct pollfd wait = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
    for (;;) {
        if (poll(&wait, 1, -1) < 0 && errno != EINTR) abort(); // the handle is gone: nothing could ever happen again
        eventfd_t count;
        (void)eventfd_read(wait.fd, &count); // before the work, so that none that comes meanwhile is overlooked
        _dispatch_main_queue_callback_4CF(NULL);
    }
}
