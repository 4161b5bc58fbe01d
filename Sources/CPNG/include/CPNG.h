#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libpng behind an opaque object. libpng reports errors by longjmp; every jump lands inside this shim, so none ever
// crosses a Swift frame. One decoder may be used by one thread at a time.

typedef struct cpng_decoder cpng_decoder;

typedef struct {
    int width, height;
    /// Channels of the decoded rows, 8 bits each: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
    int channels;
    bool is_interlaced;
    /// Bits per channel as stored; for a palette, bits per channel of its colors.
    int depth;
} cpng_header;

typedef struct {
    /// Maximum width and height; larger images are rejected.
    uint32_t side;
    /// Maximum bytes of an ancillary chunk that is read.
    size_t chunk_bytes;
} cpng_limits;

/// A file that is read in pieces.
typedef struct {
    void *context;
    /// Copies bytes of the file from `offset`, at most `capacity` of them, and returns their number; 0 at the end. It
    /// must not jump.
    size_t (*read)(void *context, size_t offset, uint8_t *target, size_t capacity);
    /// The length of the file in bytes.
    size_t count;
} cpng_source;

/// Creates a decoder. The source's context must outlive it. Returns null only if memory is exhausted.
cpng_decoder *cpng_create(cpng_source source, cpng_limits limits);
void cpng_destroy(cpng_decoder *decoder);
/// Returns the last error, or else the first warning, in libpng's words; empty if there was none.
const char *cpng_message(const cpng_decoder *decoder);
/// Whether the data ended before the image was complete.
bool cpng_ends_early(const cpng_decoder *decoder);
/// Returns the number of warnings since `cpng_start` that mean damage to the image.
int cpng_warnings(const cpng_decoder *decoder);

/// Reads all chunks before the pixels. Returns `false` on an error.
bool cpng_read_header(cpng_decoder *decoder, cpng_header *header);
/// Prepares to decode rows with 8-bit channels: palettes, low depths and transparent colors are expanded, 16 bits are
/// rounded.
bool cpng_start(cpng_decoder *decoder);
/// Decodes the next row. For an interlaced image these are the rows of the seven passes, one after another; rows
/// without pixels are omitted. `row` must have room for a full row of the image. Returns `false` on an error.
bool cpng_read_row(cpng_decoder *decoder, uint8_t *row);

/// Returns the CRC-32 of the bytes. A chunk's checksum covers its type and content.
uint32_t cpng_checksum(const uint8_t *bytes, size_t count);
/// Decompresses zlib data; returns the number of bytes, 0 if the data is damaged or does not fit.
size_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);

/// Callbacks that receive an image while its bytes arrive. Called during `cpng_feed`; must not call back.
typedef struct {
    void *context;
    /// Called once, before the first row. Returns `false` to reject the image.
    bool (*begin)(void *context, cpng_header header);
    /// Called for a row of a pass, numbered within the pass; a non-interlaced image has only pass 0. The
    /// row may be changed.
    void (*row)(void *context, uint8_t *row, int number, int pass);
} cpng_sink;

/// Creates a decoder that is fed bytes piece by piece. Returns null only if memory is exhausted.
cpng_decoder *cpng_create_push(cpng_limits limits, cpng_sink sink);
/// Whether the whole image has been fed, including the IEND chunk.
bool cpng_is_whole(const cpng_decoder *decoder);
/// Decodes the next bytes, which are not needed afterwards. Returns `false` after an error.
bool cpng_feed(cpng_decoder *decoder, const uint8_t *bytes, size_t count);

typedef struct {
    int width, height;
    int channels; ///< bytes a pixel: 3 RGB, 4 RGB and alpha
    int level; ///< of zlib, 0 to 9
} cpng_encoding;

/// Encodes rows of pixels. Returns the number of bytes and stores a buffer to be freed with `cpng_free`; 0 on failure.
size_t cpng_encode(const uint8_t *pixels, cpng_encoding encoding, uint8_t **bytes);
void cpng_free(uint8_t *bytes);
