#include "Library.h"

#if !__has_include(<tiffio.h>)
#error "libtiff is missing: apt-get install libtiff-dev"
#endif

#include <tiffio.h>

#if TIFFLIB_VERSION >= 20221213 // 4.5.0
#define FILE_NAME "libtiff.so.6"
#define PACKAGE "libtiff6"
#else
#define FILE_NAME "libtiff.so.5"
#define PACKAGE "libtiff5"
#endif

#define FUNCTIONS(use)                                                                                                 \
    use(TIFFGetVersion) use(TIFFClientOpen) use(TIFFClose) use(TIFFGetField) use(TIFFGetFieldDefaulted)                \
    use(TIFFSetErrorHandler) use(TIFFSetWarningHandler) use(TIFFIsTiled) use(TIFFStripSize64) use(TIFFTileSize64)      \
    use(TIFFRGBAImageOK) use(TIFFRGBAImageBegin) use(TIFFRGBAImageGet) use(TIFFRGBAImageEnd)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

/// What the library complained about last.
static char complaint[160];

struct cdecoders_picture {
    const uint8_t *bytes;
    size_t count, place;
    TIFF *file;
    TIFFRGBAImage image;
    bool has_image, has_inks, has_alpha;
    /// The rows of strips or tiles that are decoded at once, and those that are.
    uint32_t band, first, end, next;
    uint32_t *raster;
};

static void complain(const char *module, const char *format, va_list words) {
    (void)module;
    vsnprintf(complaint, sizeof complaint, format, words);
}

static bool open_library(cdecoders_failure *failure) {
    CDECODERS_OPEN(FILE_NAME)
    lib.TIFFSetErrorHandler(complain);
    lib.TIFFSetWarningHandler(NULL);
    return true;
}

/// The second word of "LIBTIFF, Version 4.5.0\nCopyright …".
static const char *version(void) {
    static char text[32];
    const char *words = strstr(lib.TIFFGetVersion(), "Version ");
    snprintf(text, sizeof text, "%s", words ? words + 8 : "");
    text[strcspn(text, "\n")] = 0;
    return text;
}

// MARK: - Bytes in memory

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    cdecoders_picture *picture = handle;
    const size_t left = picture->count - picture->place;
    const size_t taken = count < 0 ? 0 : (size_t)count < left ? (size_t)count : left;
    memcpy(target, picture->bytes + picture->place, taken);
    picture->place += taken;
    return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t handle, void *source, tmsize_t count) {
    (void)handle, (void)source, (void)count;
    return -1;
}

static toff_t seek_bytes(thandle_t handle, toff_t offset, int origin) {
    cdecoders_picture *picture = handle;
    const toff_t start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? picture->place : picture->count;
    const toff_t place = start + offset;
    picture->place = place < picture->count ? (size_t)place : picture->count;
    return picture->place;
}

static int close_bytes(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_bytes(thandle_t handle) { return ((cdecoders_picture *)handle)->count; }

static int map_bytes(thandle_t handle, void **start, toff_t *count) {
    cdecoders_picture *picture = handle;
    *start = (void *)(uintptr_t)picture->bytes;
    *count = picture->count;
    return 1;
}

static void unmap_bytes(thandle_t handle, void *start, toff_t count) { (void)handle, (void)start, (void)count; }

// MARK: - Inks

// The library would mix inks to red, green and blue, as if each were an exact complement. Its functions for that are
// replaced by these two, which put them into pixels as they are: the picture's profile says what they look like.

static void put_inks(
    TIFFRGBAImage *image, uint32_t *pixel, uint32_t x, uint32_t y, uint32_t width, uint32_t height, int32_t skip_from,
    int32_t skip_to, unsigned char *samples) {
    (void)x, (void)y;
    const int count = image->samplesperpixel;
    for (; height > 0; height--, pixel += skip_to, samples += (ptrdiff_t)skip_from * count) {
        for (uint32_t column = 0; column < width; column++, pixel++, samples += count) {
            uint8_t *inks = (uint8_t *)pixel;
            for (int ink = 0; ink < 4; ink++) inks[ink] = 255 - samples[ink];
        }
    }
}

static void put_planes_of_inks(
    TIFFRGBAImage *image, uint32_t *pixel, uint32_t x, uint32_t y, uint32_t width, uint32_t height, int32_t skip_from,
    int32_t skip_to, unsigned char *cyan, unsigned char *magenta, unsigned char *yellow, unsigned char *black) {
    (void)image, (void)x, (void)y;
    unsigned char *planes[] = {cyan, magenta, yellow, black};
    for (; height > 0; height--, pixel += skip_to) {
        for (uint32_t column = 0; column < width; column++, pixel++) {
            uint8_t *inks = (uint8_t *)pixel;
            for (int ink = 0; ink < 4; ink++) inks[ink] = 255 - *planes[ink]++;
        }
        for (int ink = 0; ink < 4; ink++) planes[ink] += skip_from;
    }
}

// MARK: - The picture

static void close_picture(cdecoders_picture *picture) {
    if (picture->has_image) lib.TIFFRGBAImageEnd(&picture->image);
    if (picture->file) lib.TIFFClose(picture->file);
    free(picture->raster);
    free(picture);
}

static cdecoders_picture *fail(cdecoders_picture *picture, cdecoders_failure *failure, int kind, const char *text) {
    if (picture) close_picture(picture);
    cdecoders_fail(failure, kind, "%s", text[0] ? text : "it cannot be read");
    return NULL;
}

static cdecoders_picture *
open_picture(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure) {
    complaint[0] = 0;
    cdecoders_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL) return fail(NULL, failure, cdecoders_too_large, "no memory");
    picture->bytes = bytes;
    picture->count = count;
    picture->file = lib.TIFFClientOpen(
        "picture", "r", picture, read_bytes, write_bytes, seek_bytes, close_bytes, size_of_bytes, map_bytes, unmap_bytes);
    if (picture->file == NULL) return fail(picture, failure, cdecoders_damaged, complaint);
    char reason[1024] = "";
    if (!lib.TIFFRGBAImageOK(picture->file, reason)) return fail(picture, failure, cdecoders_unsupported, reason);
    // A missing row is the end of the picture, not a black one.
    if (!lib.TIFFRGBAImageBegin(&picture->image, picture->file, 1, reason))
        return fail(picture, failure, cdecoders_damaged, reason);
    picture->has_image = true;
    TIFFRGBAImage *image = &picture->image;
    picture->has_inks = image->photometric == PHOTOMETRIC_SEPARATED;
    if (picture->has_inks) {
        if (image->isContig) image->put.contig = put_inks;
        else image->put.separate = put_planes_of_inks;
    }
    picture->has_alpha = image->alpha != 0 && !picture->has_inks; // black is the fourth plane
    image->req_orientation = image->orientation; // rows as they are stored
    uint32_t rows = 0;
    const bool is_tiled = lib.TIFFIsTiled(picture->file);
    if (is_tiled) lib.TIFFGetField(picture->file, TIFFTAG_TILELENGTH, &rows);
    else lib.TIFFGetFieldDefaulted(picture->file, TIFFTAG_ROWSPERSTRIP, &rows);
    picture->band = rows == 0 || rows > image->height ? image->height : rows;
    const uint64_t block = is_tiled ? lib.TIFFTileSize64(picture->file) : lib.TIFFStripSize64(picture->file);
    uint32_t profile_bytes = 0;
    void *profile = NULL;
    lib.TIFFGetField(picture->file, TIFFTAG_ICCPROFILE, &profile_bytes, &profile);
    *header = (cdecoders_header){
        .width = image->width, .height = image->height,
        .orientation = image->orientation >= 1 && image->orientation <= 8 ? image->orientation : 1,
        .depth = image->bitspersample, .has_alpha = picture->has_alpha, .frames = 1, .loops = 1,
        .profile = profile, .profile_bytes = profile_bytes, .primaries = 2, .transfer = 2,
        .working_bytes = 4 * (uint64_t)image->width * picture->band + block,
    };
    return picture;
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    (void)part;
    const TIFFRGBAImage *image = &picture->image;
    free(picture->raster);
    picture->raster = calloc((size_t)image->width * picture->band, 4);
    if (picture->raster == NULL) return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    picture->next = picture->first = picture->end = 0;
    // The library multiplies by alpha what is not.
    *rows = (cdecoders_rows){
        .width = image->width, .height = image->height, .channels = 4, .is_premultiplied = picture->has_alpha,
        .are_inks = picture->has_inks};
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    TIFFRGBAImage *image = &picture->image;
    if (picture->next >= picture->end) {
        const uint32_t left = image->height - picture->next;
        const uint32_t count = left < picture->band ? left : picture->band;
        image->row_offset = (int)picture->next;
        if (!lib.TIFFRGBAImageGet(image, picture->raster, image->width, count)) {
            fail(NULL, failure, cdecoders_damaged, complaint);
            return NULL;
        }
        picture->first = picture->next;
        picture->end = picture->next + count;
    }
    return picture->raster + (size_t)(picture->next++ - picture->first) * image->width;
}

const cdecoders_format cdecoders_tiff = {
    .name = "TIFF", .library = "libtiff", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .close = close_picture};
