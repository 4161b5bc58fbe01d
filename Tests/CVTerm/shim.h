#pragma once
#if !__has_include(<vterm.h>)
#error "libvterm is missing: apt-get install libvterm-dev"
#endif
#include <vterm.h>
