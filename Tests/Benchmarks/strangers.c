/* strangers SOCKET CONNECTIONS UID [MESSAGE]
 *
 * As another user, holds so many connections and sends the message on each of them again as soon as
 * it is answered; without a message they idle. A connection that is closed is made again. "ready"
 * when all are there; when it is terminated, a line each: "answers", "bytes" of the longest answer,
 * and "closed", how many connections were. */
#include "bench.h"

#include <grp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>

/* A connection, and how long the answer is that comes on it. */
struct stranger {
    int connection;
    size_t length;
};

static struct stranger *strangers;
static const char *path, *message;
static int poller;
static size_t answers, longest, closed;
static volatile sig_atomic_t is_over;

static void end(int number) {
    (void)number;
    is_over = 1;
}

static void become(uid_t user) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) fail("read a limit");
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) fail("raise a limit");
    if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
        setresuid(user, user, user) != 0) {
        fail("be another user");
    }
}

static void ask(struct stranger *stranger) {
    size_t size = strlen(message) + 1;
    /* If the other end has closed it, reading tells. */
    if (send(stranger->connection, message, size, MSG_NOSIGNAL) < 0 && errno != EPIPE &&
        errno != ECONNRESET) {
        fail("send");
    }
}

static void arrive(struct stranger *stranger) {
    *stranger = (struct stranger){.connection = connect_to(path)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = stranger};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, stranger->connection, &event) != 0) fail("wait for it");
    if (message != NULL) ask(stranger);
}

static void receive(struct stranger *stranger) {
    static char buffer[1 << 18];
    ssize_t count = recv(stranger->connection, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
        close(stranger->connection);
        closed++;
        /* Who only idles does not come back, or there would be no idling. */
        if (message != NULL) arrive(stranger);
        return;
    }
    stranger->length += (size_t)count;
    if (buffer[count - 1] != 0) return;
    if (stranger->length > longest) longest = stranger->length;
    stranger->length = 0;
    answers++;
    ask(stranger);
}

int main(int count, char **arguments) {
    if (count < 4) return 2;
    path = arguments[1];
    message = count > 4 ? arguments[4] : NULL;
    int connections = atoi(arguments[2]);
    become((uid_t)atoi(arguments[3]));
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    poller = epoll_create1(EPOLL_CLOEXEC);
    strangers = calloc((size_t)connections, sizeof *strangers);
    if (poller < 0 || strangers == NULL) fail("begin");
    for (int i = 0; i < connections; i++) arrive(&strangers[i]);
    printf("ready\n");
    fflush(stdout);
    while (!is_over) {
        struct epoll_event ready[64];
        int found = epoll_wait(poller, ready, 64, -1);
        if (found < 0 && errno != EINTR) fail("wait");
        for (int i = 0; i < found; i++) receive(ready[i].data.ptr);
    }
    printf("answers %zu\nbytes %zu\nclosed %zu\n", answers, longest, closed);
    return 0;
}
