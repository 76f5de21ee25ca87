#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <nss.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <termios.h>
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

static sigset_t set_of(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) sigaddset(&set, signals[index]);
    return set;
}

int clinux_signals_open(const int *signals, int count) {
    sigset_t set = set_of(signals, count);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signals_read(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

bool clinux_is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void clinux_signals_unblock(const int *signals, int count) {
    sigset_t set = set_of(signals, count);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

// Those that end a process by themselves, of a crash or not, as signal(7) has them.
static bool is_end(int number) {
    switch (number) {
    case SIGCHLD: case SIGCONT: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
    case SIGURG: case SIGWINCH: case SIGKILL: return false;
    default: return true;
    }
}

static struct sigaction before_guard[_NSIG];
static struct termios guarded_modes;
static int guarded_terminal = -1;
static char restoring_bytes[256];
static size_t restoring_count;

// Nothing here but what signal-safety(7) lists, and poll(2), which is a system call and no more.
static void restore_and_crash(int number) {
    // A terminal whose output is stopped may never take it.
    struct pollfd room = {.fd = guarded_terminal, .events = POLLOUT};
    if (poll(&room, 1, 1000) > 0 && write(guarded_terminal, restoring_bytes, restoring_count) < 0) {}
    tcsetattr(guarded_terminal, TCSANOW, &guarded_modes);
    // Not what there was before: Swift's runtime would write a backtrace over the screen, and ask.
    signal(number, SIG_DFL);
    // It is blocked until this returns, and takes its course then.
    raise(number);
}

void clinux_guard_terminal(int terminal, const struct termios *modes, const void *bytes, size_t count) {
    clinux_unguard_terminal();
    guarded_modes = *modes;
    restoring_count = count < sizeof restoring_bytes ? count : sizeof restoring_bytes;
    memcpy(restoring_bytes, bytes, restoring_count);
    guarded_terminal = terminal;
    // A stack that has overflowed has no room for the handler.
    static char room[16384];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = restore_and_crash, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < _NSIG; number++) {
        // The C library keeps two to itself.
        if (!is_end(number) || sigaction(number, &action, &before_guard[number]) < 0) continue;
        // Whoever started this process wanted it so.
        if (before_guard[number].sa_handler == SIG_IGN)
            sigaction(number, &before_guard[number], NULL);
    }
}

void clinux_unguard_terminal(void) {
    if (guarded_terminal < 0) return;
    guarded_terminal = -1;
    for (int number = 1; number < _NSIG; number++)
        if (is_end(number)) sigaction(number, &before_guard[number], NULL);
}

static pthread_mutex_t removal = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before_removal[_NSIG];
static sigset_t removing;
static char unfinished[PATH_MAX];

// Nothing here but what signal-safety(7) lists.
static void remove_and_end(int number) {
    int before = errno;
    unlink(unfinished);
    sigaction(number, &before_removal[number], NULL);
    // It is blocked until this returns, and takes its course then.
    raise(number);
    errno = before;
}

bool clinux_remove_at_end(const char *path, const int *signals, int count) {
    pthread_mutex_lock(&removal);
    bool is_free = unfinished[0] == 0 && strlen(path) < sizeof unfinished;
    if (is_free) {
        strcpy(unfinished, path);
        sigemptyset(&removing);
        struct sigaction action = {.sa_handler = remove_and_end, .sa_mask = set_of(signals, count)};
        for (int index = 0; index < count; index++) {
            int number = signals[index];
            // As nohup(1) and a shell have it for what goes on without them.
            if (clinux_is_ignored(number)) continue;
            sigaction(number, NULL, &before_removal[number]);
            sigaction(number, &action, NULL);
            sigaddset(&removing, number);
        }
    }
    pthread_mutex_unlock(&removal);
    return is_free;
}

void clinux_keep_at_end(void) {
    pthread_mutex_lock(&removal);
    for (int number = 1; number < _NSIG; number++)
        if (sigismember(&removing, number) == 1) sigaction(number, &before_removal[number], NULL);
    unfinished[0] = 0;
    pthread_mutex_unlock(&removal);
}

int clinux_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

static struct sigaction before_limit;
static int limited_output, no_output;
static volatile sig_atomic_t seconds_left, has_given_up;

static bool is_end_waiting(void) {
    sigset_t waiting;
    return sigpending(&waiting) == 0 && (sigismember(&waiting, SIGTERM) == 1 ||
                                         sigismember(&waiting, SIGHUP) == 1 ||
                                         sigismember(&waiting, SIGINT) == 1);
}

// It interrupts a write(2) that waits; whoever tries again writes elsewhere, in the end.
static void give_up(int number, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code <= 0) {
        // It is no alarm: somebody has sent it.
        if (before_limit.sa_handler != SIG_IGN) restore_and_crash(number);
    } else if (--seconds_left > 0 && !is_end_waiting()) {
        alarm(1);
    } else {
        has_given_up = dup2(no_output, limited_output) >= 0;
    }
}

void clinux_limit_writes(int output, int nowhere, unsigned seconds) {
    limited_output = output;
    no_output = nowhere;
    has_given_up = 0;
    seconds_left = (int)seconds;
    struct sigaction action = {.sa_sigaction = give_up, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &before_limit);
    alarm(1);
}

bool clinux_unlimit_writes(int kept) {
    alarm(0);
    sigaction(SIGALRM, &before_limit, NULL);
    if (has_given_up) dup2(kept, limited_output);
    return !has_given_up;
}

// Returns true if a variable is meant for one process, and would lead another astray.
static bool is_own(const char *variable) {
    static const char *const names[] = {"CREDENTIALS_DIRECTORY=", "GLIBC_TUNABLES=", "LISTEN_",
                                        "NOTIFY_SOCKET=", "STATE_DIRECTORY=", "WATCHDOG_"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strncmp(variable, names[index], strlen(names[index])) == 0) return true;
    return false;
}

int clinux_spawn(const char *path, char *const *arguments, int descriptor, const char *variable) {
    size_t count = 0;
    while (environ[count] != NULL) count++;
    char **variables = calloc(count + 2, sizeof *variables);
    if (variables == NULL) return ENOMEM;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++)
        if (!is_own(environ[index])) variables[kept++] = environ[index];
    variables[kept] = (char *)variable;

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    // Where both numbers are the same, this takes close-on-exec away, as glibc has it since 2.29.
    posix_spawn_file_actions_adddup2(&actions, descriptor, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // A group of its own: what a terminal sends to this one is not meant for it.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    pid_t process;
    int error = posix_spawn(&process, path, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return error;
}

bool clinux_keeps_to_files(void) {
    // The address of the dynamic linker.
    if (getauxval(AT_BASE) != 0) return false;
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
    return true;
}

bool clinux_is_set_id(void) { return getauxval(AT_SECURE) != 0; }

void clinux_keep_to_one_arena(void) { mallopt(M_ARENA_MAX, 1); }

void clinux_give_back_large(void) {
    // To set it is what ends its adjustment; the number is that of the beginning.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}

_Static_assert(EPOLLIN == 0x001 && EPOLLOUT == 0x004 && EPOLLHUP == 0x010 &&
                   EPOLLET == 0x80000000, "the header has these as numbers");

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

void clinux_epoll_remove(int epoll, int descriptor) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int clinux_epoll_ready(int epoll, clinux_ready *ready, int count, bool is_waiting) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, count < 64 ? count : 64, is_waiting ? -1 : 0);
    for (int index = 0; index < found; index++) {
        ready[index].number = (int64_t)events[index].data.u64;
        ready[index].events = events[index].events;
        ready[index].is_over = (events[index].events & (EPOLLERR | EPOLLHUP)) != 0;
    }
    return found;
}

int clinux_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Returns true if one of the first variables has the name of this one.
static bool is_given(char *const *variables, const char *variable) {
    size_t length = strcspn(variable, "=") + 1;
    for (size_t index = 0; variables[index] != NULL; index++)
        if (strncmp(variables[index], variable, length) == 0) return true;
    return false;
}

static int spawn_with(char *const *arguments, char *const *variables, const int *streams,
                      bool leads_group, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Where both numbers are the same, this takes close-on-exec away, as glibc has it since 2.29.
    for (int number = 0; number < 3; number++)
        posix_spawn_file_actions_adddup2(&actions, streams[number], number);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, pipes;
    sigemptyset(&none);
    sigemptyset(&pipes);
    // This process ignores it, and a program expects to end by it.
    sigaddset(&pipes, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &pipes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              (leads_group ? POSIX_SPAWN_SETPGROUP : 0));
    int error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int clinux_spawn_program(char *const *arguments, char *const *variables, int input, int output,
                         int errors, bool leads_group, pid_t *process) {
    size_t own = 0, given = 0;
    while (environ[own] != NULL) own++;
    while (variables[given] != NULL) given++;
    char **all = calloc(own + given + 1, sizeof *all);
    if (all == NULL) return ENOMEM;
    memcpy(all, variables, given * sizeof *all);
    for (size_t index = 0; index < own; index++)
        if (!is_given(variables, environ[index])) all[given++] = environ[index];
    const int streams[] = {input, output, errors};
    int error = spawn_with(arguments, all, streams, leads_group, process);
    free(all);
    return error;
}

bool clinux_has_ended(pid_t process) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process;
}

int clinux_process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

void clinux_forbid_inspection(void) { prctl(PR_SET_DUMPABLE, 0L); }

int clinux_memory_file(void) { return memfd_create("gatherd", MFD_CLOEXEC); }

static int end_event = -1;
static volatile sig_atomic_t end_patience;
static char end_message[128];
static size_t end_message_count;

// Nothing here but what signal-safety(7) lists, and poll(2), which is a system call and no more.
static void end_at_once(int number) {
    (void)number;
    // Standard error may be a pipe that nobody reads.
    struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&room, 1, 0) > 0 && write(STDERR_FILENO, end_message, end_message_count) < 0) {}
    _exit(1);
}

static void note_end(int number) {
    (void)number;
    int before = errno;
    // Asked again and again, it must not get more time for it.
    if (end_patience > 0) alarm((unsigned)end_patience);
    end_patience = 0;
    uint64_t one = 1;
    if (write(end_event, &one, sizeof one) < 0) {}
    errno = before;
}

int clinux_ends_open(const int *signals, int count, unsigned seconds, const char *message) {
    end_event = eventfd(0, EFD_CLOEXEC);
    if (end_event < 0) return -1;
    end_patience = (sig_atomic_t)seconds;
    end_message_count = strnlen(message, sizeof end_message);
    memcpy(end_message, message, end_message_count);
    sigset_t set = set_of(signals, count);
    sigaddset(&set, SIGALRM);
    struct sigaction late = {.sa_handler = end_at_once};
    sigfillset(&late.sa_mask);
    sigaction(SIGALRM, &late, NULL);
    struct sigaction end = {.sa_handler = note_end, .sa_flags = SA_RESTART};
    sigemptyset(&end.sa_mask);
    for (int index = 0; index < count; index++) sigaction(signals[index], &end, NULL);
    // Whoever started this process may have held them back.
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return end_event;
}

static void *wait_for(void *mutex) {
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int clinux_make_threads(int count) {
    // Stacks of our own, for the C library keeps its own for later.
    const size_t room = 1024 * 1024;
    const size_t size = room * (size_t)count;
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    char *stacks = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    int made = 0;
    if (threads != NULL && stacks != MAP_FAILED) {
        pthread_mutex_t together = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&together);
        for (; made < count; made++) {
            pthread_attr_t attributes;
            pthread_attr_init(&attributes);
            pthread_attr_setstack(&attributes, stacks + room * (size_t)made, room);
            int error = pthread_create(&threads[made], &attributes, wait_for, &together);
            pthread_attr_destroy(&attributes);
            if (error != 0) break;
        }
        pthread_mutex_unlock(&together);
        for (int index = 0; index < made; index++) pthread_join(threads[index], NULL);
    }
    if (stacks != MAP_FAILED) munmap(stacks, size);
    free(threads);
    return made;
}

bool clinux_has_peer(int socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    return getpeername(socket, (struct sockaddr *)&address, &length) == 0;
}
