#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjpeg(-turbo) behind an opaque object. libjpeg reports errors by longjmp; every jump lands inside this shim, so
// none ever crosses a Swift frame. One decoder may be used by one thread at a time.

typedef struct cjpeg_decoder cjpeg_decoder;

typedef struct {
    int width, height;
    /// Bytes a pixel of the decoded rows: 1 gray, 3 RGB.
    int channels;
    /// The image is CMYK; its rows are decoded as RGB all the same.
    bool is_cmyk;
    bool is_progressive;
    /// Arithmetic coding, during which the library cannot suspend.
    bool is_arithmetic;
    /// Several scans: the coefficients of the whole image are kept until the last one is read.
    bool has_multiple_scans;
    /// Bytes of those coefficients; 0 for a single scan.
    uint64_t coefficient_bytes;
} cjpeg_header;

typedef enum {
    cjpeg_done,
    cjpeg_more,
    /// All bytes have been consumed, and more will come.
    cjpeg_starved,
    /// The bytes are damaged; see `cjpeg_message`.
    cjpeg_failed,
    /// The bytes are valid, but the library does not support this kind of JPEG.
    cjpeg_unsupported,
} cjpeg_status;

/// Problems found while decoding, apart from the rows.
typedef struct {
    /// Number of warnings that mean damage to the image; harmless ones (odd headers, stray bytes) are not counted.
    int damage_warnings;
    /// The data ended before the image was complete.
    bool ends_early;
    /// Number of decoded rows before the data ended.
    int good_rows;
    /// There are more scans than allowed; the rest was not read.
    bool has_too_many_scans;
} cjpeg_outcome;

/// Copies bytes of the file from `offset`, at most `capacity` of them, and returns their number; 0 at the end. It must
/// not jump.
typedef size_t (*cjpeg_reader)(void *context, size_t offset, uint8_t *target, size_t capacity);
/// Creates a decoder for a file that is read in pieces. The context must outlive it. Returns null only if memory is
/// exhausted.
cjpeg_decoder *cjpeg_create(cjpeg_reader read, void *context);
/// Creates a decoder for bytes that are still arriving and are passed to `cjpeg_feed`. Returns null only if memory is
/// exhausted.
cjpeg_decoder *cjpeg_create_fed(void);
void cjpeg_destroy(cjpeg_decoder *decoder);
/// Returns the last error or damage warning, in libjpeg's words; empty if there was none.
const char *cjpeg_message(const cjpeg_decoder *decoder);

cjpeg_status cjpeg_read_header(cjpeg_decoder *decoder, cjpeg_header *header);
/// Converts a row of CMYK, 255 for no ink, to RGB. It must not jump.
typedef void (*cjpeg_cmyk_converter)(const void *context, const uint8_t *cmyk, uint8_t *rgb, size_t pixels);
/// Sets the converter for a CMYK image, which replaces the simple conversion; to be called before rows are read. The
/// context must outlive the decoder.
void cjpeg_convert_cmyk(cjpeg_decoder *decoder, cjpeg_cmyk_converter convert, const void *context);

/// Prepares to decode reduced to `eighths`/8 (1 to 8); the reduced size is stored. `fancy` interpolates chroma.
cjpeg_status cjpeg_start(cjpeg_decoder *decoder, int eighths, bool fancy, size_t memory, int *width, int *height);
/// Reads a little more of an image with several scans, one row of blocks at most; to be called until it returns
/// `cjpeg_done`.
cjpeg_status cjpeg_consume(cjpeg_decoder *decoder, int maximum_scans);
/// Decodes up to `count` rows into `rows`, `stride` bytes apart, and returns their number; 0 at the end or where the
/// image ends early, negative after an error.
int cjpeg_read_rows(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count);
cjpeg_outcome cjpeg_get_outcome(const cjpeg_decoder *decoder);

/// Passes all bytes that have arrived, which may have moved since the last call. As long as there `may_grow` more of
/// them, the functions above return `cjpeg_starved`, or no rows, where the bytes end, and can be called again with
/// more.
void cjpeg_feed(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, bool may_grow);
/// Starts to draw what has been read of an image with several scans; `cjpeg_read_rows` follows. During the first scan
/// there may be no more rows for now; later there are always all of them.
bool cjpeg_begin_preview(cjpeg_decoder *decoder);
/// Ends a preview, after its last row. Returns `false` if it has to be called again, with more bytes.
bool cjpeg_end_preview(cjpeg_decoder *decoder);

typedef struct {
    int quality;            ///< 1 to 100
    bool is_progressive;
    bool halves_columns;    ///< of chroma: alone 4:2:2, with rows 4:2:0, instead of 4:4:4
    bool halves_rows;       ///< of chroma: alone 4:4:0
    int restart_rows;       ///< a restart marker every so many rows of blocks; 0 for none
} cjpeg_encoding;

/// Encodes rows of 1 (gray), 3 (RGB) or 4 (CMYK as stored, Adobe-inverted) bytes a pixel. Returns the number of bytes
/// and stores a buffer to be freed with `cjpeg_free`; 0 on failure.
size_t cjpeg_encode(const uint8_t *pixels, int width, int height, int channels, cjpeg_encoding encoding, uint8_t **bytes);
void cjpeg_free(uint8_t *bytes);
