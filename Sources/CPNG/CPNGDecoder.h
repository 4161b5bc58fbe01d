#pragma once

#include "CPNG.h"

#include <setjmp.h>

#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include <png.h>

// Shared between the files of this shim.

struct cpng_decoder {
    png_structp png;
    png_infop info;
    cpng_source source;
    /// A piece of the file, its length and how much of it has been consumed, and the offset of the next piece.
    uint8_t *piece;
    size_t piece_count, taken, offset;
    char message[256];
    int warnings;
    bool is_started, ends_early, has_failed;
    /// Receives the header and the rows while bytes arrive; unset otherwise.
    cpng_sink sink;
    bool is_whole;
};

/// Fills in the header as read so far.
void cpng_describe(const cpng_decoder *decoder, cpng_header *header);
/// Configures the output format of the rows. Jumps on an error.
void cpng_prepare(cpng_decoder *decoder);
