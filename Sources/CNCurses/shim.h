#pragma once

// What it declares depends on these.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// Macros, variadic functions and global variables, which Swift does not import.

static const attr_t cncurses_bold = A_BOLD;
static const attr_t cncurses_reverse = A_REVERSE;

// Sets a variable to a number; gives a copy of what it was, or NULL.
static inline char *cncurses_set(const char *name, int number) {
    const char *before = getenv(name);
    char *copy = before == NULL ? NULL : strdup(before);
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    setenv(name, digits, true);
    return copy;
}

static inline void cncurses_set_back(const char *name, char *before) {
    if (before == NULL) {
        unsetenv(name);
    } else {
        setenv(name, before, true);
    }
    free(before);
}

static inline void cncurses_no_action(int signal) { (void)signal; }

// Makes a screen and leaves SIGTSTP alone. Where ncurses handles it, it has it ignored while it draws, which
// discards one that has arrived and was not read yet; it handles none that has a handler already.
static inline SCREEN *cncurses_newterm(const char *type) {
    struct sigaction none = {.sa_handler = cncurses_no_action}, before;
    sigaction(SIGTSTP, &none, &before);
    SCREEN *screen = newterm(type, stdout, stdin);
    sigaction(SIGTSTP, &before, NULL);
    return screen;
}

// Takes the terminal of standard output, with so many rows and columns; NULL where nobody has
// described its type, or where its cursor cannot be moved.
static inline SCREEN *cncurses_open(const char *type, int rows, int columns) {
    // Text is UTF-8, as in all other output of the program; only the widths of letters depend on it.
    setlocale(LC_CTYPE, "C.UTF-8");
    // Left to itself, it would make a screen of any size that a terminal claims to have.
    use_env(TRUE);
    use_tioctl(FALSE);
    char *before[] = {cncurses_set("LINES", rows), cncurses_set("COLUMNS", columns)};
    SCREEN *screen = cncurses_newterm(type);
    cncurses_set_back("LINES", before[0]);
    cncurses_set_back("COLUMNS", before[1]);
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
    // What a key has done is seen at once, also where the next is waiting already.
    typeahead(-1);
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
