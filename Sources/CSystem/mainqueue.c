#include "CSystem.h"

#include <sys/eventfd.h>

// libdispatch's hooks for run loops other than its own. The main actor runs on the main queue, and Swift 6.3 has no
// public way to give it another executor. CoreFoundation's run loop uses these two, and would be the public interface;
// but it brings ICU and a hundred thousand relocations, 5 ms of every start and 60 MB of the program.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int halftone_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void halftone_run_main_queue(void) {
    eventfd_t count;
    // before the work, so that work added meanwhile is not overlooked
    (void)eventfd_read(halftone_main_queue_descriptor(), &count);
    _dispatch_main_queue_callback_4CF(NULL);
}
