#include "CPNG.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include <png.h>

struct encoder {
    uint8_t *bytes;
    size_t count, capacity;
};

static void on_error(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void write_bytes(png_structp png, png_bytep source, size_t count) {
    struct encoder *encoder = png_get_io_ptr(png);
    if (count > encoder->capacity - encoder->count) {
        size_t capacity = (encoder->count + count) * 2;
        uint8_t *bytes = realloc(encoder->bytes, capacity);
        if (bytes == NULL) png_error(png, "no memory");
        encoder->bytes = bytes;
        encoder->capacity = capacity;
    }
    memcpy(encoder->bytes + encoder->count, source, count);
    encoder->count += count;
}

static void flush(png_structp png) { (void)png; }

static void write(png_structp png, png_infop info, const uint8_t *pixels, cpng_encoding encoding) {
    png_set_IHDR(png, info, (png_uint_32)encoding.width, (png_uint_32)encoding.height, 8,
                 encoding.channels == 4 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(png, encoding.level);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
    png_write_info(png, info);
    const size_t stride = (size_t)encoding.width * (size_t)encoding.channels;
    for (int y = 0; y < encoding.height; y++) png_write_row(png, pixels + stride * (size_t)y);
    png_write_end(png, info);
}

size_t cpng_encode(const uint8_t *pixels, cpng_encoding encoding, uint8_t **bytes) {
    struct encoder encoder = {0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    if (png == NULL) return 0;
    png_infop info = png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        // libpng wrote through the pointer it was given, so the buffer is valid in spite of the jump.
        struct encoder *written = info == NULL ? NULL : png_get_io_ptr(png);
        if (written != NULL) free(written->bytes);
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_write_fn(png, &encoder, write_bytes, flush);
    write(png, info, pixels, encoding);
    png_destroy_write_struct(&png, &info);
    *bytes = encoder.bytes;
    return encoder.count;
}

void cpng_free(uint8_t *bytes) { free(bytes); }
