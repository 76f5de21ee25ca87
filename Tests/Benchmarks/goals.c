/* goals SOCKET COUNT MILLISECONDS
 *
 * As an operator, scores so many goals and takes every second one back, with a pause after each.
 * Prints "goal" with the microseconds that each took, or "refused". */
#include "bench.h"

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int connection = connect_to(arguments[1]);
    struct timespec pause = {.tv_nsec = atol(arguments[3]) * 1000000};
    for (int i = 0; i < atoi(arguments[2]); i++) {
        char text[256], reply[MESSAGE_BYTES];
        snprintf(text, sizeof text,
            "{\"method\":\"io.gatherd.Gather.AddToScore\",\"parameters\":"
            "{\"team\":\"teamA\",\"delta\":%d}}", i % 2 == 0 ? 1 : -1);
        double start = microseconds(CLOCK_BOOTTIME);
        send_message(connection, text);
        receive_message(connection, reply, sizeof reply);
        double took = microseconds(CLOCK_BOOTTIME) - start;
        if (strstr(reply, "\"error\"") != NULL) printf("refused %d\n", i);
        else printf("goal %.1f\n", took);
        /* The pace of an operator, which is what is imitated. */
        nanosleep(&pause, NULL);
    }
    return 0;
}
