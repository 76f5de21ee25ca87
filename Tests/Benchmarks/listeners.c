/* listeners PORT CONNECTIONS DEAF
 *
 * Listens to server-sent events at GET /events of a port of this machine, on so many connections,
 * and on so many more that it never reads, with small buffers. "ready" once all others have heard
 * something; then a line for each event, when the last of them has it or 700 ms after the first:
 * its name, the moment that the first of them had it (microseconds of CLOCK_REALTIME), how many
 * have it, after how many microseconds half of them, 99 in 100 and the last had it, and after how
 * many more 99 in 100 were read here. At SIGTERM "closed" with how many the server has closed.
 *
 * An arrival is the moment at which the kernel has put the bytes into the listener's socket,
 * SO_TIMESTAMPNS of socket(7), however late this program then reads them: so it is the server that
 * is measured and not this, and how late this was is told besides. */
#include "bench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>

enum { BUFFER = 65536, LATEST = 700000, DEAF_BYTES = 4096 };

static const char *names[] = {"beat", "state"};
static const char *marks[] = {"event: beat\n", "event: state\n"};

/* An event of a name, that some have heard of by now. */
static struct event {
    int seen;
    double first;
    double *arrivals;
    double *delays;
} events[2];

static int connections, heard_first, closed;
static bool *has_heard;
static bool is_ready;
static volatile sig_atomic_t is_over;

static void end(int number) {
    (void)number;
    is_over = 1;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double part(double *values, int count, double part) {
    int index = (int)(part * count + 0.999999) - 1;
    return values[index < 0 ? 0 : index];
}

static void print_event(int kind) {
    struct event *event = &events[kind];
    int count = event->seen;
    qsort(event->arrivals, (size_t)count, sizeof(double), compare);
    qsort(event->delays, (size_t)count, sizeof(double), compare);
    double first = event->arrivals[0];
    if (is_ready) {
        printf("%s %.0f %d %.0f %.0f %.0f %.0f\n", names[kind], first, count,
            part(event->arrivals, count, 0.5) - first, part(event->arrivals, count, 0.99) - first,
            event->arrivals[count - 1] - first, part(event->delays, count, 0.99));
        fflush(stdout);
    }
    event->seen = 0;
}

static void note(int kind, double arrival, double now) {
    struct event *event = &events[kind];
    if (event->seen == connections) print_event(kind);
    if (event->seen == 0) event->first = now;
    event->arrivals[event->seen] = arrival;
    event->delays[event->seen] = now - arrival;
    event->seen++;
    if (event->seen == connections) print_event(kind);
}

/* Reads what has come for one listener. */
static void receive(int poller, int index, int connection) {
    static char buffer[BUFFER + 1];
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
    buffer[count] = 0;
    double now = microseconds(CLOCK_REALTIME), arrival = -1;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&header); each; each = CMSG_NXTHDR(&header, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(each), sizeof time);
        arrival = time.tv_sec * 1e6 + time.tv_nsec / 1e3;
    }
    /* The kernel begins with it a while after it was first asked to. */
    if (arrival < 0 && !is_ready) arrival = now;
    if (arrival < 0) {
        fprintf(stderr, "the kernel does not tell when bytes have arrived\n");
        exit(1);
    }
    for (int kind = 0; kind < 2; kind++) {
        /* The name of an event is at its beginning, which is sent at once. */
        if (strstr(buffer, marks[kind]) == NULL) continue;
        note(kind, arrival, now);
        if (!has_heard[index]) heard_first++;
        has_heard[index] = true;
    }
}

static int listen_to(int port, bool is_deaf) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), small = DEAF_BYTES, on = 1;
    if (connection < 0) fail("make a socket");
    if (is_deaf) setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    if (setsockopt(connection, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0) {
        fail("ask for the moments of arrival");
    }
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    /* As long as the head that Chromium sends for an EventSource. */
    static const char request[] =
        "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n"
        "sec-ch-ua-platform: \"Linux\"\r\nCache-Control: no-cache\r\n"
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/156.0.0.0 Safari/537.36\r\nAccept: text/event-stream\r\n"
        "sec-ch-ua: \"Chromium\";v=\"156\", \"Not)A;Brand\";v=\"8\"\r\nsec-ch-ua-mobile: ?0\r\n"
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"
        "Referer: http://localhost/assets/worker.js\r\nAccept-Encoding: gzip, deflate, br\r\n"
        "Accept-Language: en-US,en;q=0.9\r\n\r\n";
    send_all(connection, request, sizeof request - 1);
    return connection;
}

static void flush_late(void) {
    double now = microseconds(CLOCK_REALTIME);
    for (int kind = 0; kind < 2; kind++) {
        if (events[kind].seen > 0 && now - events[kind].first > LATEST) print_event(kind);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int port = atoi(arguments[1]), deaf = atoi(arguments[3]);
    connections = atoi(arguments[2]);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) fail("read a limit");
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) fail("raise a limit");
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    has_heard = calloc((size_t)connections, sizeof *has_heard);
    for (int kind = 0; kind < 2; kind++) {
        events[kind].arrivals = calloc((size_t)connections + 1, sizeof(double));
        events[kind].delays = calloc((size_t)connections + 1, sizeof(double));
    }
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < connections; index++) {
        int connection = listen_to(port, false);
        struct epoll_event event = {.events = EPOLLIN,
            .data.u64 = (uint64_t)index << 32 | (uint32_t)connection};
        if (fcntl(connection, F_SETFL, O_NONBLOCK) != 0 ||
            epoll_ctl(poller, EPOLL_CTL_ADD, connection, &event) != 0) {
            fail("wait for a listener");
        }
    }
    for (int index = 0; index < deaf; index++) (void)listen_to(port, true);
    while (!is_over) {
        struct epoll_event ready[256];
        int found = epoll_wait(poller, ready, 256, 100);
        for (int i = 0; i < found; i++) {
            receive(poller, (int)(ready[i].data.u64 >> 32), (int)(uint32_t)ready[i].data.u64);
        }
        flush_late();
        if (!is_ready && heard_first + closed >= connections && events[0].seen == 0 &&
            events[1].seen == 0) {
            is_ready = true;
            printf("ready\n");
            fflush(stdout);
        }
    }
    printf("closed %d\n", closed);
    return 0;
}
