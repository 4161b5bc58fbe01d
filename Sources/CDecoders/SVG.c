#include "Library.h"

#define FILE_NAME "librsvg-2.so.2"
#define PACKAGE "librsvg2-2"

// Its declarations, because those of the library include others from folders that only pkg-config knows. They are the
// stable interface of 2.52 and later, so that the headers are not needed.
typedef struct RsvgHandle RsvgHandle;
typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct {
    double x, y, width, height;
} RsvgRectangle;
typedef struct {
    double length;
    int unit;
} RsvgLength;

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *, size_t, GError **);
void rsvg_handle_set_dpi(RsvgHandle *, double);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *, double *, double *);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *, int *, RsvgLength *, int *, RsvgLength *, int *, RsvgRectangle *);
int rsvg_handle_render_document(RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **);
void g_object_unref(void *);
void g_error_free(GError *);
void g_log_set_writer_func(int (*)(int, const void *, size_t, void *), void *, void (*)(void *));
cairo_surface_t *cairo_image_surface_create(int, int, int);
cairo_t *cairo_create(cairo_surface_t *);
void cairo_scale(cairo_t *, double, double);
int cairo_surface_status(cairo_surface_t *);
void cairo_surface_flush(cairo_surface_t *);
void cairo_surface_destroy(cairo_surface_t *);
unsigned char *cairo_image_surface_get_data(cairo_surface_t *);
int cairo_image_surface_get_stride(cairo_surface_t *);
void cairo_destroy(cairo_t *);
const char *cairo_version_string(void);
extern const unsigned rsvg_major_version, rsvg_minor_version, rsvg_micro_version;

#define FUNCTIONS(use)                                                                                                 \
    use(rsvg_handle_new_from_data) use(rsvg_handle_set_dpi) use(rsvg_handle_get_intrinsic_size_in_pixels)              \
    use(rsvg_handle_get_intrinsic_dimensions) use(rsvg_handle_render_document) use(g_object_unref) use(g_error_free)   \
    use(g_log_set_writer_func)                                                                                         \
    use(cairo_image_surface_create) use(cairo_create) use(cairo_scale) use(cairo_surface_status)                       \
    use(cairo_surface_flush) use(cairo_surface_destroy) use(cairo_image_surface_get_data)                              \
    use(cairo_image_surface_get_stride) use(cairo_destroy)

static struct {
    FUNCTIONS(CDECODERS_FIELD)
} lib;

static char version_text[32];

struct cdecoders_picture {
    RsvgHandle *handle;
    cairo_surface_t *surface;
    uint8_t *row;
    /// The size of the document in pixels of CSS.
    double document_width, document_height;
    uint32_t width, next;
};

static void close_picture(cdecoders_picture *picture) {
    if (picture->surface) lib.cairo_surface_destroy(picture->surface);
    if (picture->handle) lib.g_object_unref(picture->handle);
    free(picture->row);
    free(picture);
}

static bool fail(cdecoders_failure *failure, GError *error) {
    cdecoders_fail(failure, cdecoders_damaged, "%s", error && error->message ? error->message : "it cannot be read");
    if (error) lib.g_error_free(error);
    return false;
}

/// Returns a length in pixels of CSS; 0 if it is a share of what is around the document, as one that is not stated.
static double in_pixels(int is_stated, RsvgLength length) {
    static const double in_unit[] = {0, 1, 16, 8, 96, 96 / 2.54, 96 / 25.4, 96 / 72.0, 16}; // %, px, em, ex, in, cm, mm, pt, pc
    const bool is_known = is_stated && length.unit >= 0 && length.unit < (int)(sizeof in_unit / sizeof *in_unit);
    return is_known ? length.length * in_unit[length.unit] : 0;
}

/// Returns the size in pixels of CSS: what the document says, or the size of its coordinates. Of a side that it does not
/// state the coordinates give the proportion to the other.
static void measure(RsvgHandle *handle, double *width, double *height) {
    if (lib.rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height) && *width > 0 && *height > 0) return;
    int has_width, has_height, has_box;
    RsvgLength across, down;
    RsvgRectangle box;
    lib.rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &across, &has_height, &down, &has_box, &box);
    has_box = has_box && box.width > 0 && box.height > 0;
    if (!has_box) box = (RsvgRectangle){.width = 300, .height = 150}; // CSS 2.1, section 10.3.2
    *width = in_pixels(has_width, across);
    *height = in_pixels(has_height, down);
    if (*width > 0) box.height *= has_box ? *width / box.width : 1;
    else if (*height > 0) box.width *= has_box ? *height / box.height : 1;
    if (!(*width > 0)) *width = box.width;
    if (!(*height > 0)) *height = box.height;
}

static cdecoders_picture *
open_picture(const uint8_t *bytes, size_t count, cdecoders_header *header, cdecoders_failure *failure) {
    cdecoders_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL) {
        cdecoders_fail(failure, cdecoders_too_large, "no memory");
        return NULL;
    }
    // Without an address of the document, the library loads nothing that it refers to.
    GError *error = NULL;
    picture->handle = lib.rsvg_handle_new_from_data(bytes, count, &error);
    if (picture->handle == NULL) {
        fail(failure, error);
        close_picture(picture);
        return NULL;
    }
    lib.rsvg_handle_set_dpi(picture->handle, 96);
    double width = 0, height = 0;
    measure(picture->handle, &width, &height);
    if (!(width > 0 && height > 0 && width < 1e9 && height < 1e9)) {
        cdecoders_fail(failure, cdecoders_damaged, "it has no size");
        close_picture(picture);
        return NULL;
    }
    picture->document_width = width;
    picture->document_height = height;
    *header = (cdecoders_header){
        .width = width < 1 ? 1 : (uint32_t)(width + 0.5), .height = height < 1 ? 1 : (uint32_t)(height + 0.5),
        .orientation = 1, .depth = 8, .has_alpha = true, .is_vector = true, .frames = 1, .loops = 1,
        .primaries = 2, .transfer = 2,
    };
    return picture;
}

static bool begin(
    cdecoders_picture *picture, const cdecoders_part *part, cdecoders_rows *rows, cdecoders_failure *failure) {
    if (picture->surface) lib.cairo_surface_destroy(picture->surface);
    free(picture->row);
    picture->width = part->width;
    picture->next = 0;
    picture->row = malloc(4 * (size_t)part->width);
    picture->surface = lib.cairo_image_surface_create(0, (int)part->width, (int)part->height); // ARGB32
    if (picture->row == NULL || lib.cairo_surface_status(picture->surface) != 0)
        return cdecoders_fail(failure, cdecoders_too_large, "no memory");
    cairo_t *context = lib.cairo_create(picture->surface);
    // Stretched as pixels would be: pixels of terminals are not square, and the library keeps proportions.
    const RsvgRectangle viewport = {0, 0, picture->document_width, picture->document_height};
    lib.cairo_scale(context, part->width / viewport.width, part->height / viewport.height);
    GError *error = NULL;
    const bool is_done = lib.rsvg_handle_render_document(picture->handle, context, &viewport, &error);
    lib.cairo_destroy(context);
    if (!is_done) return fail(failure, error);
    lib.cairo_surface_flush(picture->surface);
    *rows = (cdecoders_rows){
        .width = part->width, .height = part->height, .channels = 4, .is_premultiplied = true};
    return true;
}

static const void *row(cdecoders_picture *picture, cdecoders_failure *failure) {
    (void)failure;
    const uint8_t *pixels = lib.cairo_image_surface_get_data(picture->surface)
        + (size_t)picture->next++ * (size_t)lib.cairo_image_surface_get_stride(picture->surface);
    for (size_t pixel = 0; pixel < 4 * (size_t)picture->width; pixel += 4) { // blue, green, red, alpha
        picture->row[pixel] = pixels[pixel + 2];
        picture->row[pixel + 1] = pixels[pixel + 1];
        picture->row[pixel + 2] = pixels[pixel];
        picture->row[pixel + 3] = pixels[pixel + 3];
    }
    return picture->row;
}

// MARK: - Fonts

/// Text in the usual fonts, so that what describes them is read and they are open before the process is locked in.
static const char text_in_fonts[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>"
    "<text y='9'>Aé</text><text y='9' font-family='sans-serif' font-weight='bold'>A</text>"
    "<text y='9' font-family='serif'>A</text><text y='9' font-family='monospace'>A</text>"
    "<text y='9' font-style='italic'>A</text></svg>";

static void read_fonts(void) {
    cdecoders_failure failure;
    cdecoders_header header;
    cdecoders_rows rows;
    const cdecoders_part part = {.width = 64, .height = 64};
    cdecoders_picture *picture = open_picture((const uint8_t *)text_in_fonts, sizeof text_in_fonts - 1, &header, &failure);
    if (picture == NULL) return;
    begin(picture, &part, &rows, &failure);
    close_picture(picture);
}

/// Says nothing, where the usual writer would look where standard error goes.
static int ignore_log(int level, const void *fields, size_t count, void *data) {
    (void)level, (void)fields, (void)count, (void)data;
    return 1;
}

static bool open_library(cdecoders_failure *failure) {
    CDECODERS_OPEN(FILE_NAME)
    const unsigned *major = dlsym(library, "rsvg_major_version"), *minor = dlsym(library, "rsvg_minor_version"),
                   *micro = dlsym(library, "rsvg_micro_version");
    if (major && minor && micro) snprintf(version_text, sizeof version_text, "%u.%u.%u", *major, *minor, *micro);
    lib.g_log_set_writer_func(ignore_log, NULL, NULL);
    read_fonts();
    return true;
}

static const char *version(void) { return version_text; }

const cdecoders_format cdecoders_svg = {
    .name = "SVG", .library = "librsvg", .file = FILE_NAME, .package = PACKAGE, .open_library = open_library,
    .version = version, .open = open_picture, .begin = begin, .row = row, .close = close_picture};
