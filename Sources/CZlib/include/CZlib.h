#pragma once

// zlib as it is: deflate for pictures that go to the terminal, inflate for SVG, and the checksums of PNG.

#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif
#include <zlib.h>
