#pragma once
// Swift cannot call variadic functions: what libmicrohttpd and the kernel offer only that way has a plain form here.
#include <linux/sockios.h>
#include <microhttpd.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

typedef void *(*lab_request_began)(void *context, const char *uri, struct MHD_Connection *connection);

/// A daemon without threads of its own that listens on `address`; NULL with `errno` set when it cannot.
static inline struct MHD_Daemon *lab_start_daemon(
    const struct sockaddr *address, unsigned int connections, MHD_AccessHandlerCallback answer,
    lab_request_began began, MHD_RequestCompletedCallback ended, void *context)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, context,
        MHD_OPTION_SOCK_ADDR, address,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
        MHD_OPTION_URI_LOG_CALLBACK, began, context,
        MHD_OPTION_NOTIFY_COMPLETED, ended, context,
        MHD_OPTION_END);
}

static inline int lab_epoll_descriptor(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline unsigned int lab_port(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int lab_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Makes a response of unknown size claim `length` bytes, whatever follows. The connection is closed after it: bytes
/// beyond the claim would be taken for the next answer.
static inline void lab_claim_length(struct MHD_Response *response, const char *length)
{
    MHD_set_response_options(
        response, MHD_RF_INSANITY_HEADER_CONTENT_LENGTH | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_LENGTH, length);
}

/// Bytes that the peer has not acknowledged yet; 0 when the socket cannot tell.
static inline int lab_unacknowledged_bytes(int socket)
{
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

/// Drops the connection with a TCP reset, at once.
static inline void lab_reset(int socket)
{
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    connect(socket, &nobody, sizeof nobody);
}

static inline int lab_make_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
