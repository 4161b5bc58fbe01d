#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Baselines of the benchmarks: the minimal cost of the same work in C, and with ncurses, and a count of allocations.
// One thread at a time.

/// A cell of a frame as the presenter's memory has it. `unused` must be 0: cells are compared as a whole.
typedef struct {
    uint32_t glyph;
    uint16_t mark;
    uint8_t emphasis, unused;
    /// 0xRRGGBB.
    uint32_t foreground, background;
} baseline_cell;

/// More bytes than a cell takes.
enum { FLOOR_CELL_BYTES = 48 };

/// Prepares the table of decimals. Before the first frame, once.
void baseline_prepare(void);

/// Writes the sequences that change the screen `last` to `next`, both of `columns * rows` cells, and returns the number
/// of bytes. `start` has a capacity of `FLOOR_CELL_BYTES` per cell.
size_t baseline_encode(const baseline_cell *next, const baseline_cell *last, int columns, int rows, char *start);

// MARK: ncurses

/// Starts ncurses on a terminal of this kind that swallows everything. `false` if there is none in terminfo, or it has
/// fewer than 256 colors. The locale must be a UTF-8 one.
bool baseline_curses_open(const char *term, int columns, int rows);

/// Draws a frame with ncurses, which writes the changes. With 256 colors, colors are rounded to the 6x6x6 cube;
/// with more they are exact.
void baseline_curses_frame(const baseline_cell *cells, int columns, int rows);

void baseline_curses_close(void);

// MARK: Pictures

/// Writes 8-bit RGB rows as a PNG with libpng's default compression.
bool baseline_write_png(const char *path, const uint8_t *pixels, int width, int height);

/// Writes 8-bit RGB rows as a lossy WebP of quality 80.
bool baseline_write_webp(const char *path, const uint8_t *pixels, int width, int height);

/// Writes a picture of any size in a row's memory: a baseline JPEG, or a PNG of about a byte per pixel. A bilevel PNG has
/// one bit per pixel instead, all black.
bool baseline_write_large_jpeg(const char *path, int width, int height);
bool baseline_write_large_png(const char *path, int width, int height, bool is_bilevel);

// MARK: Allocations

/// Returns the number of allocations by this thread.
uint64_t baseline_allocations(void);
