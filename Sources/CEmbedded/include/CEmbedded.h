#pragma once

#include <stddef.h>

// Files of this package that are in the programs. A compiler of Swift takes minutes where they are
// arrays of numbers; an assembler copies the files.

// A file: its name, and where its bytes begin and end.
struct cembedded_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull begin;
    const unsigned char *_Nonnull end;
};

// Files of one folder.
struct cembedded_list {
    const struct cembedded_file *_Nonnull files;
    size_t count;
};

// Returns the files of Sources/GatherAPI/Interfaces.
struct cembedded_list cembedded_interfaces(void);

// Returns the files of Sources/GatherWeb/Pages.
struct cembedded_list cembedded_pages(void);
