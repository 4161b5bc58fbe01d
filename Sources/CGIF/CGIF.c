#include "CGIF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<gif_lib.h>)
#error "giflib is missing: apt-get install libgif-dev"
#endif
#include <gif_lib.h>

struct cgif_decoder {
    const uint8_t *bytes;
    size_t count, position;
    GifFileType *gif;
    char message[128];
    uint8_t palette[256][4]; // what is not in the file's table is transparent
    GifPixelType *indices;   // one row
    int width;
    /// Reading pixels: blocks, each after a byte with its length.
    bool is_in_pixels;
    size_t left_in_block;
    bool ends_early;
};

// MARK: - Reading

/// giflib loses a block of pixels of which the end is missing, and takes the last row for broken if the mark behind it
/// is. So the length of the last block is stated as what is there, and behind the end of the data stands a zero, which
/// is that mark.
static uint8_t block_length(cgif_decoder *decoder) {
    const size_t left = decoder->count - decoder->position;
    const uint8_t stated = left > 0 ? decoder->bytes[decoder->position++] : 0;
    const size_t there = left > 0 ? left - 1 : 0;
    if (left == 0 || stated > there) decoder->ends_early = true;
    decoder->left_in_block = stated > there ? there : stated;
    return (uint8_t)decoder->left_in_block;
}

static int read_bytes(GifFileType *gif, GifByteType *target, int wanted) {
    cgif_decoder *decoder = gif->UserData;
    if (wanted <= 0) return 0;
    if (decoder->is_in_pixels && decoder->left_in_block == 0) {
        target[0] = block_length(decoder);
        return 1;
    }
    size_t count = decoder->count - decoder->position;
    if ((size_t)wanted <= count) {
        count = (size_t)wanted;
    } else {
        decoder->ends_early = true;
    }
    memcpy(target, decoder->bytes + decoder->position, count);
    decoder->position += count;
    if (decoder->is_in_pixels) decoder->left_in_block -= count < decoder->left_in_block ? count : decoder->left_in_block;
    return (int)count;
}

static bool fail(cgif_decoder *decoder, int code) {
    const char *text = decoder->ends_early ? "the data ends early" : GifErrorString(code);
    if (text != NULL) snprintf(decoder->message, sizeof decoder->message, "%s", text);
    return false;
}

// MARK: - Decoding

cgif_decoder *cgif_create(const uint8_t *bytes, size_t count) {
    cgif_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    return decoder;
}

void cgif_destroy(cgif_decoder *decoder) {
    if (decoder == NULL) return;
    if (decoder->gif != NULL) DGifCloseFile(decoder->gif, NULL);
    free(decoder->indices);
    free(decoder);
}

const char *cgif_message(const cgif_decoder *decoder) { return decoder->message; }
bool cgif_ends_early(const cgif_decoder *decoder) { return decoder->ends_early; }

/// Reads an extension to its end; every part of it takes at least a byte. Stores the transparent colour if it names one.
static bool read_extension(cgif_decoder *decoder, int *transparent) {
    int code;
    GifByteType *part;
    if (DGifGetExtension(decoder->gif, &code, &part) == GIF_ERROR) return false;
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE && part != NULL && DGifExtensionToGCB(part[0], part + 1, &control) == GIF_OK) {
        *transparent = control.TransparentColor;
    }
    while (part != NULL) {
        if (DGifGetExtensionNext(decoder->gif, &part) == GIF_ERROR) return false;
    }
    return true;
}

/// Stands at the first frame when it returns `true`.
static bool find_frame(cgif_decoder *decoder, int *transparent) {
    while (true) {
        GifRecordType record;
        if (DGifGetRecordType(decoder->gif, &record) == GIF_ERROR) return fail(decoder, decoder->gif->Error);
        switch (record) {
        case IMAGE_DESC_RECORD_TYPE:
            return DGifGetImageDesc(decoder->gif) == GIF_OK || fail(decoder, decoder->gif->Error);
        case EXTENSION_RECORD_TYPE:
            if (!read_extension(decoder, transparent)) return fail(decoder, decoder->gif->Error);
            break;
        case UNDEFINED_RECORD_TYPE:
        case SCREEN_DESC_RECORD_TYPE:
        case TERMINATE_RECORD_TYPE:
            snprintf(decoder->message, sizeof decoder->message, "there is no picture in it");
            return false;
        }
    }
}

static void fill_palette(cgif_decoder *decoder, const ColorMapObject *colors, int transparent) {
    for (int i = 0; i < colors->ColorCount && i < 256; i++) {
        const GifColorType *color = &colors->Colors[i];
        const uint8_t rgba[4] = {color->Red, color->Green, color->Blue, 255};
        if (i != transparent) memcpy(decoder->palette[i], rgba, sizeof rgba);
    }
}

bool cgif_read_header(cgif_decoder *decoder, cgif_header *header) {
    int code = 0, transparent = NO_TRANSPARENT_COLOR;
    decoder->gif = DGifOpen(decoder, read_bytes, &code);
    if (decoder->gif == NULL) return fail(decoder, code);
    if (!find_frame(decoder, &transparent)) return false;
    const GifImageDesc *frame = &decoder->gif->Image;
    *header = (cgif_header){
        .width = decoder->gif->SWidth,
        .height = decoder->gif->SHeight,
        .frame_x = frame->Left,
        .frame_y = frame->Top,
        .frame_width = frame->Width,
        .frame_height = frame->Height,
        .is_interlaced = frame->Interlace,
        .has_transparency = transparent != NO_TRANSPARENT_COLOR,
    };
    const ColorMapObject *colors = frame->ColorMap != NULL ? frame->ColorMap : decoder->gif->SColorMap;
    if (frame->Width <= 0 || frame->Height <= 0 || colors == NULL) {
        snprintf(decoder->message, sizeof decoder->message, colors == NULL ? "it has no colors" : "it has no pixels");
        return false;
    }
    fill_palette(decoder, colors, transparent);
    decoder->width = frame->Width;
    decoder->indices = malloc((size_t)frame->Width);
    decoder->is_in_pixels = true;
    return decoder->indices != NULL;
}

bool cgif_read_row(cgif_decoder *decoder, uint8_t *rgba) {
    if (DGifGetLine(decoder->gif, decoder->indices, decoder->width) == GIF_ERROR) {
        return fail(decoder, decoder->gif->Error);
    }
    for (int x = 0; x < decoder->width; x++) memcpy(rgba + 4 * (size_t)x, decoder->palette[decoder->indices[x]], 4);
    return true;
}
