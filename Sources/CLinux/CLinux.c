#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

int clinux_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_stream_socket(bool nonblocking) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int clinux_peer_uid(int socket, uid_t *uid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    *uid = credentials.uid;
    return 0;
}

int clinux_peer_is_in_group(int socket, gid_t group) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    if (credentials.gid == group) return 1;
    length = 0;
    // Without room for them it says how much they take.
    if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, NULL, &length) == 0) return 0;
    if (errno != ERANGE) return -1;
    gid_t *groups = malloc(length);
    if (groups == NULL) return -1;
    int found = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
    for (size_t index = 0; found == 0 && index < length / sizeof *groups; index++)
        if (groups[index] == group) found = 1;
    free(groups);
    return found;
}

bool clinux_is_hung_up(int socket) {
    struct pollfd descriptor = {.fd = socket, .events = POLLRDHUP};
    return poll(&descriptor, 1, 0) == 1 && (descriptor.revents & (POLLHUP | POLLERR)) != 0;
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int64_t clinux_boottime_nanoseconds(void) { return nanoseconds(CLOCK_BOOTTIME); }
int64_t clinux_realtime_nanoseconds(void) { return nanoseconds(CLOCK_REALTIME); }

int clinux_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC); }

void clinux_timer_set(int timer, int64_t nanoseconds) {
    struct itimerspec times = {.it_value = {.tv_sec = nanoseconds / 1000000000,
                                            .tv_nsec = nanoseconds % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL);
}

int clinux_wall_watch_create(void) {
    int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0) return -1;
    // In the year 2242: it is only ever cancelled.
    struct itimerspec never = {.it_value = {.tv_sec = INT64_C(8) << 30}};
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0)
        return timer;
    close(timer);
    return -1;
}

bool clinux_is_clock_synchronized(void) {
    struct timex state = {.modes = 0};
    return adjtimex(&state) >= 0 && (state.status & STA_UNSYNC) == 0;
}

void clinux_keep_to_one_arena(void) { mallopt(M_ARENA_MAX, 1); }

_Static_assert(EPOLLIN == 0x001 && EPOLLOUT == 0x004 && EPOLLHUP == 0x010, "the header has these as numbers");

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, uint32_t interest, int64_t number) {
    struct epoll_event event = {.events = interest, .data.u64 = (uint64_t)number};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_add(int epoll, int descriptor, uint32_t interest, int64_t number) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, interest, number);
}

int clinux_epoll_change(int epoll, int descriptor, uint32_t interest, int64_t number) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, interest, number);
}

int clinux_epoll_ready(int epoll, clinux_ready *ready, int count) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, count < 64 ? count : 64, 0);
    for (int index = 0; index < found; index++) {
        ready[index].number = (int64_t)events[index].data.u64;
        ready[index].events = events[index].events;
        ready[index].is_over = (events[index].events & (EPOLLERR | EPOLLHUP)) != 0;
    }
    return found;
}
