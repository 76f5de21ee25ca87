/* Rows of gatherd's database, which the measuring programs copy. */
#ifndef ROWS_H
#define ROWS_H

#include "bench.h"

#include <sqlite3.h>
#include <sys/random.h>

enum { MOST_COLUMNS = 16, ID_CHARACTERS = 32 };

static sqlite3 *database;

static inline void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static inline void execute(const char *sql) {
    check(sqlite3_exec(database, sql, NULL, NULL, NULL));
}

static inline sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

/* The statement that inserts a row of so many columns. */
static inline sqlite3_stmt *prepare_insert(const char *table, int columns) {
    char sql[256];
    int length = snprintf(sql, sizeof sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < columns; i++) {
        length += snprintf(sql + length, sizeof sql - (size_t)length, ",?");
    }
    snprintf(sql + length, sizeof sql - (size_t)length, ")");
    return prepare(sql);
}

static inline void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

/* An ID as gatherctl makes them: 128 random bits in hexadecimal. */
static inline void make_id(char *id) {
    unsigned char bits[ID_CHARACTERS / 2];
    if (getrandom(bits, sizeof bits, 0) != sizeof bits) fail("get random bits");
    for (size_t i = 0; i < sizeof bits; i++) sprintf(id + 2 * i, "%02x", bits[i]);
}

#endif
