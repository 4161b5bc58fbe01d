#pragma once

// ncursesw functions that Swift cannot import: mutable globals, attribute macros, variadic calls. Main thread only.

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#if !__has_include(<curses.h>)
#error "ncurses is missing: apt-get install libncurses-dev"
#endif
#include <curses.h>
#include <stdint.h>
#include <term.h>

WINDOW *halftone_curses_screen(void);
int halftone_curses_colors(void);
int halftone_curses_color_pairs(void);

/// Loads a terminal's terminfo entry without starting ncurses; false if there is none. Pairs with
/// halftone_curses_unload().
bool halftone_curses_load(const char *term);
void halftone_curses_unload(void);

/// Return a capability of the terminal in use, by its terminfo name: NULL, -1 and false if the terminal has none.
const char *halftone_curses_string(const char *name);
int halftone_curses_number(const char *name);
bool halftone_curses_flag(const char *name);

/// The bits of `emphasis` in `halftone_curses_cell`, those of `CellStyle.TextAttributes`; ncurses strikes nothing through.
enum {
    HALFTONE_BOLD = 1,
    HALFTONE_DIM = 2,
    HALFTONE_UNDERLINE = 4,
    HALFTONE_REVERSE = 8,
};

/// Fills a cell: a scalar, a combining mark or 0, emphasis bits and any color pair.
void halftone_curses_cell(cchar_t *cell, uint32_t glyph, uint32_t mark, unsigned emphasis, int pair);

/// Returns the number of columns of a scalar in the current locale; -1 if it cannot be displayed.
int halftone_curses_width(uint32_t glyph);
