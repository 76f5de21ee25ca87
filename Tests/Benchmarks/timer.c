/* timer COUNT PHASE
 *
 * Wakes once a second by a timerfd on CLOCK_BOOTTIME, so many microseconds after each whole second
 * of that clock: the least that a tick costs. A line per wake: "late", microseconds. */
#include "bench.h"

#include <stdint.h>
#include <sys/timerfd.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    int wakes = atoi(arguments[1]);
    long phase = atol(arguments[2]);
    int timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
    if (timer < 0) fail("make a timer");
    time_t second = (time_t)(microseconds(CLOCK_BOOTTIME) / 1e6) + 1;
    struct itimerspec times = {
        .it_value = {.tv_sec = second, .tv_nsec = phase * 1000}, .it_interval = {.tv_sec = 1}};
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL) != 0) fail("set a timer");
    for (double due = second * 1e6 + phase; wakes > 0; wakes--) {
        uint64_t expirations;
        if (read(timer, &expirations, sizeof expirations) < 0) fail("wait");
        due += (expirations - 1) * 1e6;
        printf("late %.1f\n", microseconds(CLOCK_BOOTTIME) - due);
        fflush(stdout);
        due += 1e6;
    }
    return 0;
}
