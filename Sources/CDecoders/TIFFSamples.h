#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Samples of TIFF that the library does not convert, and their colors. Without the library, so that nothing here depends
// on its state.

enum { tiff_unsigned = 1, tiff_signed = 2, tiff_float = 3 };

/// Returns the bits of a sample as the library leaves them: whole bytes in the order of the processor, or else the
/// highest bit first. In a big-endian file the library does not reorder 5, 6 and 7 bytes.
static inline uint64_t tiff_bits(const uint8_t *row, uint64_t index, unsigned bits, bool is_big_endian) {
    const bool is_reordered = bits <= 32 || bits == 64;
    uint64_t value = 0;
    if (bits % 8 == 0 && (is_reordered || !is_big_endian)) {
        memcpy(&value, row + index * (bits / 8), bits / 8); // little-endian
        return value;
    }
    for (uint64_t bit = index * bits, end = bit + bits; bit < end; bit++)
        value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
    return value;
}

static inline double tiff_half(uint16_t bits) {
    const double fraction = bits & 1023;
    const int exponent = bits >> 10 & 31;
    if (exponent == 31) return fraction > 0 || bits >> 15 ? 0 : 1;
    const double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -value : value;
}

/// Returns a sample as a share of the range of its format, 0 to 1; that of a number with a fraction is 0 to 1 itself.
static inline double tiff_share(uint64_t value, unsigned bits, unsigned format) {
    double share;
    if (format == tiff_float) {
        float single = 0;
        if (bits == 16) share = tiff_half((uint16_t)value);
        else if (bits == 32) share = (memcpy(&single, &value, sizeof single), single);
        else memcpy(&share, &value, sizeof share);
    } else {
        if (format == tiff_signed) value ^= 1ULL << (bits - 1); // the lowest number is black
        share = (double)value / (double)(UINT64_MAX >> (64 - bits));
    }
    return share > 0 ? share < 1 ? share : 1 : 0; // not a number is 0
}

static inline uint8_t tiff_byte(double share) { return (uint8_t)(share * 255 + 0.5); }

/// Returns light, 0 to 1 unless it is outside of sRGB, as a byte.
static inline uint8_t tiff_byte_of_light(double light) {
    if (!(light > 0)) return 0;
    return tiff_byte(light >= 1 ? 1 : light < 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055);
}

/// Converts CIE L*a*b* of D50 to sRGB, whose white is D65, by the matrix that adapts one to the other (Bradford).
static inline void tiff_put_lab(double lightness, double a, double b, uint8_t *pixel) {
    const double y = (lightness + 16) / 116, shares[] = {y + a / 500, y, y - b / 200}, white[] = {0.96422, 1, 0.82521};
    double xyz[3];
    for (int i = 0; i < 3; i++) {
        const double share = shares[i];
        xyz[i] = white[i] * (share > 6.0 / 29 ? share * share * share : 108.0 / 841 * (share - 4.0 / 29));
    }
    pixel[0] = tiff_byte_of_light(3.1338561 * xyz[0] - 1.6168667 * xyz[1] - 0.4906146 * xyz[2]);
    pixel[1] = tiff_byte_of_light(-0.9787684 * xyz[0] + 1.9161415 * xyz[1] + 0.0334540 * xyz[2]);
    pixel[2] = tiff_byte_of_light(0.0719453 * xyz[0] - 0.2289914 * xyz[1] + 1.4052427 * xyz[2]);
}

/// Converts luminance and two differences of color, 0 to 1 each. `range` has the shares of black and white, and of no
/// and the largest difference, for each of them; `weights` what red, green and blue add to the luminance.
static inline void tiff_put_ycc(const double *shares, const double *range, const float *weights, uint8_t *pixel) {
    double values[3];
    for (int i = 0; i < 3; i++) values[i] = (shares[i] - range[2 * i]) / (range[2 * i + 1] - range[2 * i]);
    const double y = 255 * values[0], blue = 127 * values[1], red = 127 * values[2];
    double colors[] = {y + (2 - 2 * weights[0]) * red, 0, y + (2 - 2 * weights[2]) * blue};
    colors[1] = (y - weights[0] * colors[0] - weights[2] * colors[2]) / weights[1];
    for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)(colors[i] > 0 ? colors[i] < 255 ? colors[i] + 0.5 : 255 : 0);
}
