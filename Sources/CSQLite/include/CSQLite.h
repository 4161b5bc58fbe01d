#pragma once

#if !__has_include(<sqlite3.h>)
#error "SQLite is missing: apt-get install libsqlite3-dev"
#endif
#include <sqlite3.h>

/// Reads the first bytes of a connection's file from the disk, and the file's size, through SQLite's descriptor,
/// without a lock and without log or journal. Missing bytes are zeros. Returns a result code of SQLite.
int csqlite_read_header(sqlite3 *database, unsigned char *bytes, int count, sqlite3_int64 *size);

/// Returns the errno behind an error of a connection, 0 if unknown: SQLite's, which is 0 after a failed commit, else
/// the last error of its log or journal, or of the file.
int csqlite_system_error(sqlite3 *database);
