#include "CBaseline.h"

#include <stdio.h> // jpeglib.h requires it
#include <stdlib.h>

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include <jpeglib.h>
#include <png.h>
#include <setjmp.h>

// Row by row: a process that measures the memory of a decoder must not hold the picture itself.

static uint32_t seed = 1;

/// Steps and a slope, with grain.
static void draw_row(uint8_t *row, int width, int y) {
    for (int x = 0; x < width; x++) {
        seed = seed * 1664525u + 1013904223u;
        const int grain = (int)(seed >> 29);
        row[3 * x] = (uint8_t)((x >> 6) * 3 + grain);
        row[3 * x + 1] = (uint8_t)((y >> 6) * 2 + grain);
        row[3 * x + 2] = (uint8_t)((x + y) >> 5);
    }
}

bool baseline_write_large_jpeg(const char *path, int width, int height) {
    FILE *file = fopen(path, "wb");
    uint8_t *row = malloc((size_t)width * 3);
    if (file == NULL || row == NULL) {
        if (file != NULL) fclose(file);
        free(row);
        return false;
    }
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors; // libjpeg's own: an error ends the program with its message
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_stdio_dest(&info, file);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 75, TRUE);
    jpeg_start_compress(&info, TRUE);
    for (int y = 0; y < height; y++) {
        draw_row(row, width, y);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    free(row);
    return fclose(file) == 0;
}

static bool write_rows(FILE *file, png_structp png, png_infop info, uint8_t *row, int width, int height, bool is_bilevel) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_init_io(png, file);
    png_set_IHDR(
        png, info, (png_uint_32)width, (png_uint_32)height, is_bilevel ? 1 : 8,
        is_bilevel ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 1);
    png_set_filter(png, 0, is_bilevel ? PNG_FILTER_NONE : PNG_FILTER_SUB);
    png_write_info(png, info);
    for (int y = 0; y < height; y++) {
        if (!is_bilevel) draw_row(row, width, y);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    return true;
}

bool baseline_write_large_png(const char *path, int width, int height, bool is_bilevel) {
    FILE *file = fopen(path, "wb");
    uint8_t *row = calloc((size_t)width, 3);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    bool is_written = file != NULL && row != NULL && info != NULL
        && write_rows(file, png, info, row, width, height, is_bilevel);
    png_destroy_write_struct(&png, &info);
    free(row);
    if (file != NULL && fclose(file) != 0) is_written = false;
    return is_written;
}
