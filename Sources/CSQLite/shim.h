#pragma once

#include <sqlite3.h>

// A macro with a cast, which Swift does not import: SQLite makes its own copy of the bytes.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
