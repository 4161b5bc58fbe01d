// The least a 24-bit frame costs: compare, colors, glyph. No cursor economy, no wide characters, no scrolling.
#include "CBaseline.h"

#include <stdio.h>
#include <string.h>

static struct {
    char text[4];
    uint32_t length;
} decimal[256];

void baseline_prepare(void) {
    for (int i = 0; i < 256; i++) {
        char text[8];
        decimal[i].length = (uint32_t)snprintf(text, sizeof text, "%d;", i);
        memcpy(decimal[i].text, text, 4);
    }
}

static inline char *channel(char *out, uint32_t value) {
    memcpy(out, decimal[value & 255].text, 4);
    return out + decimal[value & 255].length;
}

static inline char *color(char *out, const char selector[8], uint32_t rgb) {
    memcpy(out, selector, 8);
    out = channel(out + 5, rgb >> 16);
    out = channel(out, rgb >> 8);
    return channel(out, rgb);
}

size_t baseline_encode(const baseline_cell *next, const baseline_cell *last, int columns, int rows, char *start) {
    char *out = start;
    uint32_t foreground = 0xFF000000, background = 0xFF000000;
    for (int row = 0; row < rows; row++) {
        out += sprintf(out, "\033[%dH", row + 1);
        for (int column = 0; column < columns; column++, next++, last++) {
            if (memcmp(next, last, sizeof *next) == 0) continue;
            if (next->foreground != foreground || next->background != background) {
                memcpy(out, "\033[", 2);
                out += 2;
                if (next->foreground != foreground) out = color(out, "38;2;\0\0", foreground = next->foreground);
                if (next->background != background) out = color(out, "48;2;\0\0", background = next->background);
                out[-1] = 'm';
            }
            if (next->glyph < 0x80) {
                *out++ = (char)next->glyph;
            } else {
                out[0] = (char)(0xE0 | next->glyph >> 12);
                out[1] = (char)(0x80 | (next->glyph >> 6 & 63));
                out[2] = (char)(0x80 | (next->glyph & 63));
                out += 3;
            }
        }
    }
    return (size_t)(out - start);
}
