/* startup ROUNDS GATHERD SOCKET STATE-DIRECTORY new | ready | killed
 *
 * How long gatherd takes: to say READY=1, from before its fork; or to answer again, from the
 * SIGKILL that ended the one before. A line per round: "took", microseconds.
 *
 * new: each round in a state directory of its own, STATE-DIRECTORY with a number after it.
 * ready: in the one that is there, each after a clean exit.
 * killed: in the one that is there; the clients find the socket as the killed one left it. */
#include "bench.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { LIMIT_SECONDS = 30 };

/* A service manager's socket; its name goes into the environment. */
static int notify_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
        "gatherd-benchmark-%d", getpid());
    int receiver = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (receiver < 0) fail("make a socket");
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (bind(receiver, (struct sockaddr *)&address, size) != 0) fail("bind");
    address.sun_path[0] = '@';
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    return receiver;
}

static pid_t start(const char *gatherd, const char *socket, const char *state) {
    pid_t parent = getpid(), child = fork();
    if (child < 0) fail("fork");
    if (child > 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    execl(gatherd, gatherd, "--socket", socket, "--state-directory", state, NULL);
    fail(gatherd);
    return -1;
}

/* Waits for READY=1 of the gatherd that runs. */
static void await_ready(int receiver) {
    char text[4096];
    struct pollfd waiting = {.fd = receiver, .events = POLLIN};
    do {
        if (poll(&waiting, 1, LIMIT_SECONDS * 1000) <= 0) fail("wait for READY=1");
        ssize_t length = recv(receiver, text, sizeof text - 1, 0);
        if (length < 0) fail("receive");
        text[length] = 0;
    } while (strstr(text, "READY=1") == NULL);
}

/* Drops what a gatherd said that has ended. */
static void forget(int receiver) {
    char text[4096];
    while (recv(receiver, text, sizeof text, MSG_DONTWAIT) >= 0) {}
}

/* Asks until there is an answer, as what is measured is when a client that comes back has one: it
 * is told nothing, and tries again. */
static void await_answer(const char *socket) {
    char reply[MESSAGE_BYTES];
    double limit = microseconds(CLOCK_MONOTONIC) + LIMIT_SECONDS * 1e6;
    for (;;) {
        int connection = try_connect(socket);
        if (connection >= 0) {
            call(connection, GET, reply, sizeof reply);
            close(connection);
            return;
        }
        if (microseconds(CLOCK_MONOTONIC) > limit) fail("connect");
        nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
    }
}

static void end(pid_t child, int number) {
    int status;
    if (kill(child, number) != 0 || waitpid(child, &status, 0) < 0) fail("end gatherd");
    if (number == SIGTERM && status != 0) {
        fprintf(stderr, "gatherd ended with wait status %#x\n", status);
        exit(1);
    }
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    int rounds = atoi(arguments[1]), receiver = notify_socket();
    const char *gatherd = arguments[2], *socket = arguments[3], *mode = arguments[5];
    if (strcmp(mode, "killed") == 0) {
        pid_t child = start(gatherd, socket, arguments[4]);
        await_ready(receiver);
        for (int round = 0; round < rounds; round++) {
            double killed = microseconds(CLOCK_MONOTONIC);
            end(child, SIGKILL);
            forget(receiver);
            child = start(gatherd, socket, arguments[4]);
            await_answer(socket);
            printf("took %.0f\n", microseconds(CLOCK_MONOTONIC) - killed);
            await_ready(receiver);
        }
        end(child, SIGTERM);
        return 0;
    }
    for (int round = 0; round < rounds; round++) {
        char state[4096];
        snprintf(state, sizeof state, "%s", arguments[4]);
        if (strcmp(mode, "new") == 0) snprintf(state, sizeof state, "%s-%d", arguments[4], round);
        double started = microseconds(CLOCK_MONOTONIC);
        pid_t child = start(gatherd, socket, state);
        await_ready(receiver);
        printf("took %.0f\n", microseconds(CLOCK_MONOTONIC) - started);
        end(child, SIGTERM);
        forget(receiver);
    }
    return 0;
}
