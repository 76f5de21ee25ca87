#pragma once

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// These functions, which each start calls, are C: the first use of a generic function of Swift takes
// ten times as long as their answer.

// Returns true if a locale, by its name or NULL, has the characters of Unicode.
static inline bool cintl_is_utf8(const char *locale) {
    for (const char *rest = locale == NULL ? "" : locale; *rest != 0; rest++)
        if (strncasecmp(rest, "utf-8", 5) == 0 || strncasecmp(rest, "utf8", 4) == 0) return true;
    return false;
}

// The next of the languages, which are separated by colons: its name and the length of that, 0 behind
// the last. Empty ones are none.
static inline size_t cintl_next(const char **languages) {
    *languages += strspn(*languages, ":");
    return strcspn(*languages, ":");
}

// Returns true for the name of a locale in English, such as en_GB.UTF-8, or of the C library's own.
static inline bool cintl_is_english(const char *locale) {
    const char *const english[] = {"C", "POSIX", "en"};
    size_t length = strcspn(locale, "_.@:");
    for (size_t index = 0; index < sizeof english / sizeof *english; index++)
        if (strlen(english[index]) == length && strncmp(locale, english[index], length) == 0)
            return true;
    return false;
}

// Returns true if another language than English comes first, and no name of one is a path: in
// LANGUAGE, or NULL, else in the name of a locale.
static inline bool cintl_is_foreign(const char *languages, const char *locale) {
    const char *first = languages != NULL ? languages : locale != NULL ? locale : "";
    return cintl_next(&first) > 0 && !cintl_is_english(first)
        && (languages == NULL || strchr(languages, '/') == NULL);
}

// Returns true if one of the languages, of those before English, has a catalogue in a directory: one
// for the name as a whole, or without its characters, or without its country too.
static inline bool cintl_has_catalogue(const char *directory, const char *domain, const char *languages) {
    const char *const ends[] = {":", ".@:", "_.@:"};
    char path[PATH_MAX];
    for (size_t length; (length = cintl_next(&languages)) > 0; languages += length) {
        if (cintl_is_english(languages)) return false;
        for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
            int name = (int)strcspn(languages, ends[index]);
            int count = snprintf(path, sizeof path, "%s/%.*s/LC_MESSAGES/%s.mo", directory, name, languages, domain);
            if (count < (int)sizeof path && access(path, R_OK) == 0) return true;
        }
    }
    return false;
}

// Looks texts up from here on in the catalogues that were installed with a program, which is the path
// of a file in a directory beside share/locale, in the languages that the environment asks for: those
// of LANGUAGE, or NULL, else that of the locale; gettext(3) has the rules. Without a catalogue for any
// of them nothing changes: the reasons of the C library are then English as well. Nothing else of the
// locale changes: numbers, times, the order of names and the widths of letters are as in C.
static inline void cintl_open(const char *domain, const char *program, const char *languages, const char *locale) {
    char directory[PATH_MAX];
    const char *end = strrchr(program, '/');
    if (end == NULL) return;
    int count = snprintf(directory, sizeof directory, "%.*s/../share/locale", (int)(end - program), program);
    if (count >= (int)sizeof directory) return;
    if (!cintl_has_catalogue(directory, domain, languages != NULL ? languages : locale)) return;
    if (setlocale(LC_MESSAGES, "") == NULL) return;
    // All output is UTF-8, and so are the reasons of strerror(3), which are of the C library.
    bind_textdomain_codeset("libc", "UTF-8");
    bind_textdomain_codeset(domain, "UTF-8");
    bindtextdomain(domain, directory);
}

// Has texts stay as they are, or no longer.
static inline void cintl_pause(bool pauses) { setlocale(LC_MESSAGES, pauses ? "C" : ""); }
