#define LIST interfaces
#define FOLDER "GatherAPI/Interfaces"
#define FILES "Generated/interfaces.h"
#include "list.h"
