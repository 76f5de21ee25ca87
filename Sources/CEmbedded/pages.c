#include "embed.h"

#define FILE_OF_LIST(file, symbol) EMBED(pages, "GatherWeb/Pages", file, symbol)
#include "Generated/pages.h"
#undef FILE_OF_LIST

struct cembedded_list cembedded_pages(void) {
    static const struct cembedded_file files[] = {
#define FILE_OF_LIST(file, symbol) EMBEDDED(pages, file, symbol)
#include "Generated/pages.h"
    };
    return (struct cembedded_list){files, sizeof files / sizeof *files};
}
