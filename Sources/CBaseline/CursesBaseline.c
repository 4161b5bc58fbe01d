// A frame by ncurses, written in a fast way: whole rows, and a color pair for each two colors.
#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "CBaseline.h"

#if !__has_include(<curses.h>)
#error "ncurses is missing: apt-get install libncurses-dev"
#endif
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *nothing_in, *nothing_out;
static cchar_t *line;

bool baseline_curses_open(const char *term, int columns, int rows) {
    nothing_in = fopen("/dev/null", "r");
    nothing_out = fopen("/dev/null", "w");
    line = calloc((size_t)columns, sizeof *line);
    screen = nothing_in && nothing_out && line ? newterm(term, nothing_out, nothing_in) : NULL;
    if (screen == NULL) return false;
    resizeterm(rows, columns);
    leaveok(stdscr, TRUE);
    return has_colors() && start_color() == OK && COLORS >= 256;
}

static int nearest(uint32_t color) {
    if (COLORS > 256) return (int)color;
    int red = (int)(color >> 16 & 255) * 5 / 255, green = (int)(color >> 8 & 255) * 5 / 255, blue = (int)(color & 255) * 5 / 255;
    return 16 + 36 * red + 6 * green + blue;
}

void baseline_curses_frame(const baseline_cell *cells, int columns, int rows) {
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++, cells++) {
            wchar_t text[2] = {(wchar_t)cells->glyph, 0};
            int pair = alloc_pair(nearest(cells->foreground), nearest(cells->background));
            setcchar(&line[column], text, A_NORMAL, 0, &pair);
        }
        wmove(stdscr, row, 0);
        wadd_wchnstr(stdscr, line, columns);
    }
    wnoutrefresh(stdscr);
    doupdate();
}

void baseline_curses_close(void) {
    if (screen != NULL) {
        endwin();
        delscreen(screen);
    }
    if (nothing_in != NULL) fclose(nothing_in);
    if (nothing_out != NULL) fclose(nothing_out);
    free(line);
    screen = NULL;
    nothing_in = nothing_out = NULL;
    line = NULL;
}
