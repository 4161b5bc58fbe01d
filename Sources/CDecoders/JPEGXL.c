#include "Library.h"

#if !__has_include(<jxl/decode.h>)
#error "libjxl is missing: apt-get install libjxl-dev"
#endif

#include <jxl/decode.h>
#if __has_include(<jxl/version.h>)
#include <jxl/version.h>
#endif

#define TEXT(...) #__VA_ARGS__
#define EXPANDED(...) TEXT(__VA_ARGS__)
#define FILE_NAME "libjxl.so." EXPANDED(JPEGXL_MAJOR_VERSION) "." EXPANDED(JPEGXL_MINOR_VERSION)
#define PACKAGE "libjxl" EXPANDED(JPEGXL_MAJOR_VERSION) "." EXPANDED(JPEGXL_MINOR_VERSION)

// Release 0.9 dropped an argument.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define NO_FORMAT NULL,
#else
#define NO_FORMAT
#endif

#define FUNCTIONS(use)                                                                                                 \
    use(JxlDecoderVersion) use(JxlDecoderCreate) use(JxlDecoderDestroy) use(JxlDecoderReset)                           \
    use(JxlDecoderSubscribeEvents) use(JxlDecoderSetInput) use(JxlDecoderCloseInput) use(JxlDecoderProcessInput)       \
    use(JxlDecoderGetBasicInfo) use(JxlDecoderGetFrameHeader) use(JxlDecoderSkipFrames)                                \
    use(JxlDecoderSetUnpremultiplyAlpha) use(JxlDecoderGetColorAsEncodedProfile) use(JxlDecoderGetICCProfileSize)      \
    use(JxlDecoderGetColorAsICCProfile) use(JxlDecoderSetPreferredColorProfile) use(JxlDecoderImageOutBufferSize)      \
    use(JxlDecoderSetImageOutBuffer)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

struct cdecoders_picture {
    JxlDecoder *decoder;
    const uint8_t *bytes;
    size_t count;
    JxlBasicInfo info;
    uint8_t *profile;
    uint64_t *durations;
    uint32_t frames;
    /// The frame that the decoder gives next.
    uint32_t next_frame;
    uint8_t *pixels;
    size_t stride;
    uint32_t next;
};

static bool open_library(cdecoders_failure *failure) {
    CDECODERS_OPEN(FILE_NAME)
    return true;
}

static const char *version(void) {
    static char text[32];
    const uint32_t number = lib.JxlDecoderVersion();
    snprintf(text, sizeof text, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
    return text;
}

static void close_picture(cdecoders_picture *picture) {
    if (picture->decoder) lib.JxlDecoderDestroy(picture->decoder);
    free(picture->profile);
    free(picture->durations);
    free(picture->pixels);
    free(picture);
}

static cdecoders_picture *fail(cdecoders_picture *picture, cdecoders_failure *failure, const char *text) {
    close_picture(picture);
    cdecoders_fail(failure, cdecoders_damaged, "%s", text);
    return NULL;
}

/// Begins at the first frame.
static bool restart(cdecoders_picture *picture, int events) {
    lib.JxlDecoderReset(picture->decoder);
    picture->next_frame = 0;
    return lib.JxlDecoderSubscribeEvents(picture->decoder, events) == JXL_DEC_SUCCESS
        && lib.JxlDecoderSetUnpremultiplyAlpha(picture->decoder, JXL_TRUE) == JXL_DEC_SUCCESS
        && lib.JxlDecoderSetInput(picture->decoder, picture->bytes, picture->count) == JXL_DEC_SUCCESS
        && (lib.JxlDecoderCloseInput(picture->decoder), true);
}

/// Has colors that only a profile describes, and that are not stored by it, converted to sRGB.
static void choose_colors(cdecoders_picture *picture) {
    JxlColorEncoding colors;
    const bool is_known = lib.JxlDecoderGetColorAsEncodedProfile(
        picture->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL, &colors) == JXL_DEC_SUCCESS;
    if (is_known || picture->info.uses_original_profile) return;
    const JxlColorEncoding srgb = {
        .color_space = picture->info.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
        .white_point = JXL_WHITE_POINT_D65, .primaries = JXL_PRIMARIES_SRGB,
        .transfer_function = JXL_TRANSFER_FUNCTION_SRGB, .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
    lib.JxlDecoderSetPreferredColorProfile(picture->decoder, &srgb);
}

/// Reads the description of the decoded colors: code points for sRGB and high dynamic range, else a profile.
static void read_color(cdecoders_picture *picture, cdecoders_header *header) {
    header->primaries = header->transfer = 2;
    JxlColorEncoding colors;
    if (lib.JxlDecoderGetColorAsEncodedProfile(picture->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &colors)
        == JXL_DEC_SUCCESS && colors.white_point == JXL_WHITE_POINT_D65) {
        const bool is_srgb = colors.transfer_function == JXL_TRANSFER_FUNCTION_SRGB
            && (colors.primaries == JXL_PRIMARIES_SRGB || colors.color_space == JXL_COLOR_SPACE_GRAY);
        const bool is_hdr = colors.transfer_function == JXL_TRANSFER_FUNCTION_PQ
            || colors.transfer_function == JXL_TRANSFER_FUNCTION_HLG;
        if (is_srgb || (is_hdr && colors.primaries != JXL_PRIMARIES_CUSTOM)) {
            // With a white of D65, code point 12 is what the library calls P3.
            header->primaries = colors.color_space == JXL_COLOR_SPACE_GRAY ? 1
                : colors.primaries == JXL_PRIMARIES_P3 ? 12 : (uint32_t)colors.primaries;
            header->transfer = (uint32_t)colors.transfer_function;
            return;
        }
    }
    size_t count = 0;
    if (lib.JxlDecoderGetICCProfileSize(picture->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &count)
        != JXL_DEC_SUCCESS || count == 0 || (picture->profile = malloc(count)) == NULL) return;
    if (lib.JxlDecoderGetColorAsICCProfile(
            picture->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, picture->profile, count) != JXL_DEC_SUCCESS) return;
    header->profile = picture->profile;
    header->profile_bytes = count;
}

/// Adds a frame to those of an animation. Returns false without memory.
static bool add_frame(cdecoders_picture *picture) {
    JxlFrameHeader frame;
    if (lib.JxlDecoderGetFrameHeader(picture->decoder, &frame) != JXL_DEC_SUCCESS) return false;
    const uint32_t index = picture->frames;
    if ((index & (index - 1)) == 0) { // powers of two
        uint64_t *grown = realloc(picture->durations, (index ? 2 * (size_t)index : 1) * sizeof *grown);
        if (grown == NULL) return false;
        picture->durations = grown;
    }
    const JxlAnimationHeader *animation = &picture->info.animation;
    const double ticks = animation->tps_numerator
        ? (double)frame.duration * animation->tps_denominator / animation->tps_numerator : 0;
    picture->durations[picture->frames++] = ticks < 1e6 ? (uint64_t)(ticks * 1e6) : 1000000000000;
    return true;
}

static cdecoders_picture *
open_picture(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure) {
    cdecoders_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL || (picture->decoder = lib.JxlDecoderCreate(NULL)) == NULL) {
        free(picture);
        cdecoders_fail(failure, cdecoders_too_large, "no memory");
        return NULL;
    }
    picture->bytes = bytes;
    picture->count = count;
    if (!restart(picture, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME))
        return fail(picture, failure, "it cannot be read");
    memset(header, 0, sizeof *header);
    bool has_color = false;
    for (;;) {
        const JxlDecoderStatus status = lib.JxlDecoderProcessInput(picture->decoder);
        if (status == JXL_DEC_BASIC_INFO) {
            if (lib.JxlDecoderGetBasicInfo(picture->decoder, &picture->info) != JXL_DEC_SUCCESS) break;
        } else if (status == JXL_DEC_COLOR_ENCODING) {
            choose_colors(picture);
            read_color(picture, header);
            has_color = true;
        } else if (status == JXL_DEC_FRAME) {
            if (!picture->info.have_animation || !add_frame(picture)) break;
        } else {
            break; // the end, or of what there is
        }
    }
    if (!has_color) return fail(picture, failure, "the header cannot be read");
    const JxlBasicInfo *info = &picture->info;
    // The library turns pictures, and says their upright size.
    header->width = info->xsize;
    header->height = info->ysize;
    header->orientation = 1;
    header->depth = info->bits_per_sample;
    header->has_alpha = info->alpha_bits > 0;
    header->frames = picture->frames > 0 ? picture->frames : 1;
    header->loops = info->have_animation ? info->animation.num_loops : 1;
    header->working_bytes = (uint64_t)info->xsize * info->ysize * (info->bits_per_sample > 8 ? 16 : 8); // measured
    return picture;
}

/// Runs the decoder to the pixels of a frame.
static bool decode_frame(cdecoders_picture *picture, const JxlPixelFormat *format) {
    for (;;) {
        switch (lib.JxlDecoderProcessInput(picture->decoder)) {
        case JXL_DEC_COLOR_ENCODING: choose_colors(picture); break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER: {
            size_t size = 0;
            if (lib.JxlDecoderImageOutBufferSize(picture->decoder, format, &size) != JXL_DEC_SUCCESS) return false;
            if (size != picture->stride * picture->info.ysize) return false;
            if (lib.JxlDecoderSetImageOutBuffer(picture->decoder, format, picture->pixels, size) != JXL_DEC_SUCCESS)
                return false;
            break;
        }
        case JXL_DEC_FULL_IMAGE: return true;
        default: return false;
        }
    }
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    const JxlBasicInfo *info = &picture->info;
    const JxlPixelFormat format = {
        .num_channels = info->alpha_bits > 0 ? 4 : 3, .data_type = part->is_deep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
        .endianness = JXL_NATIVE_ENDIAN};
    picture->stride = (size_t)info->xsize * format.num_channels * (part->is_deep ? 2 : 1);
    free(picture->pixels);
    picture->pixels = malloc(picture->stride * info->ysize);
    if (picture->pixels == NULL) return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    if (part->frame == 0 || part->frame < picture->next_frame || picture->next_frame == 0) {
        if (!restart(picture, JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE))
            return cdecoders_fail(failure, cdecoders_damaged, "it cannot be read");
    }
    if (part->frame > picture->next_frame) lib.JxlDecoderSkipFrames(picture->decoder, part->frame - picture->next_frame);
    picture->next_frame = 0; // unknown until it is decoded
    if (!decode_frame(picture, &format)) return cdecoders_fail(failure, cdecoders_damaged, "the pixels cannot be decoded");
    picture->next_frame = part->frame + 1;
    picture->next = 0;
    *rows = (cdecoders_rows){
        .width = info->xsize, .height = info->ysize, .channels = format.num_channels,
        .maximum = part->is_deep ? 65535 : 0};
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    (void)failure;
    return picture->pixels + picture->next++ * picture->stride;
}

static uint64_t duration(cdecoders_picture *picture, uint32_t frame) {
    return frame < picture->frames ? picture->durations[frame] : 0;
}

const cdecoders_format cdecoders_jpegxl = {
    .name = "JPEG XL", .library = "libjxl", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .duration = duration,
    .close = close_picture};
