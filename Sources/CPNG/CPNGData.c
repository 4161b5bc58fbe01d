#include "CPNG.h"

#include <limits.h>

#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif
#include <zlib.h>

uint32_t cpng_checksum(const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(0, bytes, count); // the checksum of no bytes is 0
}

size_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
    if (count > ULONG_MAX || capacity > ULONG_MAX) return 0;
    uLongf length = (uLongf)capacity;
    return uncompress(target, &length, bytes, (uLong)count) == Z_OK ? (size_t)length : 0;
}
