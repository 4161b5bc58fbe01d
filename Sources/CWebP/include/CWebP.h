#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libwebp behind an opaque object: its incremental decoder receives the bytes in steps, and decoded rows can be read
// and released in between. A decoder is used by one thread at a time. The bytes must outlive it.

typedef struct cwebp_decoder cwebp_decoder;

typedef struct {
    /// The size of the image; for an animation, of its canvas.
    int width, height;
    bool has_alpha, is_lossless, is_animated;
    /// The rectangle of the first frame on the canvas; for a still the whole canvas.
    int frame_x, frame_y, frame_width, frame_height;
    /// Whether the bytes reach the pixels of the first frame. Before that, `has_alpha` and `is_lossless` may still change.
    bool reaches_pixels;
} cwebp_header;

typedef enum {
    cwebp_done,
    cwebp_more,
    /// The bytes end before the image is complete.
    cwebp_ended,
    /// The bytes are damaged.
    cwebp_failed,
    /// The file uses a feature that the library does not support.
    cwebp_unsupported,
    cwebp_no_memory,
} cwebp_status;

/// Creates a decoder; NULL only if memory is exhausted.
cwebp_decoder *cwebp_create(const uint8_t *bytes, size_t count);
void cwebp_destroy(cwebp_decoder *decoder);

/// Reads the headers before the pixels; in an animation, finds the first frame. Returns `cwebp_done` on success.
cwebp_status cwebp_read_header(cwebp_decoder *decoder, cwebp_header *header);

/// Prepares to decode the first frame to rows of 3 (RGB) or 4 (RGBA) bytes per pixel. `smooths`: whether block edges and
/// chroma of a lossy image are smoothed. Returns `cwebp_done` on success.
cwebp_status cwebp_start(cwebp_decoder *decoder, int channels, bool smooths);
/// Decodes a further step; `cwebp_rows` returns the decoded rows. Returns `cwebp_more` while rows are missing.
cwebp_status cwebp_decode(cwebp_decoder *decoder);
/// Returns the number of decoded rows, from the top.
int cwebp_rows(const cwebp_decoder *decoder);
/// Returns a decoded row that was not released.
const uint8_t *cwebp_row(const cwebp_decoder *decoder, int y);
/// Returns the memory of the rows above `y` to the system, if the image is large.
void cwebp_release(cwebp_decoder *decoder, int y);

/// Passes all bytes that have arrived, which may be at another address than before. Until the header is complete,
/// `cwebp_read_header` returns `cwebp_ended` and can be repeated.
void cwebp_feed(cwebp_decoder *decoder, const uint8_t *bytes, size_t count);
/// Decodes the rows that new bytes complete. Returns `cwebp_more` while rows are missing.
cwebp_status cwebp_update(cwebp_decoder *decoder);

typedef struct {
    float quality;    ///< 0 to 100; for lossless the effort
    bool is_lossless;
    /// Whether transparent pixels keep their colors.
    bool is_exact;
} cwebp_encoding;

/// Encodes RGBA rows. Returns the number of bytes and stores a buffer, to be freed by `cwebp_free`; 0 on failure.
size_t cwebp_encode(const uint8_t *rgba, int width, int height, cwebp_encoding encoding, uint8_t **bytes);
void cwebp_free(uint8_t *bytes);

typedef struct cwebp_animation cwebp_animation;

/// Creates an animation that plays `loops` times, 0 for endless. The first call opens libwebpmux. Returns NULL if the
/// library is missing or memory is exhausted.
cwebp_animation *cwebp_animation_create(int width, int height, int loops, cwebp_encoding encoding);
/// Adds a whole frame that begins at that time. Null for the rows states when the last frame ends. `false` if it failed.
bool cwebp_animation_add(cwebp_animation *animation, const uint8_t *rgba, int milliseconds);
/// Returns the number of bytes and stores a buffer to be given to `cwebp_free`; 0 if it failed.
size_t cwebp_animation_finish(cwebp_animation *animation, uint8_t **bytes);
void cwebp_animation_destroy(cwebp_animation *animation);
