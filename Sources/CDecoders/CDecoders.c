#include "Library.h"

static const cdecoders_format *const formats[] = {
    &cdecoders_avif, &cdecoders_heic, &cdecoders_jpegxl, &cdecoders_svg, &cdecoders_tiff};

int cdecoders_count(void) { return (int)(sizeof formats / sizeof formats[0]); }

const cdecoders_format *cdecoders_at(int index) { return formats[index]; }
