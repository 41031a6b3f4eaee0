// The parts of ncursesw that the screens need, as functions: Swift cannot use its macros and its
// global window.
#ifndef INTERLEAVE_NCURSES_SHIM_H
#define INTERLEAVE_NCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#else
#include <curses.h>
#include <term.h>
#endif
// Names that term.h gives to capabilities, and that are common words elsewhere.
#undef columns
#undef lines
#undef buttons
#undef tab
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

/// One column of a row, ready for ncurses: up to five code points, attributes and a colour pair.
struct screen_cell {
    wchar_t text[CCHARW_MAX + 1];
    uint32_t attributes;
    int pair;
};

// The keys that are not characters.
static const int screen_key_none = -1;
static const int screen_key_left = KEY_LEFT;
static const int screen_key_right = KEY_RIGHT;
static const int screen_key_up = KEY_UP;
static const int screen_key_down = KEY_DOWN;
static const int screen_key_home = KEY_HOME;
static const int screen_key_end = KEY_END;
static const int screen_key_page_up = KEY_PPAGE;
static const int screen_key_page_down = KEY_NPAGE;
static const int screen_key_enter = KEY_ENTER;
static const int screen_key_backspace = KEY_BACKSPACE;
static const int screen_key_back_tab = KEY_BTAB;
static const int screen_key_resize = KEY_RESIZE;
static const int screen_key_delete = KEY_DC;
static const int screen_key_f1 = KEY_F(1);
// The begin and the end of a pasted text, which ncurses does not know by itself.
static const int screen_key_paste_begins = KEY_MAX + 1;
static const int screen_key_paste_ends = KEY_MAX + 2;
// The begin of a report of the mouse, in the form of today and in the old one. ncurses can read them itself, but it makes one event of a
// press and a release that arrive together, and leaves that event out.
static const int screen_key_mouse = KEY_MAX + 3;
static const int screen_key_old_mouse = KEY_MAX + 4;

static inline uint32_t screen_bold(void) { return (uint32_t)A_BOLD; }
static inline uint32_t screen_reverse(void) { return (uint32_t)A_REVERSE; }
static inline uint32_t screen_underline(void) { return (uint32_t)A_UNDERLINE; }
static inline uint32_t screen_dim(void) { return (uint32_t)A_DIM; }

/// A pasted text arrives between two marks from now on, and the mouse sends reports.
static inline void screen_ask_for_input(void) {
    putp("\033[?2004h\033[?1000h\033[?1006h");
    fflush(stdout);
}

/// Takes the terminal on standard input and output; null where it cannot be used. To be closed with `screen_close`.
static inline SCREEN *screen_open(void) {
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) return NULL;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    leaveok(stdscr, TRUE);
    define_key("\033[200~", screen_key_paste_begins);
    define_key("\033[201~", screen_key_paste_ends);
    define_key("\033[<", screen_key_mouse);
    define_key("\033[M", screen_key_old_mouse);
    screen_ask_for_input();
    return screen;
}

/// After the process was stopped and continued by something else than Ctrl-Z: the terminal is set up again, and the next update draws
/// everything.
static inline void screen_resume(void) {
    endwin();
    screen_ask_for_input();
    clearok(stdscr, TRUE);
}

static inline void screen_close(SCREEN *screen) {
    putp("\033[?1006l\033[?1000l\033[?2004l");
    endwin();
    delscreen(screen);
}

/// The terminal can place the cursor and clear: without these nothing can be drawn on it.
static inline bool screen_is_capable(void) { return cursor_address && clear_screen; }

/// How many colours there are; 0 for a terminal without any.
static inline int screen_colours(void) {
    if (!has_colors() || start_color() == ERR) return 0;
    use_default_colors();
    return COLORS;
}

static inline bool screen_make_pair(int pair, int foreground, int background) {
    return pair < COLOR_PAIRS && init_extended_pair(pair, foreground, background) == OK;
}

static inline int screen_rows(void) { return getmaxy(stdscr); }
static inline int screen_columns(void) { return getmaxx(stdscr); }

/// Puts a row of characters, each as wide as it is; the remainder of the row is cleared.
static inline void screen_put_row(int row, const struct screen_cell *cells, int count) {
    cchar_t text[512];
    if (count > 511) count = 511;
    for (int index = 0; index < count; index++) {
        int pair = cells[index].pair;
        setcchar(&text[index], cells[index].text, (attr_t)cells[index].attributes, 0, &pair);
    }
    // An element without text ends the row for ncurses.
    text[count] = (cchar_t){0};
    wmove(stdscr, row, 0);
    wclrtoeol(stdscr);
    mvwadd_wchnstr(stdscr, row, 0, text, count);
}

static inline void screen_clear(void) { werase(stdscr); }

/// The next update draws everything again, whatever the terminal shows now.
static inline void screen_forget(void) { clearok(stdscr, TRUE); }

/// Brings the terminal up to date; terminals that can do so show it in one piece.
static inline void screen_update(void) {
    putp("\033[?2026h");
    wnoutrefresh(stdscr);
    doupdate();
    putp("\033[?2026l");
    fflush(stdout);
}

/// How many colours a kind of terminal has; 0: none, below 0: it is not known on this machine.
static inline int screen_colours_of(const char *terminal) {
    TERMINAL *before = set_curterm(NULL);
    int error = 0, colours = -1;
    if (setupterm(terminal, 1, &error) == OK) {
        int number = tigetnum("colors");
        colours = number > 0 ? number : 0;
        del_curterm(cur_term);
    }
    set_curterm(before);
    return colours;
}

/// Waits for a key, at most this many milliseconds (-1: for ever). A code point, or with
/// `is_function` a key of the keyboard.
static inline int screen_read(int milliseconds, bool *is_function) {
    wint_t key = 0;
    wtimeout(stdscr, milliseconds);
    int result = wget_wch(stdscr, &key);
    *is_function = result == KEY_CODE_YES;
    return result == ERR ? screen_key_none : (int)key;
}

#endif
