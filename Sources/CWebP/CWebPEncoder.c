#include "CWebP.h"

#if !__has_include(<webp/encode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#include <webp/encode.h>

size_t cwebp_encode(const uint8_t *rgba, int width, int height, cwebp_encoding encoding, uint8_t **bytes) {
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return 0;
    config.quality = encoding.quality;
    config.lossless = encoding.is_lossless;
    config.exact = encoding.is_exact;
    if (!WebPValidateConfig(&config)) return 0;
    picture.width = width;
    picture.height = height;
    picture.use_argb = encoding.is_lossless;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    WebPMemoryWriterInit(&writer);
    const bool is_encoded = WebPPictureImportRGBA(&picture, rgba, width * 4) && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    if (!is_encoded) {
        WebPMemoryWriterClear(&writer);
        return 0;
    }
    *bytes = writer.mem;
    return writer.size;
}

void cwebp_free(uint8_t *bytes) { WebPFree(bytes); }
