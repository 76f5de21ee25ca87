/* roundtrip SOCKET ROUNDS CPU
 *
 * A Get on an open connection beside a bare round trip of as many bytes each way, with a process on
 * the given CPU; ours and gatherd's are for the caller to place. In turn, a batch of each. A line
 * per round trip: "get" or "bare", microseconds. */
#include "bench.h"

enum { BATCH = 50, UNCOUNTED_BATCHES = 4 };

/* Answers so many bytes with so many, until the other end is closed. */
static void echo(int connection, size_t asked, size_t answered) {
    char buffer[MESSAGE_BYTES] = {0};
    for (;;) {
        for (size_t length = 0; length < asked;) {
            ssize_t count = read(connection, buffer, asked - length);
            if (count <= 0) _exit(0);
            length += (size_t)count;
        }
        send_all(connection, buffer, answered);
    }
}

static double bare(int connection, const char *request, size_t asked, size_t answered) {
    char reply[MESSAGE_BYTES];
    double start = microseconds(CLOCK_MONOTONIC);
    send_all(connection, request, asked);
    for (size_t length = 0; length < answered;) {
        ssize_t count = read(connection, reply, answered - length);
        if (count <= 0) fail("receive");
        length += (size_t)count;
    }
    return microseconds(CLOCK_MONOTONIC) - start;
}

static double get(int connection) {
    char reply[MESSAGE_BYTES];
    double start = microseconds(CLOCK_MONOTONIC);
    send_message(connection, GET);
    receive_message(connection, reply, sizeof reply);
    return microseconds(CLOCK_MONOTONIC) - start;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int batches = atoi(arguments[2]) / BATCH, gatherd = connect_to(arguments[1]);
    char reply[MESSAGE_BYTES];
    send_message(gatherd, GET);
    size_t answered = receive_message(gatherd, reply, sizeof reply) + 1;
    struct child other = fork_child(atoi(arguments[3]));
    if (other.is_self) echo(other.connection, sizeof GET, answered);
    printf("bytes %zu\n", answered);
    for (int batch = -UNCOUNTED_BATCHES; batch < batches; batch++) {
        for (int i = 0; i < BATCH; i++) {
            double took = get(gatherd);
            if (batch >= 0) printf("get %.2f\n", took);
        }
        for (int i = 0; i < BATCH; i++) {
            double took = bare(other.connection, GET, sizeof GET, answered);
            if (batch >= 0) printf("bare %.2f\n", took);
        }
    }
    return 0;
}
