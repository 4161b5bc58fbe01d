#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjpeg(-turbo) behind an opaque object. libjpeg reports errors by longjmp; every jump lands inside this shim, so
// none ever crosses a Swift frame. One decoder belongs to one thread at a time.

typedef struct cjpeg_decoder cjpeg_decoder;

typedef struct {
    int width, height;
    /// Bytes a pixel of the rows that come out: 1 grey, 3 RGB.
    int channels;
    /// Rows come out as RGB all the same.
    bool is_cmyk;
    /// Its components are luminance and two of chroma.
    bool is_ycc;
    bool is_progressive;
    /// Arithmetic codes, which the library cannot wait for in the middle.
    bool is_arithmetic;
    /// Several scans: the coefficients of the whole picture are held until the last one is read.
    bool has_multiple_scans;
    /// What those coefficients take, in bytes; 0 for a single scan.
    uint64_t coefficient_bytes;
} cjpeg_header;

typedef enum {
    cjpeg_done,
    cjpeg_more,
    /// All bytes are used up, and more will come.
    cjpeg_starved,
    /// The bytes are broken; `cjpeg_message` tells how.
    cjpeg_failed,
    /// They are whole but of a kind the library does not decode.
    cjpeg_unsupported,
} cjpeg_status;

/// What was noticed while decoding, beyond the rows.
typedef struct {
    /// Warnings that mean damage to the picture; harmless ones (odd headers, stray bytes) are not counted.
    int damage_warnings;
    /// The data ran out before the picture was whole.
    bool ends_early;
    /// Rows, of those that come out, before the data ran out.
    int good_rows;
    /// More scans than allowed; the rest was not read.
    bool has_too_many_scans;
} cjpeg_outcome;

/// Copies what stands in the file from `offset` on, as much as there is room for or is there, and returns how much; 0 at
/// the end. It must not jump.
typedef size_t (*cjpeg_reader)(void *context, size_t offset, uint8_t *target, size_t capacity);
/// For a file that is read in pieces. The context must outlive the decoder. Null only if memory is exhausted.
cjpeg_decoder *cjpeg_create(cjpeg_reader read, void *context);
/// For bytes that are still arriving, to be given with `cjpeg_feed`. Null only if memory is exhausted.
cjpeg_decoder *cjpeg_create_fed(void);
void cjpeg_destroy(cjpeg_decoder *decoder);
/// The last error or damage warning, in libjpeg's words; empty if there was none.
const char *cjpeg_message(const cjpeg_decoder *decoder);

cjpeg_status cjpeg_read_header(cjpeg_decoder *decoder, cjpeg_header *header);
/// Brings a row of inks, 255 for none, to RGB. It must not jump.
typedef void (*cjpeg_cmyk_converter)(const void *context, const uint8_t *cmyk, uint8_t *rgb, size_t pixels);
/// Converts the inks of a CMYK picture with that, instead of simply; to be called before rows are read. The context must
/// outlive the decoder.
void cjpeg_convert_cmyk(cjpeg_decoder *decoder, cjpeg_cmyk_converter convert, const void *context);

/// Prepares to decode reduced to `eighths`/8 (1 to 8); the reduced size is stored. `fancy` interpolates chroma.
cjpeg_status cjpeg_start(cjpeg_decoder *decoder, int eighths, bool fancy, size_t memory, int *width, int *height);
/// For several scans, to be called until it is `cjpeg_done`: reads a little more, one row of blocks at most.
cjpeg_status cjpeg_consume(cjpeg_decoder *decoder, int maximum_scans);
/// Decodes up to `count` rows into `rows`, `stride` bytes apart, and returns how many; 0 at the end or where the
/// picture ends early, negative after an error.
int cjpeg_read_rows(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count);
cjpeg_outcome cjpeg_get_outcome(const cjpeg_decoder *decoder);

/// Gives all bytes that have arrived, which may stand elsewhere than before. As long as there `may_grow` more of them,
/// the calls above answer `cjpeg_starved`, or no rows, where the bytes end, and can be repeated with more.
void cjpeg_feed(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, bool may_grow);
/// For several scans: draws what has been read, to be followed by `cjpeg_read_rows`. During the first scan there may be
/// no more rows for now; afterwards there are always all of them.
bool cjpeg_begin_preview(cjpeg_decoder *decoder);
/// To be called after the last row. `false` if it has to be called again, with more bytes.
bool cjpeg_end_preview(cjpeg_decoder *decoder);

typedef struct {
    int quality;            ///< 1 to 100
    bool is_progressive;
    bool halves_chroma;     ///< 4:2:0 instead of 4:4:4
    int restart_rows;       ///< a restart marker every so many rows of blocks; 0 for none
} cjpeg_encoding;

/// Encodes rows of 1 (grey), 3 (RGB) or 4 (CMYK as stored, Adobe-inverted) bytes a pixel. Returns the number of
/// bytes and stores a buffer to be given to `cjpeg_free`; 0 if it failed.
size_t cjpeg_encode(const uint8_t *pixels, int width, int height, int channels, cjpeg_encoding encoding, uint8_t **bytes);
void cjpeg_free(uint8_t *bytes);
