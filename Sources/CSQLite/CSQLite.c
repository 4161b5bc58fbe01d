#include "CSQLite.h"

#include <stddef.h>

// The rest is in the library. A target in C, and no module map alone, so that a release build can contain the archive.

int csqlite_read_header(sqlite3 *database, unsigned char *bytes, int count, sqlite3_int64 *size) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    if (file == NULL || file->pMethods == NULL) return SQLITE_CANTOPEN;
    code = file->pMethods->xFileSize(file, size);
    if (code != SQLITE_OK) return code;
    code = file->pMethods->xRead(file, bytes, count, 0);
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static int last_errno_of(sqlite3 *database, int which) {
    sqlite3_file *file = NULL;
    int code = 0;
    if (sqlite3_file_control(database, "main", which, &file) != SQLITE_OK || file == NULL || file->pMethods == NULL)
        return 0;
    return file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK ? code : 0;
}

int csqlite_system_error(sqlite3 *database) {
    int code = sqlite3_system_errno(database);
    if (code == 0) code = last_errno_of(database, SQLITE_FCNTL_JOURNAL_POINTER);
    return code != 0 ? code : last_errno_of(database, SQLITE_FCNTL_FILE_POINTER);
}
