#define LIST pages
#define FOLDER "GatherWeb/Pages"
#define FILES "Generated/pages.h"
#include "list.h"
