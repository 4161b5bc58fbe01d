#include "CBaseline.h"

#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include <png.h>

bool baseline_write_png(const char *path, const uint8_t *pixels, int width, int height) {
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = (png_uint_32)width, .height = (png_uint_32)height, .format = PNG_FORMAT_RGB};
    return png_image_write_to_file(&image, path, 0, pixels, 0, NULL) != 0;
}
