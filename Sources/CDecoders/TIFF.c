#include "Library.h"
#include "TIFFSamples.h"

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
    use(TIFFRGBAImageOK) use(TIFFRGBAImageBegin) use(TIFFRGBAImageGet) use(TIFFRGBAImageEnd)                           \
    use(TIFFIsCODECConfigured) use(TIFFIsByteSwapped) use(TIFFComputeStrip) use(TIFFComputeTile)                       \
    use(TIFFReadEncodedStrip) use(TIFFReadEncodedTile)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

/// What the library complained about last.
static char complaint[160];

struct cdecoders_picture {
    const uint8_t *bytes;
    size_t count, place;
    TIFF *file;
    uint32_t width, height;
    uint16_t orientation, photometric, bits, format, samples, planar;
    bool is_big_endian, has_inks, has_alpha, is_premultiplied;
    /// The rows of strips or tiles that are decoded at once, and those that are.
    uint32_t band, first, end, next;
    /// The library's conversion, if it has one, and rows that it has converted.
    TIFFRGBAImage image;
    bool has_image;
    uint32_t *raster;
    /// Else the blocks of the band, strips or tiles, as the library decodes them, one plane after the other.
    uint8_t *blocks;
    uint32_t block_width, blocks_across;
    uint64_t block_bytes;
    /// The samples of a pixel that are read, alpha the last.
    uint16_t channels;
    uint16_t *palette[3];
    /// Of YCbCr.
    double range[6];
    float *weights;
    uint8_t *row;
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

// MARK: - Samples that the library does not convert

/// Reads the range and the weights of YCbCr. The library's default is the range of 8 bits for any number of them.
static void read_range(cdecoders_picture *picture) {
    const double most = picture->format == tiff_float ? 1 : (double)(UINT64_MAX >> (64 - picture->bits));
    const float *stated = NULL;
    const bool is_stated = lib.TIFFGetField(picture->file, TIFFTAG_REFERENCEBLACKWHITE, &stated);
    for (int i = 0; i < 6; i++) {
        const double usual = i % 2 ? 1 : i == 0 ? 0 : most > 1 ? floor(most / 2 + 1) / most : 0.5;
        picture->range[i] = is_stated ? stated[i] / most : usual;
    }
    lib.TIFFGetFieldDefaulted(picture->file, TIFFTAG_YCBCRCOEFFICIENTS, &picture->weights);
}

/// Whether the samples can be converted here. The library converts integers of 1, 2, 4, 8 and 16 bits, but not each of
/// them in every color, and puts the white of D50 for that of the screen.
static bool can_convert(cdecoders_picture *picture) {
    const unsigned bits = picture->bits, count = picture->samples;
    const bool is_float = picture->format == tiff_float;
    if (is_float ? bits != 16 && bits != 32 && bits != 64 : picture->format > tiff_float || bits < 1 || bits > 64)
        return false;
    uint16_t across = 2, down = 2, inks = INKSET_CMYK;
    switch (picture->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: picture->channels = 1; break;
    case PHOTOMETRIC_PALETTE:
        picture->channels = 1;
        if (is_float || bits > 16
            || !lib.TIFFGetField(
                picture->file, TIFFTAG_COLORMAP, &picture->palette[0], &picture->palette[1], &picture->palette[2]))
            return false;
        break;
    case PHOTOMETRIC_RGB: picture->channels = 3; break;
    case PHOTOMETRIC_YCBCR:
        picture->channels = 3;
        lib.TIFFGetFieldDefaulted(picture->file, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
        if (across != 1 || down != 1) return false;
        read_range(picture);
        break;
    case PHOTOMETRIC_SEPARATED:
        picture->channels = 4;
        lib.TIFFGetFieldDefaulted(picture->file, TIFFTAG_INKSET, &inks);
        if (inks != INKSET_CMYK) return false;
        break;
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
        picture->channels = 3;
        if (is_float || (bits != 8 && bits != 16)) return false;
        break;
    default: return false;
    }
    uint16_t extra = 0, *kinds = NULL;
    lib.TIFFGetFieldDefaulted(picture->file, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    if (extra > 0 && count > picture->channels && !picture->has_inks && kinds[0] != EXTRASAMPLE_UNSPECIFIED) {
        picture->has_alpha = true;
        picture->is_premultiplied = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
        picture->channels++;
    }
    return count >= picture->channels;
}

static void put_pixel(const cdecoders_picture *picture, const uint64_t *values, uint8_t *pixel) {
    double shares[5];
    for (int i = 0; i < picture->channels; i++) shares[i] = tiff_share(values[i], picture->bits, picture->format);
    const bool has_eight = picture->bits == 8;
    switch (picture->photometric) {
    case PHOTOMETRIC_PALETTE:
        for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)(picture->palette[i][values[0]] >> 8);
        break;
    case PHOTOMETRIC_RGB:
        for (int i = 0; i < 3; i++) pixel[i] = tiff_byte(shares[i]);
        break;
    case PHOTOMETRIC_SEPARATED:
        for (int i = 0; i < 4; i++) pixel[i] = 255 - tiff_byte(shares[i]);
        break;
    case PHOTOMETRIC_YCBCR: tiff_put_ycc(shares, picture->range, picture->weights, pixel); break;
    case PHOTOMETRIC_CIELAB: // a and b have signs
        if (has_eight) tiff_put_lab(values[0] / 2.55, (int8_t)values[1], (int8_t)values[2], pixel);
        else tiff_put_lab(values[0] / 655.35, (int16_t)values[1] / 256.0, (int16_t)values[2] / 256.0, pixel);
        break;
    case PHOTOMETRIC_ICCLAB:
        if (has_eight) tiff_put_lab(values[0] / 2.55, values[1] - 128.0, values[2] - 128.0, pixel);
        else tiff_put_lab(values[0] / 652.8, values[1] / 256.0 - 128, values[2] / 256.0 - 128, pixel);
        break;
    default: // gray
        if (picture->photometric == PHOTOMETRIC_MINISWHITE) shares[0] = 1 - shares[0];
        memset(pixel, tiff_byte(shares[0]), 3);
    }
    if (picture->has_inks) return;
    pixel[3] = picture->has_alpha ? tiff_byte(shares[picture->channels - 1]) : 255;
}

static const void *convert_row(cdecoders_picture *picture, uint32_t y) {
    const bool is_planar = picture->planar == PLANARCONFIG_SEPARATE;
    const uint64_t step = is_planar ? 1 : picture->samples;
    const uint64_t line_bytes = (picture->block_width * step * picture->bits + 7) / 8;
    for (uint32_t x = 0; x < picture->width; x++) {
        uint64_t values[5];
        const uint64_t first = x % picture->block_width * step;
        for (uint32_t channel = 0; channel < picture->channels; channel++) {
            const uint64_t block = (is_planar ? channel : 0) * picture->blocks_across + x / picture->block_width;
            const uint8_t *line = picture->blocks + block * picture->block_bytes + y * line_bytes;
            const uint64_t index = first + (is_planar ? 0 : channel);
            values[channel] = tiff_bits(line, index, picture->bits, picture->is_big_endian);
        }
        put_pixel(picture, values, picture->row + 4 * (size_t)x);
    }
    return picture->row;
}

/// Decodes the blocks of the band that begins with a row.
static bool read_blocks(cdecoders_picture *picture, uint32_t y) {
    TIFF *file = picture->file;
    const uint16_t planes = picture->planar == PLANARCONFIG_SEPARATE ? picture->channels : 1;
    uint8_t *target = picture->blocks;
    for (uint16_t plane = 0; plane < planes; plane++) {
        for (uint32_t block = 0; block < picture->blocks_across; block++, target += picture->block_bytes) {
            const tmsize_t count = (tmsize_t)picture->block_bytes;
            const tmsize_t done = lib.TIFFIsTiled(file)
                ? lib.TIFFReadEncodedTile(
                    file, lib.TIFFComputeTile(file, block * picture->block_width, y, 0, plane), target, count)
                : lib.TIFFReadEncodedStrip(file, lib.TIFFComputeStrip(file, y, plane), target, count);
            if (done < 0) return false;
        }
    }
    return true;
}

// MARK: - The picture

static void close_picture(cdecoders_picture *picture) {
    if (picture->has_image) lib.TIFFRGBAImageEnd(&picture->image);
    if (picture->file) lib.TIFFClose(picture->file);
    free(picture->raster);
    free(picture->blocks);
    free(picture->row);
    free(picture);
}

static cdecoders_picture *fail(cdecoders_picture *picture, cdecoders_failure *failure, int kind, const char *text) {
    if (picture) close_picture(picture);
    cdecoders_fail(failure, kind, "%s", text[0] ? text : "it cannot be read");
    return NULL;
}

/// The bytes of all blocks of a band; of too many a number that no limit allows.
static uint64_t blocks_bytes(const cdecoders_picture *picture) {
    const uint64_t planes = picture->planar == PLANARCONFIG_SEPARATE ? picture->channels : 1;
    const uint64_t most = 1ULL << 44, blocks = picture->blocks_across * planes;
    return picture->block_bytes > most / blocks ? most : picture->block_bytes * blocks;
}

static const char *name_of_photometric(const cdecoders_picture *picture) {
    static char number[40];
    switch (picture->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: return "gray";
    case PHOTOMETRIC_RGB: return "RGB";
    case PHOTOMETRIC_PALETTE: return "a palette";
    case PHOTOMETRIC_MASK: return "a mask";
    case PHOTOMETRIC_SEPARATED: return "separated inks";
    case PHOTOMETRIC_YCBCR: return "YCbCr";
    case PHOTOMETRIC_CIELAB: return "CIE Lab";
    case PHOTOMETRIC_ICCLAB: return "ICC Lab";
    case PHOTOMETRIC_ITULAB: return "ITU Lab";
    case PHOTOMETRIC_LOGL: return "LogL";
    case PHOTOMETRIC_LOGLUV: return "LogLuv";
    case 32803: return "a color filter array"; // of DNG
    case 34892: return "linear raw data"; // of DNG
    default: snprintf(number, sizeof number, "photometric interpretation %u", picture->photometric); return number;
    }
}

/// Reads how the picture is stored, and decides what converts it. Returns what is not supported, or NULL.
static const char *plan(cdecoders_picture *picture) {
    TIFF *file = picture->file;
    lib.TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &picture->width);
    lib.TIFFGetField(file, TIFFTAG_IMAGELENGTH, &picture->height);
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &picture->orientation);
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &picture->bits);
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &picture->format);
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &picture->samples);
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &picture->planar);
    picture->is_big_endian = lib.TIFFIsByteSwapped(file);
    if (picture->width == 0 || picture->height == 0) return NULL;
    static char reason[1024];
    reason[0] = 0;
    uint16_t compression = 0;
    lib.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    if (!lib.TIFFIsCODECConfigured(compression)) {
        snprintf(reason, sizeof reason, "compression %u", compression);
        return reason;
    }
    const bool has_photometric = lib.TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &picture->photometric);
    if (!has_photometric) {
        const bool is_fax = compression == COMPRESSION_CCITTRLE || compression == COMPRESSION_CCITTFAX3
            || compression == COMPRESSION_CCITTFAX4 || compression == COMPRESSION_CCITTRLEW;
        picture->photometric = picture->samples > 2 ? PHOTOMETRIC_RGB
            : is_fax                                ? PHOTOMETRIC_MINISWHITE
                                                    : PHOTOMETRIC_MINISBLACK;
    }
    if (picture->format == SAMPLEFORMAT_VOID) picture->format = SAMPLEFORMAT_UINT;
    uint32_t rows = 0;
    const bool is_tiled = lib.TIFFIsTiled(file);
    picture->block_width = picture->width;
    if (is_tiled) {
        lib.TIFFGetField(file, TIFFTAG_TILELENGTH, &rows);
        lib.TIFFGetField(file, TIFFTAG_TILEWIDTH, &picture->block_width);
    } else {
        lib.TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &rows);
    }
    picture->band = rows == 0 || rows > picture->height ? picture->height : rows;
    picture->block_bytes = is_tiled ? lib.TIFFTileSize64(file) : lib.TIFFStripSize64(file);
    picture->has_inks = picture->photometric == PHOTOMETRIC_SEPARATED;

    // The library converts these, from whatever its decoder makes of the bits.
    const bool is_log = picture->photometric == PHOTOMETRIC_LOGL || picture->photometric == PHOTOMETRIC_LOGLUV;
    const bool is_lab = picture->photometric == PHOTOMETRIC_CIELAB || picture->photometric == PHOTOMETRIC_ICCLAB;
    // libtiff 4.5 converts only the first row rightly of a tile that the picture cuts off.
    const bool is_deep_gray = picture->bits == 16 && picture->photometric <= PHOTOMETRIC_MINISBLACK;
    TIFFRGBAImage *image = &picture->image;
    // Without a photometric interpretation it takes all samples but the first for extra ones.
    // A missing row is the end of the picture, not a black one.
    if (is_log || (has_photometric && picture->format == SAMPLEFORMAT_UINT && !is_lab && !is_deep_gray))
        picture->has_image =
            lib.TIFFRGBAImageOK(file, reason) && lib.TIFFRGBAImageBegin(image, file, 1, reason);
    if (picture->has_image) {
        picture->photometric = image->photometric;
        picture->has_inks = image->photometric == PHOTOMETRIC_SEPARATED;
        if (picture->has_inks) {
            if (image->isContig) image->put.contig = put_inks;
            else image->put.separate = put_planes_of_inks;
        }
        picture->has_alpha = image->alpha != 0 && !picture->has_inks; // black is the fourth plane
        picture->is_premultiplied = picture->has_alpha; // by the library, where the file is not
        image->req_orientation = image->orientation; // rows as they are stored
        return NULL;
    }
    const uint64_t step = picture->planar == PLANARCONFIG_SEPARATE ? 1 : picture->samples;
    const uint64_t line_bytes = (picture->block_width * step * picture->bits + 7) / 8;
    if (!can_convert(picture) || line_bytes == 0 || line_bytes > picture->block_bytes / picture->band) {
        static const char *const formats[] = {"", "", " signed", " float", "", " complex integer", " complex float"};
        snprintf(
            reason, sizeof reason, "%u-bit%s samples%s of %s", picture->bits,
            picture->format < 7 ? formats[picture->format] : "", step == 1 && picture->samples > 1 ? " in planes" : "",
            name_of_photometric(picture));
        return reason;
    }
    picture->blocks_across = (picture->width - 1) / picture->block_width + 1;
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
    if (picture->file == NULL) {
        // The library opens no file whose samples have different bits or formats, which is valid.
        if (strstr(complaint, "different values per sample"))
            return fail(picture, failure, cdecoders_unsupported, "samples with different bits or formats");
        return fail(picture, failure, cdecoders_damaged, complaint);
    }
    const char *failed = plan(picture);
    if (failed) return fail(picture, failure, cdecoders_unsupported, failed);
    if (picture->width == 0 || picture->height == 0 || picture->block_bytes == 0)
        return fail(picture, failure, cdecoders_damaged, complaint);
    uint32_t profile_bytes = 0;
    void *profile = NULL;
    lib.TIFFGetField(picture->file, TIFFTAG_ICCPROFILE, &profile_bytes, &profile);
    *header = (cdecoders_header){
        .width = picture->width, .height = picture->height,
        .orientation = picture->orientation >= 1 && picture->orientation <= 8 ? picture->orientation : 1,
        .depth = picture->bits, .has_alpha = picture->has_alpha, .frames = 1, .loops = 1,
        .profile = profile, .profile_bytes = profile_bytes, .primaries = 2, .transfer = 2,
        .working_bytes = picture->has_image ? 4 * (uint64_t)picture->width * picture->band + picture->block_bytes
                                            : blocks_bytes(picture) + 4 * (uint64_t)picture->width,
    };
    return picture;
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    (void)part;
    free(picture->raster);
    free(picture->blocks);
    free(picture->row);
    picture->raster = NULL;
    picture->blocks = picture->row = NULL;
    if (picture->has_image) {
        picture->raster = calloc((size_t)picture->width * picture->band, 4);
    } else {
        picture->blocks = calloc(blocks_bytes(picture), 1);
        picture->row = calloc(picture->width, 4);
    }
    if (picture->has_image ? picture->raster == NULL : picture->blocks == NULL || picture->row == NULL)
        return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    picture->next = picture->first = picture->end = 0;
    *rows = (cdecoders_rows){
        .width = picture->width, .height = picture->height, .channels = 4, .is_premultiplied = picture->is_premultiplied,
        .are_inks = picture->has_inks};
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    if (picture->next >= picture->end) {
        const uint32_t left = picture->height - picture->next;
        const uint32_t count = left < picture->band ? left : picture->band;
        picture->image.row_offset = (int)picture->next;
        const bool is_read = picture->has_image
            ? lib.TIFFRGBAImageGet(&picture->image, picture->raster, picture->width, count)
            : read_blocks(picture, picture->next);
        if (!is_read) {
            fail(NULL, failure, cdecoders_damaged, complaint);
            return NULL;
        }
        picture->first = picture->next;
        picture->end = picture->next + count;
    }
    const uint32_t y = picture->next++ - picture->first;
    return picture->has_image ? picture->raster + (size_t)y * picture->width : convert_row(picture, y);
}

const cdecoders_format cdecoders_tiff = {
    .name = "TIFF", .library = "libtiff", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .close = close_picture};
