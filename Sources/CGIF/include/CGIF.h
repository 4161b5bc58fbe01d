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
    /// One of the frame's colours is transparent.
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
