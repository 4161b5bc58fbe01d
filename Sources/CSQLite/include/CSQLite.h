#pragma once

#include <sqlite3.h>

/// Reads the first bytes of a connection's file as they are on the disk, and the file's size, through the descriptor of
/// SQLite but without its help: no lock is taken and no log or journal looked at. What is missing is zeros. A code of
/// SQLite's.
int csqlite_read_header(sqlite3 *database, unsigned char *bytes, int count, sqlite3_int64 *size);

/// The errno behind an error of a connection's files, 0 if none is known: what SQLite tells, which is nothing where a commit
/// failed, else the last error of its log or journal, or of the file.
int csqlite_system_error(sqlite3 *database);
