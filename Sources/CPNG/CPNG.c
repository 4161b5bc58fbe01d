#include "CPNGDecoder.h"

#include <stdlib.h>
#include <string.h>

// MARK: - Callbacks

static void keep_message(cpng_decoder *decoder, const char *text) {
    strncpy(decoder->message, text, sizeof decoder->message - 1);
}

static void on_error(png_structp png, png_const_charp text) {
    cpng_decoder *decoder = png_get_error_ptr(png);
    keep_message(decoder, text);
    decoder->has_failed = true;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    cpng_decoder *decoder = png_get_error_ptr(png);
    if (!decoder->is_started || strstr(text, "xtra compressed data") != NULL) return; // not visible in the image
    if (decoder->warnings++ == 0) keep_message(decoder, text);
}

/// Bytes of a file that are read at a time.
enum { piece_bytes = 1 << 16 };

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    cpng_decoder *decoder = png_get_io_ptr(png);
    while (count > 0) {
        if (decoder->taken == decoder->piece_count) {
            const cpng_source *source = &decoder->source;
            decoder->piece_count = source->read(source->context, decoder->offset, decoder->piece, piece_bytes);
            decoder->offset += decoder->piece_count;
            decoder->taken = 0;
        }
        const size_t left = decoder->piece_count - decoder->taken;
        if (left == 0) {
            decoder->ends_early = true;
            png_error(png, "the data ends early");
        }
        const size_t copied = count < left ? count : left;
        memcpy(target, decoder->piece + decoder->taken, copied);
        decoder->taken += copied;
        target += copied;
        count -= copied;
    }
}

// MARK: - Decoding

cpng_decoder *cpng_create(cpng_source source, cpng_limits limits) {
    cpng_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->source = source;
    if (source.read != NULL && (decoder->piece = malloc(piece_bytes)) == NULL) {
        cpng_destroy(decoder);
        return NULL;
    }
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
    if (decoder->png != NULL) decoder->info = png_create_info_struct(decoder->png);
    if (decoder->info == NULL || setjmp(png_jmpbuf(decoder->png))) {
        cpng_destroy(decoder);
        return NULL;
    }
    png_structp png = decoder->png;
    png_set_read_fn(png, decoder, read_bytes);
    png_set_user_limits(png, limits.side, limits.side);
    png_set_chunk_malloc_max(png, limits.chunk_bytes);
    png_set_chunk_cache_max(png, 16);
    png_set_benign_errors(png, 1);
    // Every chunk has a checksum already; verifying the one over all pixels would take as long as averaging them.
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    // Text chunks and color profiles are compressed and may be bombs: all but critical chunks and tRNS are skipped
    // unread.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    return decoder;
}

void cpng_destroy(cpng_decoder *decoder) {
    if (decoder == NULL) return;
    if (decoder->png != NULL) png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder->piece);
    free(decoder);
}

const char *cpng_message(const cpng_decoder *decoder) { return decoder->message; }
bool cpng_ends_early(const cpng_decoder *decoder) { return decoder->ends_early; }
int cpng_warnings(const cpng_decoder *decoder) { return decoder->warnings; }

static int channels_of(const cpng_decoder *decoder) {
    png_byte type = png_get_color_type(decoder->png, decoder->info);
    bool has_color = (type & PNG_COLOR_MASK_COLOR) != 0;
    bool has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0
        || png_get_valid(decoder->png, decoder->info, PNG_INFO_tRNS) != 0;
    return (has_color ? 3 : 1) + (has_alpha ? 1 : 0);
}

bool cpng_read_header(cpng_decoder *decoder, cpng_header *header) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_read_info(decoder->png, decoder->info);
    cpng_describe(decoder, header);
    return true;
}

void cpng_describe(const cpng_decoder *decoder, cpng_header *header) {
    *header = (cpng_header){
        .width = (int)png_get_image_width(decoder->png, decoder->info),
        .height = (int)png_get_image_height(decoder->png, decoder->info),
        .channels = channels_of(decoder),
        .is_interlaced = png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE,
        .depth = png_get_color_type(decoder->png, decoder->info) == PNG_COLOR_TYPE_PALETTE
            ? 8 : png_get_bit_depth(decoder->png, decoder->info),
    };
}

/// Whether the file ends with the IEND chunk, which always consists of the same twelve bytes.
static bool has_end(const cpng_decoder *decoder) {
    static const uint8_t end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
    const cpng_source *source = &decoder->source;
    uint8_t last[sizeof end];
    return source->count >= sizeof end
        && source->read(source->context, source->count - sizeof end, last, sizeof last) == sizeof last
        && memcmp(last, end, sizeof end) == 0;
}

void cpng_prepare(cpng_decoder *decoder) {
    png_structp png = decoder->png;
    // A wrong checksum in the header was an error; in the pixels it is damage that may well be invisible.
    png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
    decoder->is_started = true;
    png_set_expand(png);
    png_set_scale_16(png);
    png_read_update_info(png, decoder->info);
}

bool cpng_start(cpng_decoder *decoder) {
    png_structp png = decoder->png;
    if (setjmp(png_jmpbuf(png))) return false;
    // libpng reads input in large blocks and loses all of a truncated one; small blocks lose little.
    if (!has_end(decoder)) png_set_compression_buffer_size(png, 32);
    cpng_prepare(decoder);
    return png_get_channels(png, decoder->info) == channels_of(decoder)
        && png_get_bit_depth(png, decoder->info) == 8;
}

bool cpng_read_row(cpng_decoder *decoder, uint8_t *row) {
    png_structp png = decoder->png;
    if (decoder->has_failed) return false;
    const png_uint_32 before = png_get_current_row_number(png);
    if (setjmp(png_jmpbuf(png))) {
        // After the last row libpng checks the end of the data; if that fails, the row itself has been decoded.
        return png_get_current_row_number(png) != before;
    }
    png_read_row(png, row, NULL);
    return true;
}
