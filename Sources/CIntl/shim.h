#pragma once

#include <libintl.h>
#include <locale.h>
#include <stdbool.h>

// Looks texts up in the catalogues of a directory from here on, in the languages that the environment
// asks for: LC_ALL, LC_MESSAGES or LANG, and before these LANGUAGE; gettext(3) has the rules. Whether
// there is such a locale. Nothing else of the locale changes: numbers, times, the order of names and
// the widths of letters are as in C.
static inline bool cintl_open(const char *domain, const char *directory) {
    if (setlocale(LC_MESSAGES, "") == NULL) return false;
    // All output is UTF-8, and so are the reasons of strerror(3), which are of the C library.
    bind_textdomain_codeset("libc", "UTF-8");
    bind_textdomain_codeset(domain, "UTF-8");
    return bindtextdomain(domain, directory) != NULL;
}

// Has texts stay as they are, or no longer.
static inline void cintl_pause(bool pauses) { setlocale(LC_MESSAGES, pauses ? "C" : ""); }
