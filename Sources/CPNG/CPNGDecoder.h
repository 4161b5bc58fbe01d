#pragma once

#include "CPNG.h"

#include <setjmp.h>

#include <png.h>

// What the files of this shim share.

struct cpng_decoder {
    png_structp png;
    png_infop info;
    cpng_source source;
    /// A piece of the file, how much of it there is and is taken, and where the next one begins.
    uint8_t *piece;
    size_t piece_count, taken, offset;
    char message[256];
    int warnings;
    bool is_started, ends_early, has_failed;
    /// Who takes what comes out while the bytes arrive; nobody otherwise.
    cpng_sink sink;
    bool is_whole;
};

/// What has been read of the header.
void cpng_describe(const cpng_decoder *decoder, cpng_header *header);
/// Sets how the rows come out. Jumps at an error.
void cpng_prepare(cpng_decoder *decoder);
