// The definition of a list, for a file that has defined LIST, its name; FOLDER, from Sources on; and
// FILES, a header with a line FILE_OF_LIST(name, symbol) for each file.

#include "CEmbedded.h"

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define QUOTE(text) #text
#define TEXT(name) QUOTE(name)
#define BEGIN(symbol) JOIN(LIST, JOIN(_, symbol))
#define END(symbol) JOIN(BEGIN(symbol), _end)
#define LABEL(symbol) ".globl " TEXT(symbol) "\n" TEXT(symbol) ":\n"

// Each list has a section of its own: a program without the list is linked without it.
#define FILE_OF_LIST(file, symbol)                                                                 \
    extern const unsigned char BEGIN(symbol)[], END(symbol)[];                                     \
    __asm__(".pushsection .rodata." TEXT(LIST) ",\"a\",%progbits\n"                             \
            LABEL(BEGIN(symbol)) ".incbin \"" FOLDER "/" file "\"\n" LABEL(END(symbol))            \
            ".popsection\n");
#include FILES
#undef FILE_OF_LIST

struct cembedded_list JOIN(cembedded_, LIST)(void) {
    static const struct cembedded_file files[] = {
#define FILE_OF_LIST(file, symbol) {file, BEGIN(symbol), END(symbol)},
#include FILES
    };
    return (struct cembedded_list){files, sizeof files / sizeof *files};
}
