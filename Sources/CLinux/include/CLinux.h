// What the Glibc module of Swift does not have, for LinuxIO alone.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

// accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC; -1 and errno on an error.
int clinux_accept(int listener);

// socket(2) of AF_UNIX and SOCK_STREAM, close-on-exec; -1 and errno on an error.
int clinux_stream_socket(bool nonblocking);

// The uid of the peer by SO_PEERCRED, unix(7); -1 and errno on an error.
int clinux_peer_uid(int socket, uid_t *uid);

// Returns 1 if the peer's user or supplementary groups had this one at the time of connecting, by
// SO_PEERCRED and SO_PEERGROUPS, unix(7), else 0; -1 and errno on an error.
int clinux_peer_is_in_group(int socket, gid_t group);

// Returns true if the peer of a stream socket has closed both directions (POLLHUP), not only its
// writing.
bool clinux_is_hung_up(int socket);

// A clock of clock_gettime(2) in nanoseconds: CLOCK_BOOTTIME or CLOCK_REALTIME.
int64_t clinux_boottime_nanoseconds(void);
int64_t clinux_realtime_nanoseconds(void);

// A timer of timerfd_create(2) on CLOCK_BOOTTIME that is read to wait; -1 and errno on an error.
int clinux_timer_create(void);

// Sets a timer to a time that is not negative, instead of what it was set to; to 0 for never.
void clinux_timer_set(int timer, int64_t nanoseconds);

// A non-blocking timer of timerfd_create(2) that is readable, with ECANCELED, whenever CLOCK_REALTIME
// has been set; -1 and errno on an error.
int clinux_wall_watch_create(void);

// Returns true if the kernel's clock is marked as synchronised, adjtimex(2).
bool clinux_is_clock_synchronized(void);

// Returns true if the program has rights that its caller may not have, getauxval(3) with AT_SECURE.
bool clinux_is_set_id(void);

// Looks users and groups up in the files alone from here on, where there is no dynamic linker to load
// other modules of nsswitch.conf(5) with; returns true if it is so.
bool clinux_keeps_to_files(void);

// mallopt(3) with M_MMAP_THRESHOLD of 128 KiB, for good.
void clinux_give_back_large(void);

// mallopt(3) with M_ARENA_MAX of 1.
void clinux_keep_to_one_arena(void);

// A descriptor that is readable when one of these signals has come, signalfd(2); they are blocked in
// this thread from here on. -1 and errno on an error.
int clinux_signals_open(const int *signals, int count);

// The number of a signal that has come, or -1 and errno.
int clinux_signals_read(int descriptor);

// Returns true if a signal is ignored, as nohup(1) and a shell's background have it.
bool clinux_is_ignored(int signal);

// Lets signals through again in this thread.
void clinux_signals_unblock(const int *signals, int count);

// From here on, every signal that ends the process, of a crash or not, and that is not ignored,
// gives a terminal back before it does what it does by itself: it writes the bytes, at most 256, and
// sets the modes.
void clinux_guard_terminal(int terminal, const struct termios *modes, const void *bytes, size_t count);

// Lets crashes take their course again.
void clinux_unguard_terminal(void);

// From here on, until clinux_keep_at_end, these signals remove a file before they do what they do
// otherwise, unless they are ignored. One at a time: false, and nothing, if there is one already.
bool clinux_remove_at_end(const char *path, const int *signals, int count);

// Has the signals leave the file alone again.
void clinux_keep_at_end(void);

// dup(2), close-on-exec; -1 and errno on an error.
int clinux_duplicate(int descriptor);

// From here on, until clinux_unlimit_writes, what is written to `output` is waited for at most so
// many seconds in all, and about one if a signal that is held back would end the process: then the
// rest of it goes to `nowhere`. One at a time; it takes SIGALRM.
void clinux_limit_writes(int output, int nowhere, unsigned seconds);

// Has writes go where they went before, of which `kept` is a duplicate. Whether all of them did.
bool clinux_unlimit_writes(int kept);

// Starts a program with a descriptor as its number 3, the only one beside standard output and error,
// and with no variables that were meant for this process alone; `variable` is one more. 0, or an
// errno.
int clinux_spawn(const char *path, char *const *arguments, int descriptor, const char *variable);

// epoll(7), with a number of the caller's for each descriptor; -1 and errno on an error.
static const uint32_t clinux_epoll_readable = 0x001; // EPOLLIN
static const uint32_t clinux_epoll_writable = 0x004; // EPOLLOUT
static const uint32_t clinux_epoll_over = 0x010; // EPOLLHUP
static const uint32_t clinux_epoll_ended = 0x2000; // EPOLLRDHUP
static const uint32_t clinux_epoll_once = 0x80000000; // EPOLLET
int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int descriptor, uint32_t interest, int64_t number);
int clinux_epoll_change(int epoll, int descriptor, uint32_t interest, int64_t number);
void clinux_epoll_remove(int epoll, int descriptor);

// A descriptor that is ready: what for, and whether its peer is gone or it has an error.
typedef struct clinux_ready {
    int64_t number;
    uint32_t events;
    bool is_over;
} clinux_ready;

// Those that are ready, at most `count` and at most 64, where need be after a wait for the first.
int clinux_epoll_ready(int epoll, clinux_ready *ready, int count, bool is_waiting);

// A non-blocking eventfd(2) with a count of 0; -1 and errno on an error.
int clinux_event_create(void);

// The whence of lseek(2) for the next bytes that are on disk, and the next that are not.
static const int clinux_seek_data = 3; // SEEK_DATA
static const int clinux_seek_hole = 4; // SEEK_HOLE

// Starts a program of PATH: `arguments` and `variables`, which come before those of this process,
// each end in a null pointer; the three descriptors become its standard streams. 0, or an errno.
int clinux_spawn_program(char *const *arguments, char *const *variables, int input, int output,
                         int errors, bool leads_group, pid_t *process);

// Returns true if a child has ended; it stays to be waited for.
bool clinux_has_ended(pid_t process);

// A descriptor that is readable when a child has ended, pidfd_open(2), close-on-exec; -1 and errno on
// an error.
int clinux_process_open(pid_t process);

// Has nobody but root look into this process, prctl(2).
void clinux_forbid_inspection(void);

// A file of memfd_create(2), close-on-exec; -1 and errno on an error.
int clinux_memory_file(void);

// From here on, the signals wake who reads the eventfd(2) that is returned, and do no more; but a
// process that has not ended so many seconds after the first of them ends then, with status 1 and
// the message, at most 128 bytes, on standard error; 0 for never. It takes SIGALRM. -1 and errno on an error.
int clinux_ends_open(const int *signals, int count, unsigned seconds, const char *message);

// Makes so many threads at once, and ends them again. How many of them could be made.
int clinux_make_threads(int count);

// Tells of a connection that a socket has, or had until the other end was closed, getpeername(2).
bool clinux_has_peer(int socket);
