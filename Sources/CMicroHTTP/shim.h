#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// The enums of MHD are closed to Swift and its functions variadic, so this has what is used of them,
// with bool for MHD_Result.

// The settings of a daemon. The key and the certificate are in PEM, or null for plain HTTP.
typedef struct cmicrohttp_settings {
    size_t connection_bytes;
    unsigned connections;
    unsigned timeout_seconds;
    const char *key;
    const char *certificate;
} cmicrohttp_settings;

// The callbacks: of each part of a request, of its end, of each connection's end. `state` belongs to
// the request.
typedef bool (*cmicrohttp_handle)(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *upload, size_t *upload_size,
                                  void **state);
typedef void (*cmicrohttp_finish)(void *context, void **state);
typedef void (*cmicrohttp_close)(void *context, int socket);

typedef struct cmicrohttp_callbacks {
    void *context;
    cmicrohttp_handle handle;
    cmicrohttp_finish finish;
    cmicrohttp_close close;
} cmicrohttp_callbacks;

static inline enum MHD_Result cmicrohttp_on_part(void *cls, struct MHD_Connection *connection,
                                                 const char *path, const char *method,
                                                 const char *version, const char *upload,
                                                 size_t *upload_size, void **state) {
    const cmicrohttp_callbacks *callbacks = (const cmicrohttp_callbacks *)cls;
    (void)version;
    return callbacks->handle(callbacks->context, connection, path, method, upload, upload_size, state)
               ? MHD_YES
               : MHD_NO;
}

static inline void cmicrohttp_on_end(void *cls, struct MHD_Connection *connection, void **state,
                                     enum MHD_RequestTerminationCode code) {
    const cmicrohttp_callbacks *callbacks = (const cmicrohttp_callbacks *)cls;
    (void)connection;
    (void)code;
    callbacks->finish(callbacks->context, state);
}

static inline int cmicrohttp_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

static inline void cmicrohttp_on_connection(void *cls, struct MHD_Connection *connection,
                                            void **socket_state,
                                            enum MHD_ConnectionNotificationCode code) {
    const cmicrohttp_callbacks *callbacks = (const cmicrohttp_callbacks *)cls;
    (void)socket_state;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED)
        callbacks->close(callbacks->context, cmicrohttp_socket(connection));
}

// Its messages are for who develops a server.
static inline void cmicrohttp_ignore(void *cls, const char *format, va_list arguments) {
    (void)cls;
    (void)format;
    (void)arguments;
}

// Unescapes a path or an argument. An escaped zero byte would end it early, so that others would be
// read of it than were sent: it becomes another control character.
static inline size_t cmicrohttp_unescape(void *cls, struct MHD_Connection *connection, char *text) {
    (void)cls;
    (void)connection;
    for (char *zero = strstr(text, "%00"); zero; zero = strstr(zero, "%00")) zero[2] = '1';
    return MHD_http_unescape(text);
}

// Starts a daemon that accepts nothing by itself and polls nothing: its epoll(7) descriptor is
// polled by the caller. `callbacks` has to outlive it. Null if it cannot be started.
static inline struct MHD_Daemon *cmicrohttp_start(const cmicrohttp_settings *settings,
                                                  cmicrohttp_callbacks *callbacks) {
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET |
                     MHD_USE_ERROR_LOG;
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        // TLS 1.1 and older are given up, RFC 8996.
        {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    if (settings->key) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, cmicrohttp_on_part, callbacks,
        // The first of all, so that it gets what the others have to say.
        MHD_OPTION_EXTERNAL_LOGGER, cmicrohttp_ignore, NULL,
        MHD_OPTION_UNESCAPE_CALLBACK, cmicrohttp_unescape, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, cmicrohttp_on_end, callbacks,
        MHD_OPTION_NOTIFY_CONNECTION, cmicrohttp_on_connection, callbacks,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_bytes,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->timeout_seconds,
        MHD_OPTION_ARRAY, settings->key ? secure : plain, MHD_OPTION_END);
}

static inline int cmicrohttp_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? (int)info->epoll_fd : -1;
}

// Milliseconds until it has to be run again; negative for no limit.
static inline int64_t cmicrohttp_timeout(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
    return milliseconds > INT32_MAX ? INT32_MAX : (int64_t)milliseconds;
}

static inline void cmicrohttp_run(struct MHD_Daemon *daemon) { (void)MHD_run(daemon); }

// Takes over a connected socket, which it closes also where this fails.
static inline bool cmicrohttp_add(struct MHD_Daemon *daemon, int socket,
                                  const struct sockaddr *address, socklen_t length) {
    return MHD_add_connection(daemon, socket, address, length) == MHD_YES;
}

static inline const char *cmicrohttp_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

typedef struct cmicrohttp_last {
    const char *name;
    const char *value;
} cmicrohttp_last;

static inline enum MHD_Result cmicrohttp_on_header(void *cls, enum MHD_ValueKind kind,
                                                   const char *name, const char *value) {
    cmicrohttp_last *last = (cmicrohttp_last *)cls;
    (void)kind;
    if (strcasecmp(name, last->name) == 0) last->value = value;
    return MHD_YES;
}

// The value of the last header with a name; null if there is none.
static inline const char *cmicrohttp_last_header(struct MHD_Connection *connection,
                                                 const char *name) {
    cmicrohttp_last last = {name, NULL};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, cmicrohttp_on_header, &last);
    return last.value;
}

// The length of the head of the request.
static inline size_t cmicrohttp_head_bytes(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

typedef void (*cmicrohttp_visit)(void *context, const char *name, const char *value);

typedef struct cmicrohttp_visitor {
    void *context;
    cmicrohttp_visit visit;
} cmicrohttp_visitor;

static inline enum MHD_Result cmicrohttp_on_value(void *cls, enum MHD_ValueKind kind, const char *name,
                                                  const char *value) {
    const cmicrohttp_visitor *visitor = (const cmicrohttp_visitor *)cls;
    (void)kind;
    visitor->visit(visitor->context, name, value ? value : "");
    return MHD_YES;
}

// Visits the arguments of the request's query.
static inline void cmicrohttp_arguments(struct MHD_Connection *connection, void *context,
                                        cmicrohttp_visit visit) {
    cmicrohttp_visitor visitor = {context, visit};
    (void)MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, cmicrohttp_on_value, &visitor);
}

// A response of bytes that are copied, or that stay where they are for good.
static inline struct MHD_Response *cmicrohttp_response(const void *bytes, size_t count, bool is_kept) {
    return MHD_create_response_from_buffer(count, (void *)bytes,
                                           is_kept ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
}

// A response without an end. `read` fills a buffer, or suspends the connection and gives 0; `release`
// is called once nothing refers to the response.
static inline struct MHD_Response *cmicrohttp_stream(MHD_ContentReaderCallback read, void *context,
                                                     MHD_ContentReaderFreeCallback release) {
    // Chunks are made in the memory of the connection, and use none of these bytes.
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 128, read, context, release);
}

static inline bool cmicrohttp_add_header(struct MHD_Response *response, const char *name,
                                         const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

static inline bool cmicrohttp_queue(struct MHD_Connection *connection, unsigned status,
                                    struct MHD_Response *response) {
    return MHD_queue_response(connection, status, response) == MHD_YES;
}

// The result with which the reader of a stream ends it.
static inline ssize_t cmicrohttp_stream_failure(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
