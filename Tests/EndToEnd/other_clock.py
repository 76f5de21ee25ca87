"""A wall clock under a program that differs from that of this machine, as another machine's does.

All other clocks are those of this machine, and so is the time that passes.
"""

import atexit
import functools
import pathlib
import shutil
import tempfile

import programs

LIBRARY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    const char *ahead = getenv("OTHER_CLOCK");
    if (result == 0 && clock == CLOCK_REALTIME && ahead) time->tv_sec += atol(ahead);
    return result;
}
"""


@functools.cache
def library():
    """The library, compiled once."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-clock-", dir="/tmp"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return programs.shared_library(directory / "other_clock.so", LIBRARY)


def variables(seconds):
    """What is to be in the environment of a program whose clock is so far ahead."""
    return {"LD_PRELOAD": library(), "OTHER_CLOCK": seconds}
