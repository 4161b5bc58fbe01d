#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libwebp behind an opaque object: its incremental decoder is given the bytes little by little, and the rows that are
// done can be read and given back in between. One decoder belongs to one thread at a time. The bytes must outlive it.

typedef struct cwebp_decoder cwebp_decoder;

typedef struct {
    /// Of the whole picture; for an animation, of its canvas.
    int width, height;
    bool has_alpha, is_lossless, is_animated;
    /// Where the first frame stands on the canvas; for a still it is all of it.
    int frame_x, frame_y, frame_width, frame_height;
    /// Whether the bytes reach the pixels of the first frame. Before that, `has_alpha` and `is_lossless` may still change.
    bool reaches_pixels;
} cwebp_header;

typedef enum {
    cwebp_done,
    cwebp_more,
    /// The bytes ended before the picture was whole.
    cwebp_ended,
    /// They are broken.
    cwebp_failed,
    /// They are whole but of a kind the library does not decode.
    cwebp_unsupported,
    cwebp_no_memory,
} cwebp_status;

/// Null only if memory is exhausted.
cwebp_decoder *cwebp_create(const uint8_t *bytes, size_t count);
void cwebp_destroy(cwebp_decoder *decoder);

/// Reads what stands before the pixels; of an animation, finds the first frame. `cwebp_done` if all went well.
cwebp_status cwebp_read_header(cwebp_decoder *decoder, cwebp_header *header);

/// Prepares to decode the first frame to rows of 3 (RGB) or 4 (RGBA) bytes a pixel: as large as it is, or scaled by the
/// library when `scaled_width` is not 0. Scaling averages encoded bytes, not light. `smooths` the edges of the blocks and
/// the halved chroma of a lossy picture. `cwebp_done` if all went well.
cwebp_status cwebp_start(cwebp_decoder *decoder, int channels, int scaled_width, int scaled_height, bool smooths);
/// Decodes some more; the rows that are there are in `cwebp_rows`. `cwebp_more` as long as there may be more.
cwebp_status cwebp_decode(cwebp_decoder *decoder);
/// How many rows are decoded, from the top.
int cwebp_rows(const cwebp_decoder *decoder);
/// A decoded row that has not been given back.
const uint8_t *cwebp_row(const cwebp_decoder *decoder, int y);
/// Gives the memory of the rows above `y` back to the system, where all rows take much.
void cwebp_release(cwebp_decoder *decoder, int y);

/// Gives all bytes that have arrived, which may stand elsewhere than before. Until the header is there
/// `cwebp_read_header` answers `cwebp_ended`, and can be repeated.
void cwebp_feed(cwebp_decoder *decoder, const uint8_t *bytes, size_t count);
/// Decodes what the new bytes complete. `cwebp_more` as long as there may be more.
cwebp_status cwebp_update(cwebp_decoder *decoder);

typedef struct {
    float quality;    ///< 0 to 100; for lossless the effort
    bool is_lossless;
    /// The transparent pixels keep their color.
    bool is_exact;
} cwebp_encoding;

/// Encodes RGBA rows. Returns the number of bytes and stores a buffer to be given to `cwebp_free`; 0 if it failed.
size_t cwebp_encode(const uint8_t *rgba, int width, int height, cwebp_encoding encoding, uint8_t **bytes);
void cwebp_free(uint8_t *bytes);

typedef struct cwebp_animation cwebp_animation;

/// Begins an animation played `loops` times, 0 for ever. Opens libwebpmux at the first call. Null if the library is not
/// there, or memory is exhausted.
cwebp_animation *cwebp_animation_create(int width, int height, int loops, cwebp_encoding encoding);
/// Adds a whole frame that begins at that time. Null for the rows states when the last frame ends. `false` if it failed.
bool cwebp_animation_add(cwebp_animation *animation, const uint8_t *rgba, int milliseconds);
/// Returns the number of bytes and stores a buffer to be given to `cwebp_free`; 0 if it failed.
size_t cwebp_animation_finish(cwebp_animation *animation, uint8_t **bytes);
void cwebp_animation_destroy(cwebp_animation *animation);
