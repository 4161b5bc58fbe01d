#include "CWebP.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<webp/encode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#include <webp/encode.h>
#include <webp/mux.h>

/// The functions of libwebpmux, found once: only who encodes animations pays for it.
static struct {
    int (*init)(WebPAnimEncoderOptions *, int);
    WebPAnimEncoder *(*create)(int, int, const WebPAnimEncoderOptions *, int);
    int (*add)(WebPAnimEncoder *, WebPPicture *, int, const WebPConfig *);
    int (*assemble)(WebPAnimEncoder *, WebPData *);
    void (*destroy)(WebPAnimEncoder *);
    bool is_there;
} mux;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *library = dlopen("libwebpmux.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    mux.init = dlsym(library, "WebPAnimEncoderOptionsInitInternal");
    mux.create = dlsym(library, "WebPAnimEncoderNewInternal");
    mux.add = dlsym(library, "WebPAnimEncoderAdd");
    mux.assemble = dlsym(library, "WebPAnimEncoderAssemble");
    mux.destroy = dlsym(library, "WebPAnimEncoderDelete");
    mux.is_there = mux.init && mux.create && mux.add && mux.assemble && mux.destroy;
}

struct cwebp_animation {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    int width, height;
};

cwebp_animation *cwebp_animation_create(int width, int height, int loops, cwebp_encoding encoding) {
    pthread_once(&once, open_library);
    WebPAnimEncoderOptions options;
    if (!mux.is_there || !mux.init(&options, WEBP_MUX_ABI_VERSION)) return NULL;
    options.anim_params.loop_count = loops;
    options.anim_params.bgcolor = 0;
    cwebp_animation *animation = calloc(1, sizeof *animation);
    if (animation == NULL) return NULL;
    animation->width = width;
    animation->height = height;
    animation->encoder = mux.create(width, height, &options, WEBP_MUX_ABI_VERSION);
    const bool is_configured = WebPConfigInit(&animation->config);
    animation->config.quality = encoding.quality;
    animation->config.lossless = encoding.is_lossless;
    if (animation->encoder == NULL || !is_configured || !WebPValidateConfig(&animation->config)) {
        cwebp_animation_destroy(animation);
        return NULL;
    }
    return animation;
}

bool cwebp_animation_add(cwebp_animation *animation, const uint8_t *rgba, int milliseconds) {
    if (rgba == NULL) return mux.add(animation->encoder, NULL, milliseconds, NULL);
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return false;
    picture.width = animation->width;
    picture.height = animation->height;
    picture.use_argb = 1;
    const bool is_added = WebPPictureImportRGBA(&picture, rgba, animation->width * 4)
        && mux.add(animation->encoder, &picture, milliseconds, &animation->config);
    WebPPictureFree(&picture);
    return is_added;
}

size_t cwebp_animation_finish(cwebp_animation *animation, uint8_t **bytes) {
    WebPData data = {0};
    if (!mux.assemble(animation->encoder, &data)) return 0;
    *bytes = (uint8_t *)data.bytes; // from WebPMalloc, for WebPFree
    return data.size;
}

void cwebp_animation_destroy(cwebp_animation *animation) {
    if (animation == NULL) return;
    if (animation->encoder != NULL) mux.destroy(animation->encoder);
    free(animation);
}
