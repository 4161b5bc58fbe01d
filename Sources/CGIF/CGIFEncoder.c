#include "CGIF.h"

#include <stdlib.h>
#include <string.h>

#if !__has_include(<gif_lib.h>)
#error "giflib is missing: apt-get install libgif-dev"
#endif
#include <gif_lib.h>

struct cgif_encoder {
    GifFileType *gif;
    uint8_t *bytes;
    size_t count, capacity;
    bool has_failed;
};

static int write_bytes(GifFileType *gif, const GifByteType *source, int count) {
    cgif_encoder *encoder = gif->UserData;
    if ((size_t)count > encoder->capacity - encoder->count) {
        const size_t capacity = 2 * (encoder->count + (size_t)count);
        uint8_t *bytes = realloc(encoder->bytes, capacity);
        if (bytes == NULL) return 0;
        encoder->bytes = bytes;
        encoder->capacity = capacity;
    }
    memcpy(encoder->bytes + encoder->count, source, (size_t)count);
    encoder->count += (size_t)count;
    return count;
}

/// The extension that Netscape invented for the number of loops.
static bool put_loops(GifFileType *gif, int loops) {
    const uint8_t content[3] = {1, (uint8_t)(loops & 255), (uint8_t)(loops >> 8)};
    return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
        && EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK
        && EGifPutExtensionBlock(gif, sizeof content, content) == GIF_OK
        && EGifPutExtensionTrailer(gif) == GIF_OK;
}

cgif_encoder *cgif_encoder_create(int width, int height, int loops) {
    cgif_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return NULL;
    encoder->gif = EGifOpen(encoder, write_bytes, NULL);
    if (encoder->gif == NULL) {
        free(encoder);
        return NULL;
    }
    EGifSetGifVersion(encoder->gif, true);
    encoder->has_failed = EGifPutScreenDesc(encoder->gif, width, height, 8, 0, NULL) != GIF_OK
        || (loops >= 0 && !put_loops(encoder->gif, loops));
    return encoder;
}

static bool put_control(GifFileType *gif, const cgif_frame *frame) {
    const GraphicsControlBlock control = {
        .DisposalMode = frame->clears ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
        .DelayTime = frame->hundredths,
        .TransparentColor = frame->transparent,
    };
    GifByteType content[4];
    EGifGCBToExtension(&control, content);
    return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof content, content) == GIF_OK;
}

static ColorMapObject *map_of(const cgif_frame *frame) {
    const int count = 1 << GifBitSize(frame->colors); // the next power of two
    ColorMapObject *map = GifMakeMapObject(count, NULL);
    if (map == NULL) return NULL;
    for (int i = 0; i < count; i++) {
        const uint8_t *rgb = frame->palette + 3 * (i < frame->colors ? i : 0);
        map->Colors[i] = (GifColorType){.Red = rgb[0], .Green = rgb[1], .Blue = rgb[2]};
    }
    return map;
}

static bool put_frame(cgif_encoder *encoder, const cgif_frame *frame, const uint8_t *indices) {
    ColorMapObject *map = map_of(frame);
    GifPixelType *line = malloc((size_t)frame->width); // the library writes to it
    bool is_put = map != NULL && line != NULL && put_control(encoder->gif, frame)
        && EGifPutImageDesc(encoder->gif, 0, 0, frame->width, frame->height, false, map) == GIF_OK;
    for (int y = 0; is_put && y < frame->height; y++) {
        memcpy(line, indices + (size_t)y * (size_t)frame->width, (size_t)frame->width);
        is_put = EGifPutLine(encoder->gif, line, frame->width) == GIF_OK;
    }
    free(line);
    GifFreeMapObject(map);
    return is_put;
}

bool cgif_encoder_add(cgif_encoder *encoder, cgif_frame frame, const uint8_t *indices) {
    if (!encoder->has_failed) encoder->has_failed = !put_frame(encoder, &frame, indices);
    return !encoder->has_failed;
}

size_t cgif_encoder_finish(cgif_encoder *encoder, uint8_t **bytes) {
    bool is_whole = EGifCloseFile(encoder->gif, NULL) == GIF_OK && !encoder->has_failed;
    const size_t count = is_whole ? encoder->count : 0;
    if (is_whole) *bytes = encoder->bytes; else free(encoder->bytes);
    free(encoder);
    return count;
}

void cgif_free(uint8_t *bytes) { free(bytes); }
