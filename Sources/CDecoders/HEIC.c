#include "Library.h"

#define FILE_NAME "libheif.so.1"
#define PACKAGE "libheif1"

#if !__has_include(<libheif/heif.h>)
#error "libheif is missing: apt-get install libheif-dev"
#endif

#include <libheif/heif.h>

#define FUNCTIONS(use)                                                                                                 \
    use(heif_get_version) use(heif_init) use(heif_context_alloc) use(heif_context_free)                                \
    use(heif_context_read_from_memory_without_copy) use(heif_context_get_primary_image_handle)                         \
    use(heif_context_set_maximum_image_size_limit) use(heif_context_set_max_decoding_threads)                          \
    use(heif_image_handle_release) use(heif_image_handle_get_width) use(heif_image_handle_get_height)                  \
    use(heif_image_handle_has_alpha_channel) use(heif_image_handle_is_premultiplied_alpha)                             \
    use(heif_image_handle_get_luma_bits_per_pixel) use(heif_image_handle_get_list_of_thumbnail_IDs)                    \
    use(heif_image_handle_get_thumbnail) use(heif_image_handle_get_color_profile_type)                                 \
    use(heif_image_handle_get_raw_color_profile_size) use(heif_image_handle_get_raw_color_profile)                     \
    use(heif_image_handle_get_nclx_color_profile) use(heif_nclx_color_profile_free) use(heif_decode_image)             \
    use(heif_image_get_width) use(heif_image_get_height) use(heif_image_get_plane_readonly) use(heif_image_release) \
    use(heif_image_get_bits_per_pixel_range)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

struct cdecoders_picture {
    struct heif_context *context;
    struct heif_image_handle *main, *thumbnail;
    uint8_t *profile;
    struct heif_image *image;
    const uint8_t *pixels;
    int stride;
    uint32_t next;
};

static bool open_library(cdecoders_failure *failure) {
    CDECODERS_OPEN(FILE_NAME)
    lib.heif_init(NULL); // opens the plug-ins, where decoders are some
    return true;
}

static const char *version(void) { return lib.heif_get_version(); }

static bool fail(cdecoders_failure *failure, struct heif_error error) {
    const int kind = error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature
        ? cdecoders_unsupported
        : error.code == heif_error_Memory_allocation_error ? cdecoders_too_large : cdecoders_damaged;
    return cdecoders_fail(failure, kind, "%s", error.message);
}

static void close_picture(cdecoders_picture *picture) {
    if (picture->image) lib.heif_image_release(picture->image);
    if (picture->thumbnail) lib.heif_image_handle_release(picture->thumbnail);
    if (picture->main) lib.heif_image_handle_release(picture->main);
    if (picture->context) lib.heif_context_free(picture->context);
    free(picture->profile);
    free(picture);
}

static uint32_t width(const struct heif_image_handle *handle) {
    const int width = lib.heif_image_handle_get_width(handle);
    return width > 0 ? (uint32_t)width : 0;
}

static uint32_t height(const struct heif_image_handle *handle) {
    const int height = lib.heif_image_handle_get_height(handle);
    return height > 0 ? (uint32_t)height : 0;
}

/// Finds the largest embedded thumbnail.
static void find_thumbnail(cdecoders_picture *picture) {
    heif_item_id ids[8];
    const int count = lib.heif_image_handle_get_list_of_thumbnail_IDs(picture->main, ids, 8);
    for (int index = 0; index < count && index < 8; index++) {
        struct heif_image_handle *handle = NULL;
        if (lib.heif_image_handle_get_thumbnail(picture->main, ids[index], &handle).code != heif_error_Ok) continue;
        if (picture->thumbnail == NULL || width(handle) > width(picture->thumbnail)) {
            if (picture->thumbnail) lib.heif_image_handle_release(picture->thumbnail);
            picture->thumbnail = handle;
        } else {
            lib.heif_image_handle_release(handle);
        }
    }
}

static void read_color(cdecoders_picture *picture, cdecoders_header *header) {
    header->primaries = header->transfer = 2;
    struct heif_color_profile_nclx *points = NULL;
    if (lib.heif_image_handle_get_nclx_color_profile(picture->main, &points).code == heif_error_Ok && points) {
        header->primaries = (uint32_t)points->color_primaries;
        header->transfer = (uint32_t)points->transfer_characteristics;
        lib.heif_nclx_color_profile_free(points);
    }
    const enum heif_color_profile_type type = lib.heif_image_handle_get_color_profile_type(picture->main);
    if (type != heif_color_profile_type_rICC && type != heif_color_profile_type_prof) return;
    const size_t count = lib.heif_image_handle_get_raw_color_profile_size(picture->main);
    if (count == 0 || (picture->profile = malloc(count)) == NULL) return;
    if (lib.heif_image_handle_get_raw_color_profile(picture->main, picture->profile).code != heif_error_Ok) return;
    header->profile = picture->profile;
    header->profile_bytes = count;
}

static cdecoders_picture *
open_picture(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure) {
    cdecoders_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL || (picture->context = lib.heif_context_alloc()) == NULL) {
        free(picture);
        cdecoders_fail(failure, cdecoders_too_large, "no memory");
        return NULL;
    }
    // The limits on sizes are the caller's, who asks for no pixel of a picture that is too large.
    lib.heif_context_set_maximum_image_size_limit(picture->context, 1 << 16);
    lib.heif_context_set_max_decoding_threads(picture->context, 0);
    struct heif_error error = lib.heif_context_read_from_memory_without_copy(picture->context, bytes, count, NULL);
    if (error.code == heif_error_Ok) error = lib.heif_context_get_primary_image_handle(picture->context, &picture->main);
    if (error.code != heif_error_Ok) {
        fail(failure, error);
        close_picture(picture);
        return NULL;
    }
    find_thumbnail(picture);
    const int depth = lib.heif_image_handle_get_luma_bits_per_pixel(picture->main);
    *header = (cdecoders_header){
        // The library applies the boxes that turn, mirror and crop the picture. EXIF's orientation does not count.
        .width = width(picture->main), .height = height(picture->main), .orientation = 1,
        .depth = depth > 0 ? (uint32_t)depth : 8,
        .has_alpha = lib.heif_image_handle_has_alpha_channel(picture->main),
        .frames = 1, .loops = 1,
    };
    // Planes, and twice the same as pixels: measured.
    header->working_bytes = (uint64_t)header->width * header->height * (header->depth > 8 ? 12 : 6);
    if (picture->thumbnail) {
        header->thumbnail_width = width(picture->thumbnail);
        header->thumbnail_height = height(picture->thumbnail);
    }
    read_color(picture, header);
    return picture;
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    const struct heif_image_handle *handle = part->is_thumbnail ? picture->thumbnail : picture->main;
    if (handle == NULL) return cdecoders_fail(failure, cdecoders_damaged, "there is no thumbnail");
    if (picture->image) lib.heif_image_release(picture->image);
    picture->image = NULL;
    const bool has_alpha = lib.heif_image_handle_has_alpha_channel(handle);
    const enum heif_chroma chroma = part->is_deep
        ? (has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
        : (has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
    const struct heif_error error = lib.heif_decode_image(handle, &picture->image, heif_colorspace_RGB, chroma, NULL);
    if (error.code != heif_error_Ok) return fail(failure, error);
    picture->pixels = lib.heif_image_get_plane_readonly(picture->image, heif_channel_interleaved, &picture->stride);
    const int depth = lib.heif_image_get_bits_per_pixel_range(picture->image, heif_channel_interleaved);
    const int columns = lib.heif_image_get_width(picture->image, heif_channel_interleaved);
    const int lines = lib.heif_image_get_height(picture->image, heif_channel_interleaved);
    if (picture->pixels == NULL || columns <= 0 || lines <= 0)
        return cdecoders_fail(failure, cdecoders_damaged, "there are no pixels");
    picture->next = 0;
    *rows = (cdecoders_rows){
        .width = (uint32_t)columns, .height = (uint32_t)lines, .channels = has_alpha ? 4 : 3,
        .is_premultiplied = has_alpha && lib.heif_image_handle_is_premultiplied_alpha(handle),
        .maximum = part->is_deep ? (1u << (depth > 8 && depth <= 16 ? depth : 8)) - 1 : 0,
    };
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    (void)failure;
    return picture->pixels + (size_t)picture->next++ * (size_t)picture->stride;
}

const cdecoders_format cdecoders_heic = {
    .name = "HEIC", .library = "libheif", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .close = close_picture};
