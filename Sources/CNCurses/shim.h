#pragma once

// What it declares depends on these.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

// Macros, variadic functions and global variables, which Swift does not import.

static const attr_t cncurses_bold = A_BOLD;
static const attr_t cncurses_reverse = A_REVERSE;

// Takes the terminal of standard output, all of it; NULL where nobody has described its type, or
// where its cursor cannot be moved.
static inline SCREEN *cncurses_open(const char *type, int rows, int columns) {
    // Text is UTF-8, as in all other output of the program; only the widths of letters depend on it.
    setlocale(LC_CTYPE, "C.UTF-8");
    // The kernel knows the size, and $LINES may be out of date.
    use_env(FALSE);
    use_tioctl(TRUE);
    SCREEN *screen = newterm(type, stdout, stdin);
    if (screen == NULL) return NULL;
    const char *move = tigetstr("cup");
    if (move == NULL || move == (const char *)-1) {
        endwin();
        delscreen(screen);
        return NULL;
    }
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    leaveok(stdscr, TRUE);
    resizeterm(rows, columns);
    return screen;
}

// How many colours there are, if they can be used on the terminal's own background.
static inline int cncurses_start_color(void) {
    if (!has_colors() || start_color() == ERR || use_default_colors() == ERR) return 0;
    return COLORS;
}

static inline void cncurses_put(int row, int column, const wchar_t *text, attr_t attributes,
                                short pair) {
    attr_set(attributes, pair, NULL);
    mvaddwstr(row, column, text);
}

// Writes what has changed on the screen, or all of it.
static inline void cncurses_show(bool all) {
    if (all) clearok(curscr, TRUE);
    refresh();
}

static inline int cncurses_width(wchar_t letter) { return wcwidth(letter); }

// A capability that is a text, such as "rmcup"; "" where the terminal has none.
static inline const char *cncurses_text(const char *name) {
    const char *text = tigetstr(name);
    return text == NULL || text == (const char *)-1 ? "" : text;
}
