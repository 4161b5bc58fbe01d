#include "CMicroHTTP.h"

#include <linux/sockios.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

// MARK: - The library

// Most runs of the program start no server: the library and the TLS that it brings are loaded by the first one.
#define FUNCTIONS(use)                                                                                                 \
    use(start_daemon) use(stop_daemon) use(run) use(get_timeout) use(get_daemon_info)                                  \
    use(get_connection_info) use(get_connection_values) use(suspend_connection) use(resume_connection)                 \
    use(create_response_from_callback) use(set_response_options) use(add_response_header) use(queue_response)          \
    use(destroy_response)

#define LIBRARY "libmicrohttpd.so.12"
#define FULL(name) MHD_##name
#define PREPARE true
#include "../CSystem/OpenedLibrary.h"

bool lab_open_library(void) { return open_library(); }
void lab_open_failure(char *text, size_t capacity) { copy_open_failure(text, capacity); }

// MARK: - Daemon

struct MHD_Daemon *lab_start_daemon(
    const struct sockaddr *address, unsigned int connections, MHD_AccessHandlerCallback answer,
    lab_request_began began, MHD_RequestCompletedCallback ended, void *context) {
    return lib.start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, context,
        MHD_OPTION_SOCK_ADDR, address,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
        MHD_OPTION_URI_LOG_CALLBACK, began, context,
        MHD_OPTION_NOTIFY_COMPLETED, ended, context,
        // Each parameter of a query takes some of it; a request that it is too small for is never answered.
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)1 << 20,
        MHD_OPTION_END);
}

void lab_run(struct MHD_Daemon *daemon) { lib.run(daemon); }

void lab_stop_daemon(struct MHD_Daemon *daemon) {
    // Closing alone would leave the port open while another process has a copy of the socket, such as a program that
    // another thread is starting.
    const union MHD_DaemonInfo *info = lib.get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
    if (info) shutdown(info->listen_fd, SHUT_RDWR);
    lib.stop_daemon(daemon);
}

int lab_epoll_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = lib.get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

unsigned int lab_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = lib.get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

unsigned int lab_connections(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = lib.get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

bool lab_has_timeout(struct MHD_Daemon *daemon, unsigned long long *milliseconds) {
    return lib.get_timeout(daemon, milliseconds) == MHD_YES;
}

// MARK: - Connections

int lab_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = lib.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

void lab_suspend(struct MHD_Connection *connection) { lib.suspend_connection(connection); }
void lab_resume(struct MHD_Connection *connection) { lib.resume_connection(connection); }

void lab_read_headers(struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
    lib.get_connection_values(connection, MHD_HEADER_KIND, each, context);
}

// MARK: - Responses

struct MHD_Response *lab_make_response(
    uint64_t size, size_t block, MHD_ContentReaderCallback reader, void *context) {
    return lib.create_response_from_callback(size, block, reader, context, NULL);
}

void lab_add_header(struct MHD_Response *response, const char *name, const char *value) {
    lib.add_response_header(response, name, value);
}

enum MHD_Result lab_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return lib.queue_response(connection, status, response);
}

void lab_release_response(struct MHD_Response *response) { lib.destroy_response(response); }

void lab_claim_length(struct MHD_Response *response, const char *length) {
    lib.set_response_options(
        response, MHD_RF_INSANITY_HEADER_CONTENT_LENGTH | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    lib.add_response_header(response, MHD_HTTP_HEADER_CONTENT_LENGTH, length);
}

// MARK: - The kernel

int lab_unacknowledged_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

void lab_reset(int socket) {
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    connect(socket, &nobody, sizeof nobody);
}

int lab_make_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
