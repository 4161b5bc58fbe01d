#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#include <jpeglib.h>

struct encoder {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    unsigned char *bytes;
    unsigned long count;
};

static void ignore_message(j_common_ptr common) { (void)common; }

static void on_error(j_common_ptr common) {
    struct encoder *encoder = common->client_data;
    longjmp(encoder->escape, 1);
}

static void encode(struct encoder *encoder, const uint8_t *pixels, int width, int height, int channels,
                   cjpeg_encoding encoding) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_create_compress(info);
    jpeg_mem_dest(info, &encoder->bytes, &encoder->count);
    info->image_width = (JDIMENSION)width;
    info->image_height = (JDIMENSION)height;
    info->input_components = channels;
    info->in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, encoding.quality, TRUE);
    info->restart_in_rows = encoding.restart_rows;
    if (channels == 3) {
        info->comp_info[0].h_samp_factor = encoding.halves_columns ? 2 : 1;
        info->comp_info[0].v_samp_factor = encoding.halves_rows ? 2 : 1;
    }
    if (encoding.is_progressive) jpeg_simple_progression(info);
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < info->image_height) {
        JSAMPROW row = (JSAMPROW)pixels + (size_t)info->next_scanline * (size_t)width * (size_t)channels;
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

size_t cjpeg_encode(const uint8_t *pixels, int width, int height, int channels, cjpeg_encoding encoding, uint8_t **bytes) {
    struct encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return 0;
    encoder->info.err = jpeg_std_error(&encoder->errors);
    encoder->info.client_data = encoder;
    encoder->errors.error_exit = on_error;
    encoder->errors.output_message = ignore_message;
    size_t count = 0;
    if (setjmp(encoder->escape) == 0) {
        encode(encoder, pixels, width, height, channels, encoding);
        *bytes = encoder->bytes;
        count = encoder->count;
    } else {
        free(encoder->bytes);
    }
    jpeg_destroy_compress(&encoder->info);
    free(encoder);
    return count;
}

void cjpeg_free(uint8_t *bytes) { free(bytes); }
