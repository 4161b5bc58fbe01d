#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Little CMS, opened when the first profile needs it: a program that sees none pays nothing for it at its start. A
// transform may be used by any number of threads at a time.

typedef struct clcms_transform clcms_transform;

/// The layout of pixels, with 8 bits per channel.
typedef enum {
    /// Gray, converted to RGB.
    clcms_gray,
    clcms_rgb,
    /// RGB with alpha, which is copied.
    clcms_rgba,
    /// CMYK in which 255 is no ink, as in files of Adobe's programs, converted to RGB.
    clcms_cmyk,
} clcms_layout;

/// Returns whether the library is available. The first call opens it.
bool clcms_is_there(void);

/// Creates a transform from an ICC profile to sRGB, relative colorimetric with black point compensation. Returns NULL
/// if the library is missing, or the profile is damaged or not for this layout.
clcms_transform *clcms_create(const uint8_t *profile, size_t count, clcms_layout layout);
void clcms_destroy(clcms_transform *transform);

/// Converts pixels. `source` and `target` may be equal for RGB and RGBA, whose layout does not change.
void clcms_apply(const clcms_transform *transform, const uint8_t *source, uint8_t *target, size_t pixels);
