/* dummy SOCKET BYTES
 *
 * Answers each message with so many bytes at once: what clients take of the processor by asking is
 * the same as with gatherd, and nothing is done for them. "ready" when it listens. */
#include "bench.h"

#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* A connection, and how much of an answer has not left yet. */
struct client {
    int connection;
    size_t left;
};

static char *answer;
static int poller;

static void wait_for(struct client *client, int operation, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = client};
    if (epoll_ctl(poller, operation, client->connection, &event) != 0) fail("wait for it");
}

static void leave(struct client *client) {
    close(client->connection);
    free(client);
}

/* Goes on with a client; one call is out at a time, and comes at once. */
static void serve(struct client *client, size_t bytes) {
    char message[MESSAGE_BYTES];
    bool is_waiting = client->left > 0;
    if (!is_waiting) {
        ssize_t count = recv(client->connection, message, sizeof message, MSG_DONTWAIT);
        if (count <= 0) return leave(client);
        client->left = bytes;
    }
    ssize_t sent = send(client->connection, answer + bytes - client->left, client->left,
        MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return leave(client);
    if (sent > 0) client->left -= (size_t)sent;
    if (is_waiting != (client->left > 0)) {
        wait_for(client, EPOLL_CTL_MOD, client->left > 0 ? EPOLLOUT : EPOLLIN);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    size_t bytes = (size_t)atol(arguments[2]);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) fail("read a limit");
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) fail("raise a limit");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (listener < 0 || poller < 0 || (answer = calloc(1, bytes)) == NULL ||
        bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(arguments[1], 0666) != 0 || listen(listener, SOMAXCONN) != 0) {
        fail("serve");
    }
    memset(answer, ' ', bytes - 1);
    struct client server = {.connection = listener};
    wait_for(&server, EPOLL_CTL_ADD, EPOLLIN);
    printf("ready\n");
    fflush(stdout);
    while (true) {
        struct epoll_event ready[16];
        int found = epoll_wait(poller, ready, 16, -1);
        if (found < 0) fail("wait");
        for (int i = 0; i < found; i++) {
            if (ready[i].data.ptr != &server) {
                serve(ready[i].data.ptr, bytes);
                continue;
            }
            struct client *client = calloc(1, sizeof *client);
            if (client == NULL || (client->connection = accept(listener, NULL, NULL)) < 0) {
                fail("accept a connection");
            }
            wait_for(client, EPOLL_CTL_ADD, EPOLLIN);
        }
    }
}
