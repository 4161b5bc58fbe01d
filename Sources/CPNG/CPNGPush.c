#include "CPNGDecoder.h"

static void on_info(png_structp png, png_infop info) {
    (void)info;
    cpng_decoder *decoder = png_get_progressive_ptr(png);
    cpng_header header;
    cpng_describe(decoder, &header);
    // No Swift frame is on the stack any more when this jumps, nor when `cpng_start` does.
    if (!decoder->sink.begin(decoder->sink.context, header)) png_error(png, "not wanted");
    cpng_prepare(decoder);
}

static void on_row(png_structp png, png_bytep row, png_uint_32 number, int pass) {
    cpng_decoder *decoder = png_get_progressive_ptr(png);
    if (row != NULL) decoder->sink.row(decoder->sink.context, row, (int)number, pass);
}

static void on_end(png_structp png, png_infop info) {
    (void)info;
    cpng_decoder *decoder = png_get_progressive_ptr(png);
    decoder->is_whole = true;
}

cpng_decoder *cpng_create_push(cpng_limits limits, cpng_sink sink) {
    cpng_decoder *decoder = cpng_create((cpng_source){0}, limits);
    if (decoder == NULL) return NULL;
    decoder->sink = sink;
    png_set_progressive_read_fn(decoder->png, decoder, on_info, on_row, on_end);
    return decoder;
}

bool cpng_is_whole(const cpng_decoder *decoder) { return decoder->is_whole; }

bool cpng_feed(cpng_decoder *decoder, const uint8_t *bytes, size_t count) {
    if (decoder->has_failed) return false;
    if (decoder->is_whole || count == 0) return true;
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_process_data(decoder->png, decoder->info, (png_bytep)bytes, count); // only read by libpng
    return true;
}
