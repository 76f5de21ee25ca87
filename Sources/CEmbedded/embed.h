#pragma once

#include "CEmbedded.h"

// Puts a file of a folder, from Sources on, into a section of its list: a program without that list
// is linked without the section.
#define EMBED(list, folder, file, symbol)                                                          \
    extern const unsigned char list##_##symbol[], list##_##symbol##_end[];                         \
    __asm__(".pushsection .rodata." #list ",\"a\",%progbits\n"                                     \
            ".globl " #list "_" #symbol "\n" #list "_" #symbol ":\n"                               \
            ".incbin \"" folder "/" file "\"\n"                                                    \
            ".globl " #list "_" #symbol "_end\n" #list "_" #symbol "_end:\n"                       \
            ".popsection\n");

// A row of the list's table.
#define EMBEDDED(list, file, symbol) {file, list##_##symbol, list##_##symbol##_end},
