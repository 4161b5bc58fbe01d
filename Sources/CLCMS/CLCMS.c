#include "CLCMS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#if !__has_include(<lcms2.h>)
#error "Little CMS is missing: apt-get install liblcms2-dev"
#endif
#include <lcms2.h>

/// The functions of the library, found once.
static struct {
    cmsHPROFILE (*open)(const void *, cmsUInt32Number);
    cmsHPROFILE (*create_srgb)(void);
    cmsBool (*close)(cmsHPROFILE);
    cmsColorSpaceSignature (*space)(cmsHPROFILE);
    cmsProfileClassSignature (*class)(cmsHPROFILE);
    cmsHTRANSFORM (*create)(cmsHPROFILE, cmsUInt32Number, cmsHPROFILE, cmsUInt32Number, cmsUInt32Number, cmsUInt32Number);
    void (*destroy)(cmsHTRANSFORM);
    void (*apply)(cmsHTRANSFORM, const void *, void *, cmsUInt32Number);
    bool is_there;
} lcms;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    lcms.open = dlsym(library, "cmsOpenProfileFromMem");
    lcms.create_srgb = dlsym(library, "cmsCreate_sRGBProfile");
    lcms.close = dlsym(library, "cmsCloseProfile");
    lcms.space = dlsym(library, "cmsGetColorSpace");
    lcms.class = dlsym(library, "cmsGetDeviceClass");
    lcms.create = dlsym(library, "cmsCreateTransform");
    lcms.destroy = dlsym(library, "cmsDeleteTransform");
    lcms.apply = dlsym(library, "cmsDoTransform");
    lcms.is_there = lcms.open && lcms.create_srgb && lcms.close && lcms.space && lcms.class && lcms.create
        && lcms.destroy && lcms.apply;
}

bool clcms_is_there(void) {
    pthread_once(&once, open_library);
    return lcms.is_there;
}

static bool fits(cmsHPROFILE profile, clcms_layout layout) {
    const cmsProfileClassSignature class = lcms.class(profile);
    // other classes describe conversions, not the colors of an image
    if (class != cmsSigInputClass && class != cmsSigDisplayClass && class != cmsSigOutputClass
        && class != cmsSigColorSpaceClass) return false;
    switch (layout) {
    case clcms_gray: return lcms.space(profile) == cmsSigGrayData;
    case clcms_rgb:
    case clcms_rgba: return lcms.space(profile) == cmsSigRgbData;
    case clcms_cmyk: return lcms.space(profile) == cmsSigCmykData;
    }
    return false;
}

static cmsHTRANSFORM create(cmsHPROFILE profile, cmsHPROFILE srgb, clcms_layout layout) {
    static const cmsUInt32Number from[] = {TYPE_GRAY_8, TYPE_RGB_8, TYPE_RGBA_8, TYPE_CMYK_8_REV};
    static const cmsUInt32Number to[] = {TYPE_RGB_8, TYPE_RGB_8, TYPE_RGBA_8, TYPE_RGB_8};
    // Without its cache a transform does not change, so that threads can share it.
    const cmsUInt32Number flags =
        cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION | (layout == clcms_rgba ? cmsFLAGS_COPY_ALPHA : 0);
    return lcms.create(profile, from[layout], srgb, to[layout], INTENT_RELATIVE_COLORIMETRIC, flags);
}

clcms_transform *clcms_create(const uint8_t *bytes, size_t count, clcms_layout layout) {
    if (!clcms_is_there() || count > UINT32_MAX) return NULL;
    cmsHPROFILE profile = lcms.open(bytes, (cmsUInt32Number)count);
    if (profile == NULL) return NULL;
    cmsHTRANSFORM transform = NULL;
    if (fits(profile, layout)) {
        cmsHPROFILE srgb = lcms.create_srgb();
        if (srgb != NULL) {
            transform = create(profile, srgb, layout);
            lcms.close(srgb);
        }
    }
    lcms.close(profile);
    return transform;
}

void clcms_destroy(clcms_transform *transform) {
    if (transform != NULL) lcms.destroy(transform);
}

void clcms_apply(const clcms_transform *transform, const uint8_t *source, uint8_t *target, size_t pixels) {
    lcms.apply((cmsHTRANSFORM)transform, source, target, (cmsUInt32Number)pixels);
}
