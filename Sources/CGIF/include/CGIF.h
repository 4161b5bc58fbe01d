#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// giflib behind an opaque object, reading from memory by its callback. One decoder belongs to one thread at a time. The
// bytes must outlive the decoder.

typedef struct cgif_decoder cgif_decoder;

typedef struct {
    /// The logical screen. Files exist that say 0.
    int width, height;
    /// The first frame and where it stands; it may stand over the screen, or beside it.
    int frame_x, frame_y, frame_width, frame_height;
    bool is_interlaced;
    /// One of the frame's colors is transparent.
    bool has_transparency;
} cgif_header;

/// Null only if memory is exhausted.
cgif_decoder *cgif_create(const uint8_t *bytes, size_t count);
void cgif_destroy(cgif_decoder *decoder);
/// The last error, in giflib's words; empty if there was none.
const char *cgif_message(const cgif_decoder *decoder);
/// The data ran out.
bool cgif_ends_early(const cgif_decoder *decoder);

/// Reads up to the pixels of the first frame. `false` after an error.
bool cgif_read_header(cgif_decoder *decoder, cgif_header *header);
/// Decodes the next row of the frame, in the order in which it is stored, to RGBA. `false` at an error.
bool cgif_read_row(cgif_decoder *decoder, uint8_t *rgba);

typedef struct cgif_encoder cgif_encoder;

typedef struct {
    int x, y, width, height;
    /// RGB, up to 256 colors.
    const uint8_t *palette;
    int colors;
    /// The number of the color that is nothing; -1 for none.
    int transparent;
    /// The frame's part of the screen becomes transparent when its time is over; else it stays.
    bool clears;
    int hundredths; ///< of a second that it is shown
} cgif_frame;

/// Begins a GIF. `loops` is how often it is played, 0 for ever; -1 leaves it out. Null only if memory is exhausted.
cgif_encoder *cgif_encoder_create(int width, int height, int loops);
/// Adds a frame of numbers of its palette. `false` if it failed; then so does all that follows.
bool cgif_encoder_add(cgif_encoder *encoder, cgif_frame frame, const uint8_t *indices);
/// Ends the encoder. Returns the number of bytes and stores a buffer to be given to `cgif_free`; 0 if it failed.
size_t cgif_encoder_finish(cgif_encoder *encoder, uint8_t **bytes);
void cgif_free(uint8_t *bytes);
