#include "Library.h"

#if !__has_include(<avif/avif.h>)
#error "libavif is missing: apt-get install libavif-dev"
#endif

#include <avif/avif.h>

// The names of structures' fields differ between releases, and so does the library's file.
#if AVIF_VERSION_MAJOR >= 1
#define FILE_NAME "libavif.so.16"
#define PACKAGE "libavif16"
#define MIRROR axis
#else
#define FILE_NAME "libavif.so.15"
#define PACKAGE "libavif15"
#define MIRROR mode
#endif

#define FUNCTIONS(use)                                                                                                 \
    use(avifVersion) use(avifResultToString) use(avifDecoderCreate) use(avifDecoderDestroy) use(avifDecoderSetIOMemory) \
    use(avifDecoderParse) use(avifDecoderNthImage) use(avifDecoderNthImageTiming) use(avifImageCreateEmpty)             \
    use(avifImageDestroy) use(avifImageSetViewRect) use(avifImageYUVToRGB) use(avifRGBImageSetDefaults)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

/// Rows that are converted from YUV at once, and rows before and after them that only lend their chroma.
enum { BAND = 64, MARGIN = 2 };

struct cdecoders_picture {
    avifDecoder *decoder;
    avifRGBImage rgb;
    /// The part of the image that is shown.
    avifCropRect shown;
    /// The rows in `rgb`, without its margins, and where the first of them lies.
    uint32_t first, end, margin;
    uint32_t next;
};

static bool open_library(cdecoders_failure *failure) {
    CDECODERS_OPEN(FILE_NAME)
    return true;
}

static const char *version(void) { return lib.avifVersion(); }

/// Stores what the library says, in as many words as it has.
static bool fail(const cdecoders_picture *picture, cdecoders_failure *failure, avifResult result) {
    const int kind = result == AVIF_RESULT_NO_CODEC_AVAILABLE || result == AVIF_RESULT_NOT_IMPLEMENTED
        ? cdecoders_unsupported : cdecoders_damaged;
    const char *reason = picture->decoder->diag.error;
    return cdecoders_fail(failure, kind, "%s", reason[0] ? reason : lib.avifResultToString(result));
}

static void close_picture(cdecoders_picture *picture) {
    free(picture->rgb.pixels);
    lib.avifDecoderDestroy(picture->decoder);
    free(picture);
}

/// The EXIF orientation of a rotation by quarters counterclockwise, then a mirroring: 0 top to bottom, 1 left to right.
static uint32_t orientation(const avifImage *image) {
    static const uint8_t turned[4] = {1, 8, 3, 6}, flipped[2][4] = {{4, 5, 2, 7}, {2, 7, 4, 5}};
    const unsigned angle = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
    return image->transformFlags & AVIF_TRANSFORM_IMIR ? flipped[image->imir.MIRROR & 1][angle] : turned[angle];
}

/// Finds where a clean aperture lies along one side of an image: from its length and from the distance of its middle to
/// that of the image, fractions of 32 bits with a sign. Returns false if it is not made of whole pixels of the image.
static bool find_aperture(
    uint32_t side, const uint32_t length[2], const uint32_t distance[2], uint32_t *start, uint32_t *count) {
    const int64_t pixels = (int32_t)length[0], parts = (int32_t)length[1];
    const int64_t moved = (int32_t)distance[0], divisor = (int32_t)distance[1];
    if (pixels <= 0 || parts <= 0 || divisor <= 0 || pixels % parts != 0 || pixels / parts > side) return false;
    *count = (uint32_t)(pixels / parts);
    const int64_t twice = (side - *count) * divisor + 2 * moved; // the start times twice the divisor
    if (twice < 0 || twice % (2 * divisor) != 0 || twice / (2 * divisor) > side - *count) return false;
    *start = (uint32_t)(twice / (2 * divisor));
    return true;
}

/// Returns the part of an image that is shown: its clean aperture (ISO/IEC 14496-12), or all of it. libavif leaves
/// cropping and turning to the program that shows the image. Its function for this has another name and other
/// arguments in later releases, and refuses odd places of images with less chroma.
static avifCropRect shown_part(const avifImage *image) {
    const avifCleanApertureBox *box = &image->clap;
    avifCropRect part;
    if (image->transformFlags & AVIF_TRANSFORM_CLAP
        && find_aperture(
            image->width, (uint32_t[]){box->widthN, box->widthD}, (uint32_t[]){box->horizOffN, box->horizOffD},
            &part.x, &part.width)
        && find_aperture(
            image->height, (uint32_t[]){box->heightN, box->heightD}, (uint32_t[]){box->vertOffN, box->vertOffD},
            &part.y, &part.height)) return part;
    return (avifCropRect){.width = image->width, .height = image->height};
}

static cdecoders_picture *
open_picture(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure) {
    cdecoders_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL || (picture->decoder = lib.avifDecoderCreate()) == NULL) {
        free(picture);
        cdecoders_fail(failure, cdecoders_too_large, "no memory");
        return NULL;
    }
    avifDecoder *decoder = picture->decoder;
    // The limits on sizes are the caller's, who asks for no pixel of a picture that is too large.
    decoder->imageDimensionLimit = 1u << 16;
    decoder->imageCountLimit = 0;
    decoder->ignoreExif = AVIF_TRUE; // its orientation does not count (ISO/IEC 23008-12)
    decoder->ignoreXMP = AVIF_TRUE;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    avifResult result = lib.avifDecoderSetIOMemory(decoder, bytes, count);
    if (result == AVIF_RESULT_OK) result = lib.avifDecoderParse(decoder);
    if (result != AVIF_RESULT_OK) {
        fail(picture, failure, result);
        close_picture(picture);
        return NULL;
    }
    const avifImage *image = decoder->image;
    const uint64_t area = (uint64_t)image->width * image->height;
    const avifCropRect shown = shown_part(image);
    *header = (cdecoders_header){
        .width = shown.width, .height = shown.height, .orientation = orientation(image), .depth = image->depth,
        .has_alpha = decoder->alphaPresent, .frames = (uint32_t)(decoder->imageCount > 0 ? decoder->imageCount : 1),
        .profile = image->icc.data, .profile_bytes = image->icc.size,
        .primaries = image->colorPrimaries, .transfer = image->transferCharacteristics,
        // 4:4:4 with alpha, once in the AV1 decoder and once as a copy; three frames of a sequence refer to each other.
        .working_bytes = area * (image->depth > 8 ? 2 : 1) * (decoder->alphaPresent ? 4 : 3) * (decoder->imageCount > 1 ? 4 : 1),
    };
#if AVIF_VERSION_MAJOR >= 1
    if (decoder->repetitionCount >= 0) header->loops = (uint32_t)decoder->repetitionCount + 1;
#endif
    return picture;
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    const avifResult result = lib.avifDecoderNthImage(picture->decoder, part->frame);
    if (result != AVIF_RESULT_OK) return fail(picture, failure, result);
    const avifImage *image = picture->decoder->image;
    free(picture->rgb.pixels);
    avifRGBImage *rgb = &picture->rgb;
    lib.avifRGBImageSetDefaults(rgb, image);
    const bool has_alpha = image->alphaPlane != NULL;
    rgb->format = has_alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    rgb->depth = part->is_deep ? 16 : 8;
    rgb->alphaPremultiplied = AVIF_FALSE;
    rgb->chromaUpsampling = part->is_reduced ? AVIF_CHROMA_UPSAMPLING_FASTEST : AVIF_CHROMA_UPSAMPLING_BEST_QUALITY;
    picture->shown = shown_part(image);
    *rows = (cdecoders_rows){
        .width = picture->shown.width, .height = picture->shown.height, .channels = has_alpha ? 4 : 3,
        .maximum = part->is_deep ? 65535 : 0,
    };
    rgb->rowBytes = image->width * rows->channels * (part->is_deep ? 2 : 1);
    rgb->pixels = malloc((size_t)rgb->rowBytes * (1 + BAND + 2 * MARGIN));
    if (rgb->pixels == NULL) return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    picture->next = picture->first = picture->end = picture->shown.y;
    return true;
}

/// Converts the rows from the next one on.
static bool convert_band(cdecoders_picture *picture, cdecoders_failure *failure) {
    const avifImage *image = picture->decoder->image;
    const uint32_t first = picture->next;
    const uint32_t end = image->height - first > BAND ? first + BAND : image->height;
    const uint32_t top = first > MARGIN ? (first - MARGIN) & ~1u : 0; // two rows may share their chroma
    const uint32_t bottom = image->height - end > MARGIN ? end + MARGIN : image->height;
    avifImage *view = lib.avifImageCreateEmpty();
    if (view == NULL) return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    const avifCropRect rect = {.x = 0, .y = top, .width = image->width, .height = bottom - top};
    avifResult result = lib.avifImageSetViewRect(view, image, &rect);
    if (result == AVIF_RESULT_OK) {
        view->yuvRange = image->yuvRange; // releases differ in whether the view has these
        view->yuvChromaSamplePosition = image->yuvChromaSamplePosition;
        view->matrixCoefficients = image->matrixCoefficients;
        view->colorPrimaries = image->colorPrimaries;
        view->transferCharacteristics = image->transferCharacteristics;
        view->alphaPremultiplied = image->alphaPremultiplied;
        picture->rgb.height = bottom - top;
        result = lib.avifImageYUVToRGB(view, &picture->rgb);
    }
    lib.avifImageDestroy(view);
    if (result != AVIF_RESULT_OK) return fail(picture, failure, result);
    picture->first = first;
    picture->end = end;
    picture->margin = first - top;
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    if (picture->next >= picture->end && !convert_band(picture, failure)) return NULL;
    const uint32_t place = picture->next++ - picture->first + picture->margin;
    const avifRGBImage *rgb = &picture->rgb;
    const size_t pixel_bytes = rgb->rowBytes / picture->decoder->image->width;
    return rgb->pixels + (size_t)place * rgb->rowBytes + picture->shown.x * pixel_bytes;
}

static uint64_t duration(cdecoders_picture *picture, uint32_t frame) {
    avifImageTiming timing;
    if (lib.avifDecoderNthImageTiming(picture->decoder, frame, &timing) != AVIF_RESULT_OK) return 0;
    return timing.duration > 0 && timing.duration < 1e6 ? (uint64_t)(timing.duration * 1e6) : 0;
}

const cdecoders_format cdecoders_avif = {
    .name = "AVIF", .library = "libavif", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .duration = duration,
    .close = close_picture};
