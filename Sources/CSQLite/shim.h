#pragma once

#include <sqlite3.h>

// Macros with a cast or a shift, which Swift does not import.

// SQLite makes its own copy of the bytes.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static const int CSQLITE_IOERR_SHORT_READ = SQLITE_IOERR_SHORT_READ;

// Sets if the last connection to a database leaves the write-ahead log as it is when it closes.
static inline int csqlite_keep_log_on_close(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}
