/* roundtrip SOCKET REDIS_SOCKET ROUNDS
 *
 * A Get on an open connection beside a PING of redis; both daemons and this are for the caller to
 * place. In turn, a batch of each. A line per round trip: "get" or "ping", microseconds. */
#include "bench.h"

enum { BATCH = 50, UNCOUNTED_BATCHES = 4 };

static const char PING[] = "PING\r\n", PONG[] = "+PONG\r\n";

static double ping(int connection) {
    char reply[MESSAGE_BYTES];
    double start = microseconds(CLOCK_MONOTONIC);
    send_all(connection, PING, sizeof PING - 1);
    for (size_t length = 0; length < sizeof PONG - 1;) {
        ssize_t count = read(connection, reply + length, sizeof reply - length);
        if (count <= 0) fail("receive");
        length += (size_t)count;
    }
    double took = microseconds(CLOCK_MONOTONIC) - start;
    if (memcmp(reply, PONG, sizeof PONG - 1) != 0) fail("understand redis");
    return took;
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
    int batches = atoi(arguments[3]) / BATCH;
    int gatherd = connect_to(arguments[1]), redis = connect_to(arguments[2]);
    for (int batch = -UNCOUNTED_BATCHES; batch < batches; batch++) {
        for (int i = 0; i < BATCH; i++) {
            double took = get(gatherd);
            if (batch >= 0) printf("get %.2f\n", took);
        }
        for (int i = 0; i < BATCH; i++) {
            double took = ping(redis);
            if (batch >= 0) printf("ping %.2f\n", took);
        }
    }
    return 0;
}
