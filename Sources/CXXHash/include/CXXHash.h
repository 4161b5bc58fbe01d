#pragma once

// xxHash as it is: digests that are the same in every process and on every machine.

#include <xxhash.h>
