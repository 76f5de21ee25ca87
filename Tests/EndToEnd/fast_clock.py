"""Clocks that run many times faster under a program, so that a test need not wait for minutes.

Everything that a program waits for comes after the same time by its own clocks, which go on over a
restart of it. What it is told by others, as a server's answer, takes so much longer for it.
"""

import atexit
import functools
import mmap
import pathlib
import shutil
import struct
import tempfile
import time

import programs

# The seconds that pass on a fast clock in a real one. With 20, the 30 s that gather-submit waits
# for a step are 1.5 s, in which a test's server has to answer, even on a busy machine.
RATE = 5 if programs.SANITIZER else 20

# The same numbers as in the library: the clocks, and the most stretches with a rate of their own.
CLOCKS, STRETCHES = 8, 8

LIBRARY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { clocks = 8, descriptors = 4096, most = 8 };
/* From these nanoseconds of each clock on it runs at the rate, and shows those at first. */
struct stretch { int64_t rate, begin[clocks], shown[clocks]; };
struct stretches { _Atomic int64_t count; struct stretch all[most]; };
static struct stretches own;
static const struct stretches *stretches = &own;
static _Atomic unsigned char clock_of[descriptors];

#define REAL(name) static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* FAST_CLOCK is the rate, and the nanoseconds of each clock from which on it runs so; or the path
 * of a file with stretches, to which more are added. */
__attribute__((constructor)) static void start(void) {
    const char *text = getenv("FAST_CLOCK");
    if (!text) return;
    if (*text == '/') {
        int file = open(text, O_RDONLY | O_CLOEXEC);
        if (file < 0) abort();
        void *page = mmap(NULL, sizeof own, PROT_READ, MAP_SHARED, file, 0);
        if (page == MAP_FAILED) abort();
        close(file);
        stretches = page;
        return;
    }
    char *rest;
    own.all[0].rate = strtoll(text, &rest, 10);
    for (int clock = 0; clock < clocks; clock++)
        own.all[0].begin[clock] = own.all[0].shown[clock] = strtoll(rest, &rest, 10);
    own.count = 1;
}

static int runs(clockid_t clock) {
    return clock >= 0 && clock < clocks && stretches->count && stretches->all[0].begin[clock] > 0;
}

static int64_t whole(struct timespec time) { return time.tv_sec * 1000000000LL + time.tv_nsec; }

static struct timespec parts(int64_t time) {
    return (struct timespec){time / 1000000000, time % 1000000000};
}

static struct timespec faster(clockid_t clock, struct timespec time) {
    int64_t now = whole(time);
    for (int64_t index = stretches->count - 1; index >= 0; index--) {
        const struct stretch *each = &stretches->all[index];
        if (now > each->begin[clock])
            return parts(each->shown[clock] + (now - each->begin[clock]) * each->rate);
    }
    return time;
}

static struct timespec slower(clockid_t clock, struct timespec time) {
    int64_t now = whole(time);
    for (int64_t index = stretches->count - 1; index >= 0; index--) {
        const struct stretch *each = &stretches->all[index];
        // A nanosecond more: what waits for a moment is not to wake before it.
        if (now > each->shown[clock])
            return parts(each->begin[clock] + (now - each->shown[clock]) / each->rate + 1);
    }
    return time;
}

static int64_t rate(void) {
    int64_t count = stretches->count;
    return count ? stretches->all[count - 1].rate : 1;
}

static struct timespec shorter(struct timespec time) {
    int64_t length = whole(time);
    return length > 0 ? parts(length / rate() + 1) : time;
}

static int milliseconds(int time) {
    return time > 0 ? (int)((time + rate() - 1) / rate()) : time;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(clock_gettime);
    int result = real(clock, now);
    if (result == 0 && runs(clock)) *now = faster(clock, *now);
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int result = clock_gettime(CLOCK_REALTIME, &time);
    *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
    return result;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}

int timerfd_create(int clock, int flags) {
    REAL(timerfd_create);
    int timer = real(clock, flags);
    if (timer >= 0 && timer < descriptors) clock_of[timer] = (unsigned char)clock;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *wanted,
                    struct itimerspec *before) {
    REAL(timerfd_settime);
    struct itimerspec times = *wanted;
    clockid_t clock = timer < descriptors ? clock_of[timer] : CLOCK_MONOTONIC;
    if (runs(clock) && whole(times.it_value) != 0) {
        times.it_value = flags & TFD_TIMER_ABSTIME ? slower(clock, times.it_value)
                                                   : shorter(times.it_value);
        times.it_interval = shorter(times.it_interval);
    }
    return real(timer, flags, &times, before);
}

int poll(struct pollfd *waits, nfds_t count, int timeout) {
    REAL(poll);
    return real(waits, count, milliseconds(timeout));
}

int ppoll(struct pollfd *waits, nfds_t count, const struct timespec *timeout,
          const sigset_t *signals) {
    REAL(ppoll);
    struct timespec time;
    if (timeout) time = shorter(*timeout);
    return real(waits, count, timeout ? &time : NULL, signals);
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    REAL(epoll_wait);
    return real(epoll, events, count, milliseconds(timeout));
}

int nanosleep(const struct timespec *length, struct timespec *left) {
    REAL(nanosleep);
    struct timespec time = shorter(*length);
    return real(&time, left);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left) {
    REAL(clock_nanosleep);
    struct timespec time = *wanted;
    if (runs(clock)) time = flags & TIMER_ABSTIME ? slower(clock, time) : shorter(time);
    return real(clock, flags, &time, left);
}
"""


@functools.cache
def library():
    """The library, compiled once."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-clock-", dir="/tmp"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return programs.shared_library(directory / "fast_clock.so", LIBRARY)


def begins():
    """The nanoseconds of each clock now; 0 for those of the processor's time, which are nobody's to
    change."""
    of_time = time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID
    return [0 if clock in of_time else time.clock_gettime_ns(clock) for clock in range(CLOCKS)]


def variables(rate=RATE):
    """What is to be in the environment of a program, and of each that has the same clocks."""
    return {"LD_PRELOAD": library(), "FAST_CLOCK": " ".join(map(str, [rate, *begins()]))}


def seconds(length, rate=RATE):
    """How long for us is what is so long for the program."""
    return length / rate


class Changing:
    """Clocks whose rate changes while programs have them."""

    def __init__(self, test, rate):
        file = tempfile.NamedTemporaryFile(prefix="gatherd-clock-", dir="/tmp")
        test.addCleanup(file.close)
        file.truncate(8 + STRETCHES * 8 * (1 + 2 * CLOCKS))
        self._page = mmap.mmap(file.fileno(), 0)
        test.addCleanup(self._page.close)
        self._stretches = []
        self.run_at(rate)
        self.variables = {"LD_PRELOAD": library(), "FAST_CLOCK": file.name}

    def run_at(self, rate):
        """Has them run at a rate from now on. What was waited for comes early, if they run slower
        now, and a program waits on as it does after an interruption; else it comes late."""
        # A little later: it is not to begin before it is written.
        begin = [now and now + 50_000_000 for now in begins()]
        shown = [self._at(clock, now) for clock, now in enumerate(begin)]
        place = 8 + len(self._stretches) * 8 * (1 + 2 * CLOCKS)
        stretch = struct.pack(f"={1 + 2 * CLOCKS}q", rate, *begin, *shown)
        self._page[place:place + len(stretch)] = stretch
        self._stretches.append((rate, begin, shown))
        self._page[:8] = struct.pack("=q", len(self._stretches))

    @property
    def now(self):
        """What they show, in seconds since the boot."""
        now = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        return self._at(time.CLOCK_BOOTTIME, now) / 1e9

    def _at(self, clock, now):
        for rate, begin, shown in reversed(self._stretches):
            if now > begin[clock]:
                return shown[clock] + (now - begin[clock]) * rate
        return now
