#include "CCurl.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// MARK: - The library

// libcurl depends on some forty libraries, and loading them takes longer than printing an image. So it is opened by the
// first transfer and not at program start. The types of its functions come from the headers.
#define FUNCTIONS(use)                                                                                                 \
    use(global_init) use(free) use(slist_append) use(slist_free_all)                                                   \
    use(easy_init) use(easy_cleanup) use(easy_reset) use(easy_setopt) use(easy_getinfo) use(easy_strerror)             \
    use(multi_init) use(multi_cleanup) use(multi_setopt) use(multi_add_handle) use(multi_remove_handle)                \
    use(multi_perform) use(multi_poll) use(multi_wakeup) use(multi_info_read)                                          \
    use(share_init) use(share_setopt) use(share_cleanup)                                                               \
    use(url) use(url_cleanup) use(url_get) use(url_set)

#define LIBRARY "libcurl.so.4"
#define FULL(name) curl_##name
#define PREPARE (lib.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
#include "../CSystem/OpenedLibrary.h"

bool ccurl_open(void) { return open_library(); }
void ccurl_open_failure(char *text, size_t capacity) { copy_open_failure(text, capacity); }

// MARK: - Plain calls

void ccurl_free(void *memory) { lib.free(memory); }
struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) { return lib.slist_append(list, text); }
void ccurl_list_free(struct curl_slist *list) { lib.slist_free_all(list); }

CURL *ccurl_easy_init(void) { return lib.easy_init(); }
void ccurl_easy_cleanup(CURL *handle) { lib.easy_cleanup(handle); }
void ccurl_easy_reset(CURL *handle) { lib.easy_reset(handle); }
const char *ccurl_message(CURLcode code) { return lib.easy_strerror(code); }

CURLM *ccurl_multi_init(void) { return lib.multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { lib.multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *handle) { return lib.multi_add_handle(multi, handle); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *handle) { return lib.multi_remove_handle(multi, handle); }
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return lib.multi_perform(multi, running); }
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) { return lib.multi_poll(multi, NULL, 0, milliseconds, NULL); }
void ccurl_multi_wakeup(CURLM *multi) { lib.multi_wakeup(multi); }

CURLU *ccurl_url(void) { return lib.url(); }
void ccurl_url_cleanup(CURLU *url) { lib.url_cleanup(url); }
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return lib.url_set(url, part, text, flags);
}
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return lib.url_get(url, part, text, flags);
}

CURLSH *ccurl_cookie_jar(void) {
    CURLSH *share = lib.share_init();
    if (share == NULL) return NULL;
    if (lib.share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) == CURLSHE_OK) return share;
    lib.share_cleanup(share);
    return NULL;
}

void ccurl_cookie_jar_free(CURLSH *share) { lib.share_cleanup(share); }

long ccurl_any_authentication(void) { return (long)CURLAUTH_ANY; }

// MARK: - Variadic calls

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_receivers(CURL *handle, ccurl_receive header, ccurl_receive body, void *context) {
    CURLcode code = lib.easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = lib.easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = lib.easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = lib.easy_setopt(handle, CURLOPT_WRITEDATA, context);
    return code;
}

CURLcode ccurl_set_ready(CURL *handle, ccurl_ready ready, void *context) {
    CURLcode code = lib.easy_setopt(handle, CURLOPT_PREREQFUNCTION, ready);
    if (code == CURLE_OK) code = lib.easy_setopt(handle, CURLOPT_PREREQDATA, context);
    return code;
}

// libcurl does not report that a socket could not be created for lack of descriptors or memory.
static _Thread_local int socket_error;

curl_socket_t ccurl_private_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    int opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    // An address family that this machine does not support says nothing about the others.
    if (opened < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) socket_error = errno;
    return opened;
}

int ccurl_take_socket_error(void) {
    int code = socket_error;
    socket_error = 0;
    return code;
}

int ccurl_descriptor_error(void) {
    int copy = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (copy < 0) return errno;
    close(copy);
    return 0;
}

CURLcode ccurl_set_socket_opener(CURL *handle, curl_opensocket_callback open, void *context) {
    CURLcode code = lib.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    if (code == CURLE_OK) code = lib.easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    return code;
}

size_t ccurl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    // libcurl allocates `addrlen` bytes for `addr`, whatever the size of its type.
    const char *data = (const char *)address + offsetof(struct curl_sockaddr, addr);
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        memcpy(bytes, data + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        memcpy(bytes, data + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

CURLcode ccurl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return lib.easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return lib.multi_setopt(multi, option, value);
}

long ccurl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    return lib.easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_get_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return lib.easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

const char *ccurl_get_text(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return lib.easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

void *ccurl_get_private(CURL *handle) {
    char *value = NULL;
    return lib.easy_getinfo(handle, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

CURL *ccurl_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = lib.multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

static CURLUcode get_ascii(CURLU *url, CURLUPart part, char **text) {
    unsigned int flags = CURLU_NO_DEFAULT_PORT;
#ifdef CURLU_PUNYCODE
    flags |= CURLU_PUNYCODE;
#endif
    return lib.url_get(url, part, text, flags);
}

// Created once and kept: opening a locale maps files, which costs more than all the rest of a small transfer.
static locale_t utf8;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void open_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

CURLUcode ccurl_url_get_ascii(CURLU *url, CURLUPart part, char **text) {
    // libidn2 reads names in the locale's character set, so this thread uses a UTF-8 locale for the call.
    pthread_once(&utf8_once, open_utf8);
    if (utf8 == (locale_t)0) return get_ascii(url, part, text);
    locale_t before = uselocale(utf8);
    CURLUcode code = get_ascii(url, part, text);
    uselocale(before);
    return code;
}
