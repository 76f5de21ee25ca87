/* ask SOCKET: connects to gatherd, asks for the match, and prints the answer.
 *
 * What any client has to do at least; a gatherctl without a command line, a check or words. */
#include "bench.h"

int main(int count, char **arguments) {
    if (count != 2) return 2;
    char reply[MESSAGE_BYTES];
    call(connect_to(arguments[1]), GET, reply, sizeof reply);
    return puts(reply) < 0;
}
