#pragma once

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// These functions, which each start calls, are C: the first use of a generic function of Swift takes
// ten times as long as their answer.

// Returns true if a locale, by its name or NULL, has the characters of Unicode.
static inline bool cintl_is_utf8(const char *locale) {
    for (const char *rest = locale == NULL ? "" : locale; *rest != 0; rest++)
        if (strncasecmp(rest, "utf-8", 5) == 0 || strncasecmp(rest, "utf8", 4) == 0) return true;
    return false;
}

// Returns true if another language than English comes first, and no name of one is a path: in
// LANGUAGE, or NULL, else in the name of a locale.
static inline bool cintl_is_foreign(const char *languages, const char *locale) {
    const char *first = languages != NULL ? languages : locale != NULL ? locale : "";
    size_t length = strcspn(first, "_.@:");
    const char *const english[] = {"", "C", "POSIX", "en"};
    for (size_t index = 0; index < sizeof english / sizeof *english; index++)
        if (strlen(english[index]) == length && strncmp(first, english[index], length) == 0)
            return false;
    return languages == NULL || strchr(languages, '/') == NULL;
}

// Looks texts up from here on in the catalogues that were installed with a program, which is the path
// of a file in a directory beside share/locale, in the languages that the environment asks for:
// LC_ALL, LC_MESSAGES or LANG, and before these LANGUAGE; gettext(3) has the rules. Nothing else of the
// locale changes: numbers, times, the order of names and the widths of letters are as in C.
static inline void cintl_open(const char *domain, const char *program) {
    char directory[PATH_MAX + 16];
    const char *end = strrchr(program, '/');
    if (end == NULL || end - program > PATH_MAX) return;
    snprintf(directory, sizeof directory, "%.*s/../share/locale", (int)(end - program), program);
    if (setlocale(LC_MESSAGES, "") == NULL) return;
    // All output is UTF-8, and so are the reasons of strerror(3), which are of the C library.
    bind_textdomain_codeset("libc", "UTF-8");
    bind_textdomain_codeset(domain, "UTF-8");
    bindtextdomain(domain, directory);
}

// Has texts stay as they are, or no longer.
static inline void cintl_pause(bool pauses) { setlocale(LC_MESSAGES, pauses ? "C" : ""); }
