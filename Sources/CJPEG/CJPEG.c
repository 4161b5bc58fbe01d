#include "CJPEG.h"

#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#include <jpeglib.h>
#include <jerror.h>

#if JPEG_LIB_VERSION >= 70
#define BLOCK_HEIGHT(info) ((info)->min_DCT_v_scaled_size)
#else
#define BLOCK_HEIGHT(info) ((info)->min_DCT_scaled_size)
#endif

/// Bytes of a file that are read at a time.
enum { piece_bytes = 1 << 16 };

struct cjpeg_decoder {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    jmp_buf escape;
    char message[JMSG_LENGTH_MAX];
    JSAMPROW cmyk; // one row, for CMYK images
    struct frame {
        JDIMENSION width, height;
        int components, precision;
        boolean is_progressive, is_arithmetic;
    } frame;
    cjpeg_cmyk_converter convert;
    const void *conversion;
    bool is_started, is_unsupported, has_failed, is_drawing;
    bool has_run_out; // the source was asked for bytes beyond the end
    int rows_read;
    cjpeg_outcome outcome;
    /// Bytes given so far, and how many of the bytes still to come are to be skipped.
    size_t count, skipped_ahead;
    bool may_grow; // more bytes will come: the library must suspend and wait for them
    /// The reader of the file, its context and offset, and the buffer; null if bytes are fed.
    cjpeg_reader read;
    void *context;
    size_t offset;
    uint8_t *piece;
};

// MARK: - Errors

static cjpeg_decoder *decoder_of(j_common_ptr common) { return common->client_data; }

/// Saves the fields that a second frame header in the file would change before the library reports it as an error.
static void keep_frame(cjpeg_decoder *decoder) {
    const struct jpeg_decompress_struct *info = &decoder->info;
    decoder->frame = (struct frame){
        .width = info->image_width,
        .height = info->image_height,
        .components = info->num_components,
        .precision = info->data_precision,
        .is_progressive = info->progressive_mode,
        .is_arithmetic = info->arith_code,
    };
}

/// Restores the saved fields. After an error the rows read so far are still shown, and all buffers have the sizes given
/// in the first header.
static void restore_frame(cjpeg_decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (decoder->frame.components == 0) return; // the error is in the first header
    info->image_width = decoder->frame.width;
    info->image_height = decoder->frame.height;
    info->num_components = decoder->frame.components;
    info->data_precision = decoder->frame.precision;
    info->progressive_mode = decoder->frame.is_progressive;
    info->arith_code = decoder->frame.is_arithmetic;
}

static void on_error(j_common_ptr common) {
    cjpeg_decoder *decoder = decoder_of(common);
    restore_frame(decoder);
    decoder->errors.format_message(common, decoder->message);
    switch (decoder->errors.msg_code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
        decoder->is_unsupported = true;
        break;
    default:
        break;
    }
    decoder->has_failed = true;
    longjmp(decoder->escape, 1);
}

/// Records that the data ends: block rows before the current one are complete, and nothing follows.
static void ends_here(cjpeg_decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    decoder->outcome.ends_early = true;
    if (info->input_scan_number > 1) return; // an earlier scan covers all rows; only detail is missing
    int good = (int)info->input_iMCU_row * info->max_v_samp_factor * BLOCK_HEIGHT(info);
    if (good < decoder->outcome.good_rows) decoder->outcome.good_rows = good;
}

static void on_message(j_common_ptr common, int level) {
    if (level >= 0) return; // trace messages
    cjpeg_decoder *decoder = decoder_of(common);
    decoder->errors.num_warnings++;
    switch (decoder->errors.msg_code) {
    case JWRN_HIT_MARKER:
        // The data of this scan is exhausted. It continues only after a restart marker.
        if (decoder->is_started
            && (decoder->info.unread_marker == JPEG_EOI || decoder->info.restart_interval == 0)) ends_here(decoder);
        break;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_ARITH_BAD_CODE:
        break;
    default:
        return; // unusual, but not visible in the image
    }
    decoder->outcome.damage_warnings++;
    if (decoder->message[0] == 0) decoder->errors.format_message(common, decoder->message);
}

static void on_output(j_common_ptr common) { (void)common; }

// MARK: - The source: a file in pieces, or bytes that arrive

static void begin_source(j_decompress_ptr info) { (void)info; }

static boolean fill_source(j_decompress_ptr info) {
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    cjpeg_decoder *decoder = decoder_of((j_common_ptr)info);
    if (decoder->may_grow) return FALSE;
    if (decoder->read != NULL && !decoder->has_run_out) {
        const size_t count = decoder->read(decoder->context, decoder->offset, decoder->piece, piece_bytes);
        decoder->offset += count;
        info->src->next_input_byte = decoder->piece;
        info->src->bytes_in_buffer = count;
        if (count > 0) return TRUE;
    }
    // The arithmetic decoder reads past its data without a warning, so this is the only sign of truncation.
    if (decoder->is_started && info->arith_code && !decoder->has_run_out) ends_here(decoder);
    decoder->has_run_out = true;
    info->src->next_input_byte = end;
    info->src->bytes_in_buffer = 2;
    return TRUE;
}

static void skip_source(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    struct jpeg_source_mgr *source = info->src;
    if ((size_t)count > source->bytes_in_buffer) {
        cjpeg_decoder *decoder = decoder_of((j_common_ptr)info);
        const size_t beyond = (size_t)count - source->bytes_in_buffer;
        source->next_input_byte += source->bytes_in_buffer;
        source->bytes_in_buffer = 0; // so that it is filled before anything is consumed
        if (decoder->may_grow) {
            decoder->skipped_ahead = beyond;
        } else {
            decoder->offset += beyond;
        }
        return;
    }
    source->next_input_byte += count;
    source->bytes_in_buffer -= (size_t)count;
}

// MARK: - Decoding

cjpeg_decoder *cjpeg_create(cjpeg_reader read, void *context) {
    cjpeg_decoder *decoder = cjpeg_create_fed();
    if (decoder == NULL) return NULL;
    decoder->piece = malloc(piece_bytes);
    if (decoder->piece == NULL) {
        cjpeg_destroy(decoder);
        return NULL;
    }
    decoder->read = read;
    decoder->context = context;
    return decoder;
}

cjpeg_decoder *cjpeg_create_fed(void) {
    cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->info.err = jpeg_std_error(&decoder->errors);
    decoder->info.client_data = decoder;
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->errors.output_message = on_output;
    decoder->outcome.good_rows = INT_MAX;
    if (setjmp(decoder->escape)) {
        jpeg_destroy_decompress(&decoder->info);
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->info); // keeps err and client_data
    decoder->source.init_source = begin_source;
    decoder->source.fill_input_buffer = fill_source;
    decoder->source.skip_input_data = skip_source;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = begin_source;
    decoder->info.src = &decoder->source;
    return decoder;
}

void cjpeg_destroy(cjpeg_decoder *decoder) {
    if (decoder == NULL) return;
    if (setjmp(decoder->escape) == 0) jpeg_destroy_decompress(&decoder->info);
    free(decoder->cmyk);
    free(decoder->piece);
    free(decoder);
}

const char *cjpeg_message(const cjpeg_decoder *decoder) { return decoder->message; }

static cjpeg_status failure(const cjpeg_decoder *decoder) {
    return decoder->is_unsupported ? cjpeg_unsupported : cjpeg_failed;
}

static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *info) {
    uint64_t blocks = 0;
    for (int i = 0; i < info->num_components; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        // The library rounds each side up to whole MCUs.
        uint64_t wide = component->width_in_blocks + (uint64_t)component->h_samp_factor;
        uint64_t high = component->height_in_blocks + (uint64_t)component->v_samp_factor;
        blocks += wide * high;
    }
    return blocks * sizeof(JBLOCK);
}

cjpeg_status cjpeg_read_header(cjpeg_decoder *decoder, cjpeg_header *header) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->escape)) return failure(decoder);
    if (jpeg_read_header(info, TRUE) == JPEG_SUSPENDED) return cjpeg_starved;
    keep_frame(decoder);
    bool has_multiple_scans = jpeg_has_multiple_scans(info);
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
        info->out_color_space = JCS_GRAYSCALE;
        break;
    case JCS_YCbCr:
    case JCS_RGB:
        info->out_color_space = JCS_RGB;
        break;
    case JCS_CMYK:
    case JCS_YCCK:
        info->out_color_space = JCS_CMYK;
        break;
    default:
        snprintf(decoder->message, sizeof decoder->message, "%d color components", info->num_components);
        return cjpeg_unsupported;
    }
    *header = (cjpeg_header){
        .width = (int)info->image_width,
        .height = (int)info->image_height,
        .channels = info->out_color_space == JCS_GRAYSCALE ? 1 : 3,
        .is_cmyk = info->out_color_space == JCS_CMYK,
        .is_progressive = info->progressive_mode,
        .is_arithmetic = info->arith_code,
        .has_multiple_scans = has_multiple_scans,
        .coefficient_bytes = has_multiple_scans ? coefficient_bytes(info) : 0,
    };
    return cjpeg_done;
}

cjpeg_status cjpeg_start(cjpeg_decoder *decoder, int eighths, bool fancy, size_t memory, int *width, int *height) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->escape)) return failure(decoder);
    info->scale_num = (unsigned)eighths;
    info->scale_denom = 8;
    info->do_fancy_upsampling = fancy;
    info->dct_method = JDCT_ISLOW;
    info->mem->max_memory_to_use = memory > LONG_MAX ? LONG_MAX : (long)memory;
    // With several scans `jpeg_start_decompress` would read them all in one call that cannot be interrupted.
    info->buffered_image = jpeg_has_multiple_scans(info);
    jpeg_start_decompress(info);
    decoder->is_started = true;
    if (info->out_color_space == JCS_CMYK) {
        decoder->cmyk = malloc((size_t)info->output_width * 4);
        if (decoder->cmyk == NULL) return cjpeg_failed;
    }
    *width = (int)info->output_width;
    *height = (int)info->output_height;
    return cjpeg_done;
}

cjpeg_status cjpeg_consume(cjpeg_decoder *decoder, int maximum_scans) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (!info->buffered_image || decoder->is_drawing) return cjpeg_done;
    if (setjmp(decoder->escape)) {
        // Broken tables in a later scan: what earlier scans decoded is still worth showing.
        if (info->input_scan_number <= 1) return failure(decoder);
        if (decoder->has_run_out) decoder->outcome.ends_early = true;
        decoder->outcome.damage_warnings++;
        return cjpeg_done;
    }
    if (info->input_scan_number > maximum_scans) {
        decoder->outcome.has_too_many_scans = true;
        return cjpeg_done;
    }
    const int event = jpeg_consume_input(info);
    if (event == JPEG_SUSPENDED) {
        restore_frame(decoder); // a part of a header may have been read
        return cjpeg_starved;
    }
    if (event != JPEG_REACHED_EOI) return cjpeg_more;
    if (decoder->has_run_out) decoder->outcome.ends_early = true;
    return cjpeg_done;
}

void cjpeg_convert_cmyk(cjpeg_decoder *decoder, cjpeg_cmyk_converter convert, const void *context) {
    decoder->convert = convert;
    decoder->conversion = context;
}

/// Converts CMYK, where 255 is no ink, to RGB without a color profile.
static void convert_cmyk(const JSAMPLE *cmyk, uint8_t *rgb, JDIMENSION width) {
    for (JDIMENSION i = 0; i < width; i++, cmyk += 4, rgb += 3) {
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)((cmyk[c] * cmyk[3] + 127) / 255);
    }
}

static bool read_row(cjpeg_decoder *decoder, uint8_t *row) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (decoder->cmyk == NULL) return jpeg_read_scanlines(info, &row, 1) == 1;
    if (jpeg_read_scanlines(info, &decoder->cmyk, 1) != 1) return false;
    const JDIMENSION width = info->output_width;
    // Adobe writes the complement of the inks, and every viewer takes them for that without Adobe's marker too.
    if (decoder->convert != NULL) {
        decoder->convert(decoder->conversion, decoder->cmyk, row, width);
    } else {
        convert_cmyk(decoder->cmyk, row, width);
    }
    return true;
}

int cjpeg_read_rows(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count) {
    struct jpeg_decompress_struct *info = &decoder->info;
    decoder->rows_read = 0;
    if (setjmp(decoder->escape)) return decoder->rows_read > 0 ? decoder->rows_read : -1;
    if (info->buffered_image && !decoder->is_drawing) {
        jpeg_start_output(info, info->input_scan_number);
        decoder->is_drawing = true;
    }
    while (decoder->rows_read < count && info->output_scanline < info->output_height) {
        int row = (int)info->output_scanline;
        if (row >= decoder->outcome.good_rows) break;
        if (!read_row(decoder, rows + stride * (size_t)decoder->rows_read)) break;
        if (row >= decoder->outcome.good_rows) break; // this was the row that could not be decoded
        decoder->rows_read++;
    }
    return decoder->rows_read;
}

cjpeg_outcome cjpeg_get_outcome(const cjpeg_decoder *decoder) { return decoder->outcome; }

// MARK: - While the bytes arrive

void cjpeg_feed(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, bool may_grow) {
    struct jpeg_source_mgr *source = &decoder->source;
    const size_t skipped = decoder->skipped_ahead;
    size_t taken = decoder->count - source->bytes_in_buffer;
    const size_t left = count - taken;
    taken += skipped < left ? skipped : left;
    decoder->skipped_ahead = skipped < left ? 0 : skipped - left;
    source->next_input_byte = bytes + taken;
    source->bytes_in_buffer = count - taken;
    decoder->count = count;
    decoder->may_grow = may_grow;
}

bool cjpeg_begin_preview(cjpeg_decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->escape)) return false;
    // The coefficients are those of the arriving scan, as far as it has been read. The previous scan is requested,
    // because for the arriving one the library would wait.
    const int scan = info->input_scan_number;
    decoder->is_drawing = jpeg_start_output(info, scan > 1 && !jpeg_input_complete(info) ? scan - 1 : scan);
    return decoder->is_drawing;
}

bool cjpeg_end_preview(cjpeg_decoder *decoder) {
    if (setjmp(decoder->escape)) return false;
    decoder->is_drawing = !jpeg_finish_output(&decoder->info);
    return !decoder->is_drawing;
}
