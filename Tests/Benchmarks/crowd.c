/* crowd SOCKET CONNECTIONS TICKS [changes | vanish MICROSECONDS]
 *
 * Holds so many subscriptions with ticks, from one process. A line per tick, when the last of them
 * has it: "tick", the second that is shown, how many have it, and how late that was, in
 * microseconds.
 *
 * changes: between the ticks a command as well: "change", how many heard of it, and how long after
 *     the command was sent the last of them did.
 * vanish: kills itself so long before the tick after the last, with all connections open. */
#include "bench.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>

/* One subscription, and what it has heard. */
struct subscriber {
    int connection;
    size_t length;
    char buffer[MESSAGE_BYTES];
    int shown;
    int revision;
};

/* A second that is shown, or a revision: how many subscribers have heard of it, and when the last
 * of them did. */
struct event {
    int value;
    int seen;
    double last;
};

static struct subscriber *subscribers;
static int connections;
static int poller;
static int first_tick;
static double ends_at;
static struct event tick, change;

static const char *after(const char *text, const char *name) {
    const char *found = strstr(text, name);
    if (found == NULL) {
        fprintf(stderr, "no %s in: %s\n", name, text);
        exit(1);
    }
    return found + strlen(name);
}

static long number(const char *text, const char *name) { return atol(after(text, name)); }

/* The moment at which the clock begins to show so many seconds. */
static double boundary(int shown) { return ends_at - shown * 1e6; }

static void print_event(const char *name, const struct event *event, double since) {
    printf("%s %d %d %.1f\n", name, event->value, event->seen, event->last - since);
    fflush(stdout);
}

static void print_tick(void) { print_event("tick", &tick, boundary(tick.value)); }

static void count(struct event *event, double now) {
    event->seen++;
    event->last = now;
}

/* A subscriber has heard of a second. */
static void note_tick(int shown, double now) {
    if (shown > first_tick) return;
    if (shown < tick.value) {
        /* The next one has begun: if there was one before, some have not heard of it. */
        if (tick.seen > 0 && tick.seen < connections) print_tick();
        tick = (struct event){.value = shown};
    }
    if (shown != tick.value) return;
    count(&tick, now);
    if (tick.seen == connections) print_tick();
}

static void note(struct subscriber *subscriber, double now) {
    const char *message = subscriber->buffer;
    const char *remaining = after(message, "\"remaining\":");
    int shown = (int)(number(remaining, "\"minutes\":") * 60 + number(remaining, "\"seconds\":"));
    int revision = (int)number(message, "\"revision\":");
    ends_at = (double)number(message, "\"endsAtBoottimeMicroseconds\":");
    if (shown < subscriber->shown) note_tick(shown, now);
    if (revision > subscriber->revision && revision == change.value) count(&change, now);
    subscriber->shown = shown;
    subscriber->revision = revision;
}

/* Reads what has come for one subscriber. */
static void receive(struct subscriber *subscriber) {
    ssize_t count = read(subscriber->connection, subscriber->buffer + subscriber->length,
        sizeof subscriber->buffer - subscriber->length);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) fail("receive");
    if (count == 0) {
        fprintf(stderr, "a subscription was closed, or a message is too long\n");
        exit(1);
    }
    double now = microseconds(CLOCK_BOOTTIME);
    subscriber->length += (size_t)count;
    char *end;
    while ((end = memchr(subscriber->buffer, 0, subscriber->length)) != NULL) {
        note(subscriber, now);
        subscriber->length -= (size_t)(end - subscriber->buffer) + 1;
        memmove(subscriber->buffer, end + 1, subscriber->length);
    }
}

/* Serves the subscribers until a moment, or until all of them have heard of a change. */
static void serve_until(double moment, const struct event *awaited) {
    while (awaited == NULL || awaited->seen < connections) {
        double wait = moment - microseconds(CLOCK_BOOTTIME);
        struct timespec timeout = {0};
        if (wait > 0) {
            timeout.tv_sec = (time_t)(wait / 1e6);
            timeout.tv_nsec = (long)((wait - timeout.tv_sec * 1e6) * 1e3);
        }
        struct epoll_event ready[64];
        int count = epoll_pwait2(poller, ready, 64, &timeout, NULL);
        if (count < 0) fail("wait");
        if (count == 0) return;
        for (int i = 0; i < count; i++) receive(&subscribers[ready[i].data.u32]);
    }
}

static void allow_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) fail("read a limit");
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) fail("raise a limit");
}

/* Makes the subscriptions; the ticks that count are those after the last has its snapshot. */
static void subscribe(const char *path) {
    poller = epoll_create1(EPOLL_CLOEXEC);
    subscribers = calloc((size_t)connections, sizeof *subscribers);
    if (poller < 0 || subscribers == NULL) fail("begin");
    for (int i = 0; i < connections; i++) {
        subscribers[i].connection = connect_to(path);
        send_message(subscribers[i].connection,
            "{\"method\":\"io.gatherd.Gather.Subscribe\",\"parameters\":{\"ticks\":true},"
            "\"more\":true}");
    }
    int shown = INT_MAX;
    for (int i = 0; i < connections; i++) {
        struct subscriber *subscriber = &subscribers[i];
        while (subscriber->revision == 0) receive(subscriber);
        if (subscriber->shown < shown) shown = subscriber->shown;
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        if (fcntl(subscriber->connection, F_SETFL, O_NONBLOCK) != 0 ||
            epoll_ctl(poller, EPOLL_CTL_ADD, subscriber->connection, &event) != 0) {
            fail("wait for a subscription");
        }
    }
    first_tick = shown - 1;
    tick.value = shown;
}

/* A goal, or one taken back, and how long it takes until all have heard of it. */
static void make_change(int commander, int delta) {
    char text[256], reply[MESSAGE_BYTES];
    snprintf(text, sizeof text,
        "{\"method\":\"io.gatherd.Gather.AddToScore\",\"parameters\":"
        "{\"team\":\"teamA\",\"delta\":%d}}", delta);
    change = (struct event){.value = subscribers[0].revision + 1};
    double sent = microseconds(CLOCK_BOOTTIME);
    send_message(commander, text);
    serve_until(sent + 400e3, &change);
    print_event("change", &change, sent);
    receive_message(commander, reply, sizeof reply);
}

int main(int count, char **arguments) {
    if (count < 4) return 2;
    const char *path = arguments[1], *mode = count > 4 ? arguments[4] : "";
    connections = atoi(arguments[2]);
    int ticks = atoi(arguments[3]);
    allow_descriptors();
    int commander = connect_to(path);
    subscribe(path);
    printf("ready\n");
    fflush(stdout);
    for (int i = 0; i < ticks; i++) {
        serve_until(boundary(first_tick - i) + 500e3, NULL);
        if (strcmp(mode, "changes") == 0) make_change(commander, i % 2 == 0 ? 1 : -1);
    }
    if (strcmp(mode, "vanish") != 0) return 0;
    serve_until(boundary(first_tick - ticks) - atof(arguments[5]), NULL);
    kill(getpid(), SIGKILL);
    return 1;
}
