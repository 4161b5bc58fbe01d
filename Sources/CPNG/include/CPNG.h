#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libpng behind an opaque object. libpng reports errors by longjmp; every jump lands inside this shim, so none ever
// crosses a Swift frame. One decoder belongs to one thread at a time.

typedef struct cpng_decoder cpng_decoder;

typedef struct {
    int width, height;
    /// Channels of the rows that come out, 8 bits each: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    int channels;
    bool is_interlaced;
    /// Bits a channel is stored with; of a palette, those of its colours.
    int depth;
} cpng_header;

typedef struct {
    /// Sides beyond which the header is refused.
    uint32_t side;
    /// The largest ancillary chunk that is looked at, in bytes.
    size_t chunk_bytes;
} cpng_limits;

/// Where a file is read from, in pieces.
typedef struct {
    void *context;
    /// Copies what stands in the file from `offset` on, as much as there is room for or is there, and returns how much; 0
    /// at the end. It must not jump.
    size_t (*read)(void *context, size_t offset, uint8_t *target, size_t capacity);
    /// How many bytes there are.
    size_t count;
} cpng_source;

/// The context must outlive the decoder. Null only if memory is exhausted.
cpng_decoder *cpng_create(cpng_source source, cpng_limits limits);
void cpng_destroy(cpng_decoder *decoder);
/// The last error, or else the first warning, in libpng's words; empty if there was none.
const char *cpng_message(const cpng_decoder *decoder);
/// The data ran out before the picture was whole.
bool cpng_ends_early(const cpng_decoder *decoder);
/// Warnings since `cpng_start` that mean damage to the picture.
int cpng_warnings(const cpng_decoder *decoder);

/// Reads up to the pixels. `false` after an error.
bool cpng_read_header(cpng_decoder *decoder, cpng_header *header);
/// Makes the rows come out as 8-bit channels: palettes, low depths and transparent colours expanded, 16 bits rounded.
bool cpng_start(cpng_decoder *decoder);
/// Decodes the next row. For an interlaced picture these are the rows of the seven passes, one after another; those
/// without pixels are left out. `row` always takes a whole row of the picture. `false` at an error.
bool cpng_read_row(cpng_decoder *decoder, uint8_t *row);

/// The checksum that stands behind a chunk, of its name and content (CRC-32): of the bytes and of those before them, whose
/// checksum is given; 0 for none.
uint32_t cpng_checksum(uint32_t before, const uint8_t *bytes, size_t count);
/// Unpacks zlib data; returns the bytes, 0 if it is damaged or does not fit.
size_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);

/// Takes what comes out of a picture while its bytes arrive. Called during `cpng_feed`; must not call back.
typedef struct {
    void *context;
    /// Once, before the first row. `false` if the picture is not wanted.
    bool (*begin)(void *context, cpng_header header);
    /// A row of a pass, counted within it; the only pass of a picture that is not interlaced is 0.
    void (*row)(void *context, const uint8_t *row, int number, int pass);
} cpng_sink;

/// A decoder that is given the bytes piece by piece. Null only if memory is exhausted.
cpng_decoder *cpng_create_push(cpng_limits limits, cpng_sink sink);
/// All of the picture has been fed, up to the chunk that ends it.
bool cpng_is_whole(const cpng_decoder *decoder);
/// Decodes the next bytes, which are not needed afterwards. `false` after an error.
bool cpng_feed(cpng_decoder *decoder, const uint8_t *bytes, size_t count);

/// Decodes the whole picture to RGBA by libpng's own simplified interface: a second opinion for tests.
bool cpng_decode_simply(const uint8_t *bytes, size_t count, uint8_t *rgba, size_t capacity);

typedef struct {
    int width, height;
    /// Bytes a pixel: 1 grey or the number of a colour of the palette, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    int channels;
    /// Up to 256 colours, RGBA; null and 0 for none.
    const uint8_t *palette;
    int palette_count;
    int level; ///< of zlib, 0 to 9
} cpng_encoding;

/// Encodes rows of pixels. Returns the number of bytes and stores a buffer to be given to `cpng_free`; 0 if it failed.
size_t cpng_encode(const uint8_t *pixels, cpng_encoding encoding, uint8_t **bytes);
void cpng_free(uint8_t *bytes);
