#include "CBaseline.h"

#include <stdio.h>
#include <stdlib.h>
#if !__has_include(<webp/decode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#include <webp/decode.h>
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

bool baseline_read_scaled_webp(const uint8_t *bytes, size_t count, int width, int height) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return false;
    config.options.use_scaling = 1;
    config.options.scaled_width = width;
    config.options.scaled_height = height;
    config.options.bypass_filtering = 1;
    config.options.no_fancy_upsampling = 1;
    config.output.colorspace = MODE_RGB;
    const bool is_decoded = WebPDecode(bytes, count, &config) == VP8_STATUS_OK;
    WebPFreeDecBuffer(&config.output);
    return is_decoded;
}
