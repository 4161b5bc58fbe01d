#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The encoder of giflib behind an opaque object, which belongs to one thread at a time.

typedef struct cgif_encoder cgif_encoder;

typedef struct {
    int width, height;
    /// The palette in RGB, up to 256 colors.
    const uint8_t *palette;
    int colors;
    /// The index of the transparent color; -1 for none.
    int transparent;
    /// Whether the frame's rectangle becomes transparent after its duration; otherwise it stays.
    bool clears;
    int hundredths; ///< the duration in hundredths of a second
} cgif_frame;

/// Creates an encoder. `loops` is the number of plays, 0 for endless, -1 to omit it. NULL only if memory is exhausted.
cgif_encoder *cgif_encoder_create(int width, int height, int loops);
/// Adds a frame of palette indices. Returns `false` on failure; all later calls then fail, too.
bool cgif_encoder_add(cgif_encoder *encoder, cgif_frame frame, const uint8_t *indices);
/// Frees the encoder. Returns the number of bytes and stores a buffer, to be freed by `cgif_free`; 0 on failure.
size_t cgif_encoder_finish(cgif_encoder *encoder, uint8_t **bytes);
void cgif_free(uint8_t *bytes);
