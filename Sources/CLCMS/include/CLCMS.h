#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Little CMS, opened when the first profile needs it: a program that sees none pays nothing for it at its start. A
// transform may be used by any number of threads at a time.

typedef struct clcms_transform clcms_transform;

/// How bytes stand for colors, 8 bits a channel.
typedef enum {
    /// Comes out as RGB.
    clcms_gray,
    clcms_rgb,
    /// Alpha is copied as it is.
    clcms_rgba,
    /// 255 is no ink, as in files of Adobe's programs. Comes out as RGB.
    clcms_cmyk,
} clcms_layout;

/// `false` if the library is not there. The first call opens it.
bool clcms_is_there(void);

/// From the colors of an ICC profile to sRGB: relative colorimetric with black point compensation. Null if the library
/// is not there, or the profile is broken, or not one for such pixels.
clcms_transform *clcms_create(const uint8_t *profile, size_t count, clcms_layout layout);
void clcms_destroy(clcms_transform *transform);

/// `source` and `target` may be the same for RGB and RGBA, which come out as they went in.
void clcms_apply(const clcms_transform *transform, const uint8_t *source, uint8_t *target, size_t pixels);
