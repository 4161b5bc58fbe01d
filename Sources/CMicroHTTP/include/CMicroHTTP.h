#pragma once
#if !__has_include(<microhttpd.h>)
#error "libmicrohttpd is missing: apt-get install libmicrohttpd-dev"
#endif
#include <microhttpd.h>
#include <stdbool.h>
#include <sys/socket.h>

// libmicrohttpd, opened on first use, in plain functions: Swift cannot call the variadic ones.

/// Opens libmicrohttpd (Debian's libmicrohttpd12), once for the process and from any thread. False if it is missing or
/// too old. Nothing else here that takes one of its types may be called before this has returned true.
bool lab_open_library(void);

/// Copies the loader's message why the library could not be opened.
void lab_open_failure(char *text, size_t capacity);

typedef void *(*lab_request_began)(void *context, const char *uri, struct MHD_Connection *connection);

/// A daemon without threads of its own that listens on `address`; NULL with `errno` set when it cannot.
struct MHD_Daemon *lab_start_daemon(
    const struct sockaddr *address, unsigned int connections, MHD_AccessHandlerCallback answer,
    lab_request_began began, MHD_RequestCompletedCallback ended, void *context);

void lab_run(struct MHD_Daemon *daemon);

/// Clients that are connected.
unsigned int lab_connections(struct MHD_Daemon *daemon);
void lab_stop_daemon(struct MHD_Daemon *daemon);
int lab_epoll_descriptor(struct MHD_Daemon *daemon);
unsigned int lab_port(struct MHD_Daemon *daemon);

/// Whether the library wants to run without any socket being ready, and after how many milliseconds.
bool lab_has_timeout(struct MHD_Daemon *daemon, unsigned long long *milliseconds);

int lab_socket(struct MHD_Connection *connection);
void lab_suspend(struct MHD_Connection *connection);
void lab_resume(struct MHD_Connection *connection);

/// Hands every header of the request to `each`.
void lab_read_headers(struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context);

struct MHD_Response *lab_make_response(
    uint64_t size, size_t block, MHD_ContentReaderCallback reader, void *context);
void lab_add_header(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result lab_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
void lab_release_response(struct MHD_Response *response);

/// Makes a response of unknown size claim `length` bytes, whatever follows. The connection is closed after it: bytes
/// beyond the claim would be taken for the next answer.
void lab_claim_length(struct MHD_Response *response, const char *length);

// What the kernel offers.

/// Returns the number of bytes that the peer has not acknowledged; 0 if it is unknown.
int lab_unacknowledged_bytes(int socket);

/// Drops the connection with a TCP reset, at once.
void lab_reset(int socket);

int lab_make_wake_descriptor(void);
