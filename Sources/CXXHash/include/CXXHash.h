#pragma once

// xxHash as it is: digests that are the same in every process and on every machine.

#if !__has_include(<xxhash.h>)
#error "xxHash is missing: apt-get install libxxhash-dev"
#endif
#include <xxhash.h>
