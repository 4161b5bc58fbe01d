#pragma once

#include <stddef.h>

/// One picture of the demo feed. All pointers live as long as the program; nothing is to be freed.
struct HalftoneDemoPicture {
    /// The file's name in Assets/demo, unique, plain ASCII: letters, digits, hyphens and one dot.
    const char *_Nonnull name;
    /// What a reader sees, UTF-8.
    const char *_Nonnull title;
    /// One or two sentences on the picture, UTF-8.
    const char *_Nonnull summary;
    /// `image/jpeg` or `image/png`.
    const char *_Nonnull mime_type;
    /// The encoded file.
    const unsigned char *_Nonnull bytes;
    size_t byte_count;
    /// Pixels as shown, that is after the file's EXIF orientation.
    unsigned width, height;
};

/// How many pictures are compiled in. Any thread.
size_t halftone_demo_picture_count(void);

/// The picture at `index` in feed order. Any thread.
/// An index past the end gives empty strings and no bytes (`byte_count` 0).
struct HalftoneDemoPicture halftone_demo_picture(size_t index);
