/* displays PORT CONNECTIONS TOPIC ...
 *
 * Subscribes to all below "gather" at a broker of MQTT 5 on a port of this machine, with so many
 * connections and without acknowledgements. "ready" once all have what is retained; then a line for
 * each message of one of the topics, when the last of them has it or a second after the first: the
 * number of the topic, the moment that the first of them had it (microseconds of CLOCK_REALTIME),
 * how many have it, and after how many microseconds half of them, 99 in 100 and the last had it. At
 * SIGTERM "closed" with how many the broker has closed, and "messages" with how many there were.
 *
 * An arrival is the moment at which the kernel has put the bytes into the socket, SO_TIMESTAMPNS of
 * socket(7), however late this program then reads them. */
#include "bench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/epoll.h>

enum { BUFFER = 65536, LATEST = 1000000, QUIET = 700000, MOST_TOPICS = 128, HEAD_BYTES = 128 };

/* A packet of which some bytes have come: of its head as many as have the topic. */
struct display {
    unsigned char head[HEAD_BYTES];
    int length;
    long left;
};

/* A message of a topic, that some have by now. */
static struct message {
    const char *topic;
    int seen;
    double first;
    double *arrivals;
} messages[MOST_TOPICS];

static int connections, topics, granted, closed;
static long total;
static bool is_ready;
static double last_arrival;
static volatile sig_atomic_t is_over;

static void end(int number) {
    (void)number;
    is_over = 1;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double part(const double *values, int count, double part) {
    int index = (int)(part * count + 0.999999) - 1;
    return values[index < 0 ? 0 : index];
}

static void print_message(struct message *message) {
    int count = message->seen;
    qsort(message->arrivals, (size_t)count, sizeof(double), compare);
    const double *arrivals = message->arrivals;
    if (is_ready) {
        printf("%d %.0f %d %.0f %.0f %.0f\n", (int)(message - messages), arrivals[0], count,
            part(arrivals, count, 0.5) - arrivals[0], part(arrivals, count, 0.99) - arrivals[0],
            arrivals[count - 1] - arrivals[0]);
        fflush(stdout);
    }
    message->seen = 0;
}

/* Takes a whole packet, of which the head is there. */
static void take(const struct display *display, int at, double arrival, double now) {
    int kind = display->head[0] & 0xf0;
    if (kind == 0x90) granted++;
    if (kind != 0x30 || display->length < at + 2) return;
    total++;
    int length = display->head[at] << 8 | display->head[at + 1];
    for (int i = 0; i < topics; i++) {
        struct message *message = &messages[i];
        if ((int)strlen(message->topic) != length || display->length < at + 2 + length ||
            memcmp(message->topic, display->head + at + 2, (size_t)length) != 0) {
            continue;
        }
        if (message->seen == 0) message->first = now;
        message->arrivals[message->seen++] = arrival;
        if (message->seen == connections) print_message(message);
    }
}

/* Where the body of a packet begins, and its length; 0 if they have not come. */
static int body(const struct display *display, long *length) {
    *length = 0;
    for (int i = 1; i < display->length && i < 5; i++) {
        *length |= (long)(display->head[i] & 0x7f) << 7 * (i - 1);
        if (!(display->head[i] & 0x80)) return i + 1;
    }
    return 0;
}

/* Takes bytes of a connection, as the packets that they are. */
static void take_bytes(struct display *display, const unsigned char *bytes, long count,
    double arrival, double now) {
    while (count > 0) {
        long length;
        int at = body(display, &length);
        if (at == 0) {
            display->head[display->length++] = *bytes++;
            count--;
            if ((at = body(display, &length)) == 0) continue;
            display->left = length;
        }
        long some = count < display->left ? count : display->left;
        for (long i = 0; i < some && display->length < HEAD_BYTES; i++) {
            display->head[display->length++] = bytes[i];
        }
        bytes += some;
        count -= some;
        display->left -= some;
        if (display->left > 0) return;
        take(display, at, arrival, now);
        display->length = 0;
    }
}

static void receive(int poller, struct display *display, int connection) {
    static unsigned char buffer[BUFFER];
    char control[128];
    struct iovec part = {.iov_base = buffer, .iov_len = BUFFER};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
        .msg_controllen = sizeof control};
    ssize_t count = recvmsg(connection, &header, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        closed++;
        epoll_ctl(poller, EPOLL_CTL_DEL, connection, NULL);
        return;
    }
    double now = microseconds(CLOCK_REALTIME), arrival = now;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&header); each; each = CMSG_NXTHDR(&header, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(each), sizeof time);
        arrival = time.tv_sec * 1e6 + time.tv_nsec / 1e3;
    }
    last_arrival = now;
    take_bytes(display, buffer, count, arrival, now);
}

static int subscribe(int port, int index) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (connection < 0) fail("make a socket");
    if (setsockopt(connection, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0) {
        fail("ask for the moments of arrival");
    }
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    /* CONNECT of MQTT 5 with a clean start and no keep-alive, and "display-" with its number. */
    char connect[] = "\x10\x1a\0\4MQTT\5\2\0\0\0\0\x0d" "display-00000";
    snprintf(connect + sizeof connect - 6, 6, "%05u", (unsigned)index % 100000);
    send_all(connection, connect, sizeof connect - 1);
    /* SUBSCRIBE to "gather/#" with one delivery at most. */
    static const char subscribe[] = "\x82\x0e\0\1\0\0\x08gather/#\0";
    send_all(connection, subscribe, sizeof subscribe - 1);
    return connection;
}

static void flush_late(double now) {
    for (int i = 0; i < topics; i++) {
        if (messages[i].seen > 0 && now - messages[i].first > LATEST) print_message(&messages[i]);
    }
}

int main(int count, char **arguments) {
    if (count < 4 || count > 3 + MOST_TOPICS) return 2;
    int port = atoi(arguments[1]);
    connections = atoi(arguments[2]);
    topics = count - 3;
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    for (int i = 0; i < topics; i++) {
        messages[i].topic = arguments[3 + i];
        messages[i].arrivals = calloc((size_t)connections, sizeof(double));
    }
    struct display *displays = calloc((size_t)connections, sizeof *displays);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < connections; index++) {
        int connection = subscribe(port, index);
        struct epoll_event event = {.events = EPOLLIN,
            .data.u64 = (uint64_t)index << 32 | (uint32_t)connection};
        if (fcntl(connection, F_SETFL, O_NONBLOCK) != 0 ||
            epoll_ctl(poller, EPOLL_CTL_ADD, connection, &event) != 0) {
            fail("wait for a display");
        }
    }
    while (!is_over) {
        struct epoll_event ready[256];
        int found = epoll_wait(poller, ready, 256, 100);
        for (int i = 0; i < found; i++) {
            receive(poller, &displays[ready[i].data.u64 >> 32], (int)(uint32_t)ready[i].data.u64);
        }
        double now = microseconds(CLOCK_REALTIME);
        flush_late(now);
        if (!is_ready && granted == connections && now - last_arrival > QUIET) {
            is_ready = true;
            total = 0;
            printf("ready\n");
            fflush(stdout);
        }
    }
    printf("closed %d\nmessages %ld\n", closed, total);
    return 0;
}
