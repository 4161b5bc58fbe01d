#define _GNU_SOURCE
#include "CCurses.h"

#include <wchar.h>

WINDOW *halftone_curses_screen(void) { return stdscr; }
int halftone_curses_colors(void) { return COLORS; }
int halftone_curses_color_pairs(void) { return COLOR_PAIRS; }

bool halftone_curses_load(const char *term) {
    int problem; // requested, because otherwise ncurses ends the process on failure
    return setupterm(term, 1, &problem) == OK;
}

void halftone_curses_unload(void) {
    TERMINAL *loaded = set_curterm(NULL);
    if (loaded) del_curterm(loaded);
}

const char *halftone_curses_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

int halftone_curses_number(const char *name) {
    int value = tigetnum(name);
    return value < 0 ? -1 : value;
}

bool halftone_curses_flag(const char *name) { return tigetflag(name) == 1; }

void halftone_curses_cell(cchar_t *cell, uint32_t glyph, uint32_t mark, unsigned emphasis, int pair) {
    wchar_t text[3] = {(wchar_t)glyph, (wchar_t)mark, 0};
    attr_t attributes = A_NORMAL;
    if (emphasis & HALFTONE_BOLD) attributes |= A_BOLD;
    if (emphasis & HALFTONE_DIM) attributes |= A_DIM;
    if (emphasis & HALFTONE_UNDERLINE) attributes |= A_UNDERLINE;
    if (emphasis & HALFTONE_REVERSE) attributes |= A_REVERSE;
    // pairs above 32767 are passed by the last argument only, which overrides the short one
    setcchar(cell, text, attributes, 0, &pair);
}

int halftone_curses_width(uint32_t glyph) { return wcwidth((wchar_t)glyph); }
