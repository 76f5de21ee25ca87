/* What the measuring programs share: clocks, sockets, and an end with a reason. */
#ifndef BENCH_H
#define BENCH_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define GET "{\"method\":\"io.gatherd.Gather.Get\"}"

/* A reply is about 700 bytes. */
enum { MESSAGE_BYTES = 8192 };

static inline void fail(const char *what) {
    fprintf(stderr, "cannot %s: %s\n", what, strerror(errno));
    exit(1);
}

/* A clock in microseconds, with the fraction. */
static inline double microseconds(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) fail("read a clock");
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/* A connection to a socket, or -1. */
static inline int try_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        fail("connect");
    }
    strcpy(address.sun_path, path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) fail("make a socket");
    if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
    close(connection);
    return -1;
}

static inline int connect_to(const char *path) {
    int connection = try_connect(path);
    if (connection < 0) fail("connect");
    return connection;
}

static inline void send_all(int connection, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = write(connection, bytes, count);
        if (sent < 0) fail("send");
        bytes += sent;
        count -= (size_t)sent;
    }
}

/* Sends a message with the NUL byte that ends it. */
static inline void send_message(int connection, const char *text) {
    send_all(connection, text, strlen(text) + 1);
}

/* Reads one message and nothing after it, which is right where one call is out at a time. Returns
 * its length without the NUL byte that ends it. */
static inline size_t receive_message(int connection, char *buffer, size_t size) {
    size_t length = 0;
    do {
        ssize_t count = read(connection, buffer + length, size - length);
        if (count < 0) fail("receive");
        if (count == 0) {
            fprintf(stderr, "the connection was closed, or a message is too long\n");
            exit(1);
        }
        length += (size_t)count;
    } while (buffer[length - 1] != 0);
    return length - 1;
}

/* Asks, and ends the program if the answer is an error. */
static inline void call(int connection, const char *text, char *reply, size_t size) {
    send_message(connection, text);
    receive_message(connection, reply, size);
    if (strstr(reply, "\"error\"") != NULL) {
        fprintf(stderr, "%s was answered: %s\n", text, reply);
        exit(1);
    }
}

/* One of two processes that are connected to each other. */
struct child {
    bool is_self;
    int connection;
};

/* Starts a process on a CPU, connected to this one; returns in both. It ends when the other end is
 * closed, if it reads. */
static inline struct child fork_child(int cpu) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) fail("make a pair of sockets");
    pid_t child = fork();
    if (child < 0) fail("fork");
    close(pair[child == 0 ? 0 : 1]);
    if (child == 0) {
        cpu_set_t cpus;
        CPU_ZERO(&cpus);
        CPU_SET(cpu, &cpus);
        if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) fail("choose a CPU");
    }
    return (struct child){.is_self = child == 0, .connection = pair[child == 0 ? 1 : 0]};
}

#endif
