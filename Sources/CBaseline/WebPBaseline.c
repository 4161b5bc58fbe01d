#include "CBaseline.h"

#include <stdio.h>
#if !__has_include(<webp/encode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#include <webp/encode.h>

bool baseline_write_webp(const char *path, const uint8_t *pixels, int width, int height) {
    uint8_t *bytes = NULL;
    const size_t count = WebPEncodeRGB(pixels, width, height, width * 3, 80, &bytes);
    FILE *file = count == 0 ? NULL : fopen(path, "wb");
    bool is_written = file != NULL && fwrite(bytes, 1, count, file) == count;
    if (file != NULL && fclose(file) != 0) is_written = false;
    WebPFree(bytes);
    return is_written;
}
