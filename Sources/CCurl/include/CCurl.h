#pragma once
#include <curl/curl.h>
#include <stdbool.h>

/// Opens libcurl (Debian's libcurl4) and sets it up, once for the process and from any thread. False if it is missing or
/// too old. Nothing else here may be called before this has returned true.
bool ccurl_open(void);

/// Copies why the library could not be opened, in the loader's words.
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
/// Sleeps until a socket or a wake-up, or for so long.
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
void ccurl_multi_wakeup(CURLM *multi);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

/// Cookies in memory that several easy handles of one thread share, or NULL when there is no memory.
CURLSH *ccurl_cookie_jar(void);
void ccurl_cookie_jar_free(CURLSH *share);

// Swift cannot call variadic functions, so every setopt and getinfo gets one typed door here.

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

/// Opens the sockets of `handle` so that no program inherits them that somebody starts: a connection is over when it is
/// closed here.
CURLcode ccurl_set_private_sockets(CURL *handle);

/// Which lack of descriptors or memory left the calling thread without a socket since the last call, an errno; 0: none.
int ccurl_take_socket_error(void);

/// Why no file can be opened now, an errno; 0 if one can. A resolver that could not does not say so.
int ccurl_descriptor_error(void);

/// Lets a handle be removed while a name is being resolved without waiting for the resolver (curl 7.87 and later).
CURLcode ccurl_set_quick_exit(CURL *handle);

/// Whatever of Basic, Digest and NTLM the server asks for; Swift does not see the macro.
long ccurl_any_authentication(void);

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

/// The value, or 0 where libcurl has none.
long ccurl_get_long(CURL *handle, CURLINFO info);
curl_off_t ccurl_get_offset(CURL *handle, CURLINFO info);

/// The context given to `ccurl_set_pointer(handle, CURLOPT_PRIVATE, context)`, or NULL.
void *ccurl_get_private(CURL *handle);

/// Takes the next finished transfer off the multi handle. Returns its easy handle, or NULL when there is none.
CURL *ccurl_next_done(CURLM *multi, CURLcode *result);

/// `CURLUPART_URL` and `CURLUPART_HOST` in ASCII (international names as punycode), whatever the locale of the
/// process is: the conversion reads the name as UTF-8. The caller frees the result with `curl_free`.
CURLUcode ccurl_url_get_ascii(CURLU *url, CURLUPart part, char **text);
