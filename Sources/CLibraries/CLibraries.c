#include "CLibraries.h"

#if !__has_include(<curses.h>)
#error "ncurses is missing: apt-get install libncurses-dev"
#endif
#if !__has_include(<gif_lib.h>)
#error "giflib is missing: apt-get install libgif-dev"
#endif
#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#if !__has_include(<sqlite3.h>)
#error "SQLite is missing: apt-get install libsqlite3-dev"
#endif
#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#if !__has_include(<webp/decode.h>)
#error "libwebp is missing: apt-get install libwebp-dev"
#endif
#if !__has_include(<xxhash.h>)
#error "xxHash is missing: apt-get install libxxhash-dev"
#endif

#include <curses.h>
#include <dlfcn.h>
#include <gif_lib.h>
#include <png.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <webp/decode.h>
#include <xxhash.h>

#define TEXT(...) #__VA_ARGS__
#define EXPANDED(...) TEXT(__VA_ARGS__)

static char text[64];
static char failure[256];

static const char *dotted(unsigned major, unsigned minor, unsigned patch) {
    snprintf(text, sizeof text, "%u.%u.%u", major, minor, patch);
    return text;
}

// MARK: - Linked

static const char *curses_own(void) {
    const char *words = curses_version(); // "ncurses 6.4.20221231"
    const char *space = strrchr(words, ' ');
    return space ? space + 1 : words;
}

static const char *jpeg_own(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return EXPANDED(LIBJPEG_TURBO_VERSION);
#else
    return "libjpeg " EXPANDED(JPEG_LIB_VERSION);
#endif
}

static const char *png_own(void) { return png_get_libpng_ver(NULL); }
static const char *gif_own(void) { return dotted(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE); }

static const char *webp_own(void) {
    unsigned version = (unsigned)WebPGetDecoderVersion();
    return dotted(version >> 16, version >> 8 & 0xFF, version & 0xFF);
}

static const char *xxhash_own(void) {
    unsigned version = XXH_versionNumber(); // 801 is 0.8.1
    return dotted(version / 10000, version / 100 % 100, version % 100);
}

// MARK: - Opened on first use

/// A function or variable of a library, which stays open; null, and the loader's reason in `failure`, without either.
static void *found(const char *library, const char *symbol) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    void *result = handle ? dlsym(handle, symbol) : NULL;
    if (result == NULL) snprintf(failure, sizeof failure, "%s", dlerror());
    return result;
}

static const char *webpmux_own(void) {
    int (*version)(void) = (int (*)(void))found("libwebpmux.so.3", "WebPGetMuxVersion");
    if (version == NULL) return NULL;
    unsigned value = (unsigned)version();
    return dotted(value >> 16, value >> 8 & 0xFF, value & 0xFF);
}

static const char *curl_own(void) {
    const char *(*version)(void) = (const char *(*)(void))found("libcurl.so.4", "curl_version");
    if (version == NULL) return NULL;
    const char *words = version(); // "libcurl/7.88.1 OpenSSL/3.0.15 …"
    const char *slash = strchr(words, '/');
    snprintf(text, sizeof text, "%s", slash ? slash + 1 : words);
    text[strcspn(text, " ")] = 0;
    return text;
}

static const char *xml_own(void) {
    const char *const *version = found("libxml2.so.2", "xmlParserVersion"); // "20914" and perhaps more
    if (version == NULL) return NULL;
    unsigned long value = strtoul(*version, NULL, 10);
    return dotted((unsigned)(value / 10000), (unsigned)(value / 100 % 100), (unsigned)(value % 100));
}

static const char *microhttp_own(void) {
    const char *(*version)(void) = (const char *(*)(void))found("libmicrohttpd.so.12", "MHD_get_version");
    return version ? version() : NULL;
}

static const char *lcms_own(void) {
    int (*version)(void) = (int (*)(void))found("liblcms2.so.2", "cmsGetEncodedCMMversion");
    if (version == NULL) return NULL;
    unsigned value = (unsigned)version(); // 2140 is 2.14.0
    return dotted(value / 1000, value / 10 % 100, value % 10);
}

// MARK: - All of them

static const struct {
    const char *name, *package;
    const char *(*version)(void);
    /// The file that the loader opens, for libraries that are opened on first use.
    const char *file;
} libraries[] = {
    {"ncurses", "libncursesw6", curses_own},
    {"libcurl", "libcurl4", curl_own, "libcurl.so.4"},
    {"libjpeg-turbo", "libjpeg62-turbo", jpeg_own},
    {"libpng", "libpng16-16", png_own},
    {"libwebp", "libwebp7", webp_own},
    {"libwebpmux", "libwebpmux3", webpmux_own, "libwebpmux.so.3"},
    {"giflib", "libgif7", gif_own},
    {"SQLite", "libsqlite3-0", sqlite3_libversion},
    {"xxHash", "libxxhash0", xxhash_own},
    {"libxml2", "libxml2", xml_own, "libxml2.so.2"},
    {"libmicrohttpd", "libmicrohttpd12", microhttp_own, "libmicrohttpd.so.12"},
    {"lcms2", "liblcms2-2", lcms_own, "liblcms2.so.2"},
};

int clibraries_count(void) { return (int)(sizeof libraries / sizeof libraries[0]); }

clibraries_library clibraries_read(int index) {
    const char *version = libraries[index].version();
    return (clibraries_library){libraries[index].name, libraries[index].package, version, libraries[index].file, failure};
}
