#include "embed.h"

#define FILE_OF_LIST(file, symbol) EMBED(interfaces, "GatherAPI/Interfaces", file, symbol)
#include "Generated/interfaces.h"
#undef FILE_OF_LIST

struct cembedded_list cembedded_interfaces(void) {
    static const struct cembedded_file files[] = {
#define FILE_OF_LIST(file, symbol) EMBEDDED(interfaces, file, symbol)
#include "Generated/interfaces.h"
    };
    return (struct cembedded_list){files, sizeof files / sizeof *files};
}
