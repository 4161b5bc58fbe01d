#include "CWebP.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if !__has_include(<webp/decode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#include <webp/decode.h>

/// So many bytes of rows may stay until the end.
enum { kept_bytes = 1 << 24 };

/// Bytes of a lossy picture that are decoded between two pauses.
enum { lossy_step = 1 << 15 };

struct cwebp_decoder {
    const uint8_t *bytes;
    size_t count;
    /// The bytes of the first frame, all of them for a still.
    const uint8_t *frame;
    size_t frame_count, fed, step;
    /// The range of the first frame's bytes according to the file; the end of a still is unknown.
    size_t frame_start, frame_length;
    WebPDecoderConfig config;
    WebPIDecoder *incremental;
    uint8_t *pixels;
    size_t pixel_bytes, released;
    int rows;
    bool has_begun; // the library has reached the pixels
};

cwebp_decoder *cwebp_create(const uint8_t *bytes, size_t count) {
    cwebp_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    return decoder;
}

void cwebp_destroy(cwebp_decoder *decoder) {
    if (decoder == NULL) return;
    if (decoder->incremental != NULL) WebPIDelete(decoder->incremental);
    if (decoder->pixels != NULL) munmap(decoder->pixels, decoder->pixel_bytes);
    free(decoder);
}

static cwebp_status status_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return cwebp_done;
    case VP8_STATUS_OUT_OF_MEMORY: return cwebp_no_memory;
    case VP8_STATUS_SUSPENDED: return cwebp_more;
    case VP8_STATUS_NOT_ENOUGH_DATA: return cwebp_ended;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return cwebp_unsupported;
    case VP8_STATUS_INVALID_PARAM:
    case VP8_STATUS_BITSTREAM_ERROR:
    case VP8_STATUS_USER_ABORT:
        break;
    }
    return cwebp_failed;
}

// MARK: - Header

static size_t number(const uint8_t *bytes, int count) {
    size_t value = 0;
    for (int i = count - 1; i >= 0; i--) value = value << 8 | bytes[i];
    return value;
}

/// Finds the chunk of the first frame (WebP container, "ANMF"). The library's demuxer would do it, but it knows nothing of
/// a frame whose end is missing, and it lists all frames before it hands out the first.
static cwebp_status find_first_frame(cwebp_decoder *decoder, cwebp_header *header) {
    size_t place = 12; // after "RIFF", the size and "WEBP"
    while (decoder->count >= place + 8) {
        const uint8_t *chunk = decoder->bytes + place;
        const size_t length = number(chunk + 4, 4), there = decoder->count - place - 8;
        if (memcmp(chunk, "ANMF", 4) == 0) {
            if (length < 16) return cwebp_failed;
            if (there < 16) return cwebp_ended;
            header->frame_x = 2 * (int)number(chunk + 8, 3);
            header->frame_y = 2 * (int)number(chunk + 11, 3);
            header->frame_width = 1 + (int)number(chunk + 14, 3);
            header->frame_height = 1 + (int)number(chunk + 17, 3);
            decoder->frame_start = place + 24;
            decoder->frame_length = length - 16;
            const bool is_inside = header->frame_x + header->frame_width <= header->width
                && header->frame_y + header->frame_height <= header->height;
            return is_inside ? cwebp_done : cwebp_failed;
        }
        if (length > there) break;
        place += 8 + length + length % 2;
    }
    return cwebp_ended;
}

static void find_frame_bytes(cwebp_decoder *decoder) {
    const size_t there = decoder->count - decoder->frame_start;
    decoder->frame = decoder->bytes + decoder->frame_start;
    decoder->frame_count = decoder->frame_length < there ? decoder->frame_length : there;
}

cwebp_status cwebp_read_header(cwebp_decoder *decoder, cwebp_header *header) {
    WebPBitstreamFeatures features;
    cwebp_status status = status_of(WebPGetFeatures(decoder->bytes, decoder->count, &features));
    if (status != cwebp_done) return status;
    *header = (cwebp_header){
        .width = features.width,
        .height = features.height,
        .has_alpha = features.has_alpha,
        .is_animated = features.has_animation,
        .frame_width = features.width,
        .frame_height = features.height,
    };
    decoder->frame_start = 0;
    decoder->frame_length = SIZE_MAX;
    find_frame_bytes(decoder);
    if (features.has_animation) {
        status = find_first_frame(decoder, header);
        if (status != cwebp_done) return status;
        find_frame_bytes(decoder);
        status = status_of(WebPGetFeatures(decoder->frame, decoder->frame_count, &features));
        if (status != cwebp_done) return status;
        // The frame's own header must agree with the one in the container.
        if (features.width != header->frame_width || features.height != header->frame_height) return cwebp_failed;
        const bool is_full = features.width == header->width && features.height == header->height;
        if (features.has_alpha || !is_full) header->has_alpha = true;
    }
    header->is_lossless = features.format == 2;
    // the library learns the format only from the header of the pixels, after the size
    header->reaches_pixels = features.format != 0;
    return cwebp_done;
}

// MARK: - Rows

cwebp_status cwebp_start(cwebp_decoder *decoder, int channels, bool smooths) {
    WebPDecoderConfig *config = &decoder->config;
    if (!WebPInitDecoderConfig(config)) return cwebp_failed;
    cwebp_status status = status_of(WebPGetFeatures(decoder->frame, decoder->frame_count, &config->input));
    if (status != cwebp_done) return status;
    const int width = config->input.width;
    const int height = config->input.height;
    config->options.bypass_filtering = !smooths;
    config->options.no_fancy_upsampling = !smooths;
    // With a second thread the library would process rows while the first one parses. On hyperthreads this gains a
    // tenth at best and costs a third more processor time, and more when both wait for each other; other images need
    // the cores.
    config->options.use_threads = 0;
    // mapped memory, so that rows can be returned to the system one after another
    const size_t stride = (size_t)width * (size_t)channels;
    decoder->pixel_bytes = stride * (size_t)height;
    void *pixels = mmap(NULL, decoder->pixel_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pixels == MAP_FAILED) return cwebp_no_memory;
    decoder->pixels = pixels;
    // huge pages for buffers whose rows are not returned, because each page fault takes time
    if (decoder->pixel_bytes <= kept_bytes) madvise(pixels, decoder->pixel_bytes, MADV_HUGEPAGE);
    config->output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = decoder->pixels;
    config->output.u.RGBA.stride = (int)stride;
    config->output.u.RGBA.size = decoder->pixel_bytes;
    decoder->incremental = WebPIDecode(NULL, 0, config);
    if (decoder->incremental == NULL) return cwebp_no_memory;
    // A step of a lossy image takes about two milliseconds, as each step has a small cost. Steps of a lossless image
    // are larger, as each step decodes up to eight rows again.
    decoder->step = config->input.format == 2 ? decoder->frame_count / 16 + 2048 : lossy_step;
    return cwebp_done;
}

cwebp_status cwebp_decode(cwebp_decoder *decoder) {
    const size_t left = decoder->frame_count - decoder->fed;
    if (left == 0) return cwebp_ended;
    // before it reaches the pixels, the library starts at the first byte each time, so each step doubles the bytes
    const size_t step = decoder->has_begun || decoder->step > decoder->fed ? decoder->step : decoder->fed;
    decoder->fed += left < step ? left : step;
    VP8StatusCode code = WebPIUpdate(decoder->incremental, decoder->frame, decoder->fed);
    int rows = 0;
    if (WebPIDecGetRGB(decoder->incremental, &rows, NULL, NULL, NULL) != NULL) {
        decoder->rows = rows;
        decoder->has_begun = true;
    }
    return status_of(code);
}

int cwebp_rows(const cwebp_decoder *decoder) { return decoder->rows; }

const uint8_t *cwebp_row(const cwebp_decoder *decoder, int y) {
    return decoder->pixels + (size_t)y * (size_t)decoder->config.output.u.RGBA.stride;
}

void cwebp_release(cwebp_decoder *decoder, int y) {
    if (decoder->pixel_bytes <= kept_bytes) return;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t end = (size_t)(cwebp_row(decoder, y) - decoder->pixels) / page * page;
    if (end < decoder->released + (1 << 18)) return; // not worth a call
    madvise(decoder->pixels + decoder->released, end - decoder->released, MADV_DONTNEED);
    decoder->released = end;
}

// MARK: - While the bytes arrive

void cwebp_feed(cwebp_decoder *decoder, const uint8_t *bytes, size_t count) {
    decoder->bytes = bytes;
    decoder->count = count;
    find_frame_bytes(decoder);
}

cwebp_status cwebp_update(cwebp_decoder *decoder) {
    if (decoder->fed == decoder->frame_count) return cwebp_more;
    decoder->step = decoder->frame_count;
    return cwebp_decode(decoder);
}
