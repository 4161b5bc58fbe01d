#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// giflib behind an opaque object, reading from memory by its callback. One decoder belongs to one thread at a time. The
// bytes must outlive the decoder.

typedef struct cgif_decoder cgif_decoder;

typedef struct {
    /// The size of the logical screen; 0 in some files.
    int width, height;
    /// The rectangle of the first frame, which may extend beyond the screen or lie outside of it.
    int frame_x, frame_y, frame_width, frame_height;
    bool is_interlaced;
    /// Whether one of the frame's colors is transparent.
    bool has_transparency;
} cgif_header;

/// Creates a decoder; NULL only if memory is exhausted.
cgif_decoder *cgif_create(const uint8_t *bytes, size_t count);
void cgif_destroy(cgif_decoder *decoder);
/// Returns giflib's message of the last error; empty if there was none.
const char *cgif_message(const cgif_decoder *decoder);
/// Returns whether the data ended early.
bool cgif_ends_early(const cgif_decoder *decoder);

/// Reads up to the pixels of the first frame. Returns `false` on an error.
bool cgif_read_header(cgif_decoder *decoder, cgif_header *header);
/// Decodes the next row of the frame, in stored order, to RGBA. Returns `false` on an error.
bool cgif_read_row(cgif_decoder *decoder, uint8_t *rgba);

typedef struct cgif_encoder cgif_encoder;

typedef struct {
    int x, y, width, height;
    /// The palette in RGB, up to 256 colors.
    const uint8_t *palette;
    int colors;
    /// The index of the transparent color; -1 for none.
    int transparent;
    /// Whether the frame's rectangle becomes transparent after its duration; otherwise it stays.
    bool clears;
    int hundredths; ///< the duration in hundredths of a second
} cgif_frame;

/// Creates an encoder. `loops` is the number of plays, 0 for endless, -1 to omit it. NULL only if memory is exhausted.
cgif_encoder *cgif_encoder_create(int width, int height, int loops);
/// Adds a frame of palette indices. Returns `false` on failure; all later calls then fail, too.
bool cgif_encoder_add(cgif_encoder *encoder, cgif_frame frame, const uint8_t *indices);
/// Frees the encoder. Returns the number of bytes and stores a buffer, to be freed by `cgif_free`; 0 on failure.
size_t cgif_encoder_finish(cgif_encoder *encoder, uint8_t **bytes);
void cgif_free(uint8_t *bytes);
