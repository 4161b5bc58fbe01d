#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl is missing: apt-get install libcurl4-openssl-dev"
#endif
#include <curl/curl.h>
#include <stdbool.h>

/// Opens and initializes libcurl (Debian's libcurl4), once for the process and from any thread. Returns false if it is
/// missing or too old. No other function here may be called before this has returned true.
bool ccurl_open(void);

/// Copies the loader's reason why the library could not be opened.
void ccurl_open_failure(char *text, size_t capacity);

void ccurl_free(void *memory);
struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text);
void ccurl_list_free(struct curl_slist *list);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *handle);
void ccurl_easy_reset(CURL *handle);
const char *ccurl_message(CURLcode code);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *handle);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *handle);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
/// Sleeps until a socket is ready, a wake-up, or the timeout.
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
void ccurl_multi_wakeup(CURLM *multi);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/// Creates a cookie jar in memory for several easy handles of one thread, or returns NULL when there is no memory.
CURLSH *ccurl_cookie_jar(void);
void ccurl_cookie_jar_free(CURLSH *share);

// Swift cannot call variadic functions, so there is one typed function here for every setopt and getinfo.

typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);

/// Routes header lines and body bytes of `handle` to two functions that share one context.
CURLcode ccurl_set_receivers(CURL *handle, ccurl_receive header, ccurl_receive body, void *context);

typedef int (*ccurl_ready)(void *context, char *peer, char *self, int peer_port, int self_port);

/// Calls `ready` when `handle` has a connection, new or reused, before the request is sent (curl 7.80 and later).
CURLcode ccurl_set_ready(CURL *handle, ccurl_ready ready, void *context);

/// Opens a socket with close-on-exec, so that child processes do not inherit it: a connection ends when it is closed
/// here. Returns CURL_SOCKET_BAD on failure.
curl_socket_t ccurl_private_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address);

/// Opens all sockets of `handle` with `open`, which is `ccurl_private_socket` or calls it.
CURLcode ccurl_set_socket_opener(CURL *handle, curl_opensocket_callback open, void *context);

/// Copies the bytes of an IPv4 or IPv6 address in network order. Returns their number, 4 or 16; 0 for other families.
size_t ccurl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]);

/// Returns and clears the errno of the calling thread's last failure to create a socket for lack of descriptors or
/// memory; 0 if there was none.
int ccurl_take_socket_error(void);

/// Returns the errno of an attempt to open a file now; 0 if it succeeds. A resolver that fails for this reason does not
/// say so.
int ccurl_descriptor_error(void);

/// Allows a handle to be removed while a name is being resolved, without waiting for the resolver (curl 7.87 and
/// later).
CURLcode ccurl_set_quick_exit(CURL *handle);

/// Returns CURLAUTH_ANY: whichever of Basic, Digest and NTLM the server requests. Swift does not import the macro.
long ccurl_any_authentication(void);

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

/// Returns the value, or 0 if libcurl has none.
long ccurl_get_long(CURL *handle, CURLINFO info);
curl_off_t ccurl_get_offset(CURL *handle, CURLINFO info);
/// Returns the text, which is valid until the handle is used again, or NULL.
const char *ccurl_get_text(CURL *handle, CURLINFO info);

/// Returns the context given to `ccurl_set_pointer(handle, CURLOPT_PRIVATE, context)`, or NULL.
void *ccurl_get_private(CURL *handle);

/// Removes the next finished transfer from the queue of results. Returns its easy handle, or NULL when there is none.
CURL *ccurl_next_done(CURLM *multi, CURLcode *result);

/// Returns `CURLUPART_URL` or `CURLUPART_HOST` in ASCII (international names as punycode), whatever the locale of the
/// process is: the conversion reads the name as UTF-8. The caller frees the result with `curl_free`.
CURLUcode ccurl_url_get_ascii(CURLU *url, CURLUPart part, char **text);
