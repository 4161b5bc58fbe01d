#include "CBaseline.h"

#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

bool baseline_write_png(const char *path, const uint8_t *pixels, int width, int height) {
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = (png_uint_32)width, .height = (png_uint_32)height, .format = PNG_FORMAT_RGB};
    return png_image_write_to_file(&image, path, 0, pixels, 0, NULL) != 0;
}

static int read_rows(FILE *file, png_structp png, png_infop info, png_bytep *row) {
    if (setjmp(png_jmpbuf(png))) return 0;
    png_init_io(png, file);
    png_read_info(png, info);
    int rows = (int)png_get_image_height(png, info);
    *row = malloc(png_get_rowbytes(png, info));
    if (*row == NULL) return 0;
    for (int index = 0; index < rows; index++) png_read_row(png, *row, NULL);
    return rows;
}

int baseline_read_png(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return 0;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    png_bytep row = NULL;
    int rows = info == NULL ? 0 : read_rows(file, png, info, &row);
    free(row);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    return rows;
}
