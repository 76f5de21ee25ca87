// What the Glibc module of Swift does not have, for LinuxIO alone.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC; -1 and errno on an error.
int clinux_accept(int listener);

// socket(2) of AF_UNIX and SOCK_STREAM, close-on-exec; -1 and errno on an error.
int clinux_stream_socket(bool nonblocking);

// The uid of the peer by SO_PEERCRED, unix(7); -1 and errno on an error.
int clinux_peer_uid(int socket, uid_t *uid);

// Whether the peer of a stream socket has closed both directions (POLLHUP), not only its writing.
bool clinux_is_hung_up(int socket);

// A clock of clock_gettime(2) in nanoseconds: CLOCK_BOOTTIME or CLOCK_REALTIME.
int64_t clinux_boottime_nanoseconds(void);
int64_t clinux_realtime_nanoseconds(void);

// mallopt(3) with M_ARENA_MAX of 1.
void clinux_keep_to_one_arena(void);
