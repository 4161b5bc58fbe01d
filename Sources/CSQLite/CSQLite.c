#include "CSQLite.h"

// All of it is in the library. A target in C, and no module map alone, so that a release build can contain the archive.
