#pragma once

// Libraries that decode pictures, behind one table of functions. Only their declarations are needed to build the program;
// a library is opened when its format is first used, so that the program runs without it. Not thread-safe:
// for a process that decodes one picture at a time, in a jail.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a library says about a picture.
typedef struct {
    /// The size of the rows as they are decoded, before the orientation.
    uint32_t width, height;
    /// The value of the EXIF tag; 1 if the library turns pictures itself.
    uint32_t orientation;
    /// Bits per channel, as stored.
    uint32_t depth;
    bool has_alpha;
    /// Whether it can be rendered at any size.
    bool is_vector;
    /// Number of frames, at least 1, and how often they play; 0 is forever.
    uint32_t frames, loops;
    /// The size of a small picture in the file that shows the whole; 0x0 if there is none.
    uint32_t thumbnail_width, thumbnail_height;
    /// The color description: a profile, which counts if it describes RGB or inks, or else code points (ITU-T H.273); 2
    /// is unknown.
    const uint8_t *profile;
    size_t profile_bytes;
    uint32_t primaries, transfer;
    /// Bytes that the library needs to decode it, about.
    uint64_t working_bytes;
} cdecoders_header;

/// What to decode.
typedef struct {
    uint32_t frame;
    bool is_thumbnail;
    /// Whether pixels will be averaged, so that chroma need not be interpolated.
    bool is_reduced;
    /// Whether samples are wanted with 16 bits.
    bool is_deep;
    /// The size to render a vector picture at.
    uint32_t width, height;
} cdecoders_part;

/// The rows of a picture or of a part of it.
typedef struct {
    uint32_t width, height;
    /// Samples of a pixel: 3 for red, green and blue, 4 with alpha.
    uint32_t channels;
    bool is_premultiplied;
    /// Whether the four samples are cyan, magenta, yellow and black instead; 255 is no ink.
    bool are_inks;
    /// The highest value of a sample with 16 bits; 0 if samples have 8.
    uint32_t maximum;
} cdecoders_rows;

/// Why something failed: one line.
typedef struct {
    enum { cdecoders_damaged, cdecoders_unsupported, cdecoders_too_large } kind;
    char text[200];
} cdecoders_failure;

typedef struct cdecoders_picture cdecoders_picture;

/// A format and its library.
typedef struct {
    /// The name of the format.
    const char *name;
    /// The name of the library; the file that the loader opens; the package that has it.
    const char *library, *file, *package;
    /// Opens the library and has it read all files it needs. Returns false, and the loader's reason.
    bool (*open_library)(cdecoders_failure *failure);
    const char *(*version)(void);
    /// Reads the header. The bytes must stay until the picture is closed. NULL on failure.
    cdecoders_picture *(*open)(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure);
    /// Decodes a part, or as much of it as is not decoded with its rows.
    bool (*begin)(cdecoders_picture *, const cdecoders_part *, cdecoders_rows *, cdecoders_failure *);
    /// Returns the next row, valid until the next call; NULL, and the reason, if it cannot be decoded.
    const void *(*row)(cdecoders_picture *, cdecoders_failure *);
    /// Returns how long a frame is shown, in microseconds; NULL without animations.
    uint64_t (*duration)(cdecoders_picture *, uint32_t frame);
    void (*close)(cdecoders_picture *);
} cdecoders_format;

int cdecoders_count(void);
const cdecoders_format *cdecoders_at(int index);
