#include "CCurl.h"

#include <locale.h>
#include <pthread.h>

// The parentheses keep libcurl's type-checking macros away: they want a constant option.

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}

CURLcode ccurl_set_receivers(CURL *handle, ccurl_receive header, ccurl_receive body, void *context) {
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = (curl_easy_setopt)(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
    return code;
}

CURLcode ccurl_set_ready(CURL *handle, ccurl_ready ready, void *context) {
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, ready);
    if (code == CURLE_OK) code = (curl_easy_setopt)(handle, CURLOPT_PREREQDATA, context);
    return code;
}

CURLcode ccurl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return (curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

long ccurl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    return (curl_easy_getinfo)(handle, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_get_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return (curl_easy_getinfo)(handle, info, &value) == CURLE_OK ? value : 0;
}

void *ccurl_get_private(CURL *handle) {
    char *value = NULL;
    return (curl_easy_getinfo)(handle, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

CURL *ccurl_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
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
    return curl_url_get(url, part, text, flags);
}

// Made once and kept: opening a locale maps files, which costs more than all the rest of a small transfer.
static locale_t utf8;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void open_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

CURLUcode ccurl_url_get_ascii(CURLU *url, CURLUPart part, char **text) {
    // libidn2 reads names in the locale's character set, so this thread lends it UTF-8 for the moment.
    pthread_once(&utf8_once, open_utf8);
    if (utf8 == (locale_t)0) return get_ascii(url, part, text);
    locale_t before = uselocale(utf8);
    CURLUcode code = get_ascii(url, part, text);
    uselocale(before);
    return code;
}
