/* fill DATABASE gathers | events COUNT
 *
 * Makes a database of gatherd's as long as years would, which no gatherd has open. The rows are
 * copies with the checksums and the hashes that gatherd gives them:
 *
 * gathers: so many more of its gathers, one after the other and again, each with all events, what
 *     its players did in it, and an ID of its own.
 * events: so many more of the newest two events and requests, a goal and one taken back. */
#include "rows.h"

#include <nettle/sha2.h>
#include <stdint.h>

enum { MOST_ROWS = 64, UUID_CHARACTERS = 36, CHAIN = 9 };

/* The columns of an event in the order of its checksum, to which it belongs with its hash. */
#define EVENTS "gather, number, step, kind, details, wall, boottime, boot, uid, chain, checksum"

struct value {
    int type;
    sqlite3_int64 integer;
    char *text;
    size_t length;
};

/* Rows of a table, of which the checksum is the last column. */
struct rows {
    sqlite3_stmt *insert;
    int count, columns;
    struct value value[MOST_ROWS][MOST_COLUMNS];
};

static struct value value_of(sqlite3_stmt *statement, int column) {
    struct value value = {.type = sqlite3_column_type(statement, column)};
    value.integer = sqlite3_column_int64(statement, column);
    if (value.type == SQLITE_TEXT) {
        value.text = strdup((const char *)sqlite3_column_text(statement, column));
        value.length = strlen(value.text);
    } else if (value.type == SQLITE_BLOB) {
        value.length = (size_t)sqlite3_column_bytes(statement, column);
        value.text = malloc(value.length);
        memcpy(value.text, sqlite3_column_blob(statement, column), value.length);
    }
    return value;
}

/* The rows that a query gives, for a table; there may be none. */
static struct rows *rows_by(const char *table, const char *sql) {
    struct rows *rows = calloc(1, sizeof *rows);
    sqlite3_stmt *statement = prepare(sql);
    rows->columns = sqlite3_column_count(statement);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && rows->count < MOST_ROWS) {
        for (int i = 0; i < rows->columns; i++) {
            rows->value[rows->count][i] = value_of(statement, i);
        }
        rows->count++;
    }
    if (code != SQLITE_DONE) {
        fprintf(stderr, "there are too many rows to copy in %s\n", table);
        exit(1);
    }
    check(sqlite3_finalize(statement));
    rows->insert = prepare_insert(table, rows->columns);
    return rows;
}

static struct rows *rows_of(const char *table, const char *which) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT * FROM %s %s", table, which);
    struct rows *rows = rows_by(table, sql);
    if (rows->count == 0) {
        fprintf(stderr, "there are no rows to copy in %s\n", table);
        exit(1);
    }
    return rows;
}

/* The rows of a table that belong to a gather; there may be none. */
static struct rows *rows_of_gather(const char *table, sqlite3_int64 gather) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT * FROM %s WHERE gather = %lld ORDER BY 2", table, gather);
    return rows_by(table, sql);
}

/* Events; whoever is named in one would have to be sealed in its hash. */
static struct rows *events_by(const char *which) {
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT " EVENTS " FROM events %s", which);
    struct rows *events = rows_by("events (" EVENTS ")", sql);
    for (int row = 0; row < events->count; row++) {
        struct value *value = events->value[row];
        if (strstr(value[4].text, "\"name\":") != NULL || value[CHAIN].type != SQLITE_BLOB) {
            fprintf(stderr, "an event has a name or no hash: %s\n", value[4].text);
            exit(1);
        }
    }
    return events;
}

static struct rows *events_of_gather(sqlite3_int64 gather) {
    char which[64];
    snprintf(which, sizeof which, "WHERE gather = %lld ORDER BY number", gather);
    return events_by(which);
}

static uint64_t add_byte(uint64_t checksum, unsigned char byte) {
    return (checksum ^ byte) * 0x100000001B3;
}

static uint64_t add_number(uint64_t checksum, uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
        checksum = add_byte(checksum, (unsigned char)(number >> shift));
    }
    return checksum;
}

/* As Sources/GatherDaemon/Store/StoredRow.swift has it. */
static uint64_t add_value(uint64_t checksum, const struct value *value) {
    switch (value->type) {
    case SQLITE_INTEGER: return add_number(add_byte(checksum, 1), (uint64_t)value->integer);
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        checksum = add_number(add_byte(checksum, value->type == SQLITE_TEXT ? 2 : 3), value->length);
        for (size_t i = 0; i < value->length; i++) {
            checksum = add_byte(checksum, (unsigned char)value->text[i]);
        }
        return checksum;
    default: return add_byte(checksum, 0);
    }
}

/* As Sources/GatherDaemon/Store/Chain/EventChain.swift has it. */
static void hash_value(struct sha256_ctx *hash, const struct value *value) {
    bool is_number = value->type == SQLITE_INTEGER;
    unsigned char head[9] = {is_number ? 1 : value->type == SQLITE_TEXT ? 2 : 0};
    uint64_t number = is_number ? (uint64_t)value->integer : value->length;
    for (int i = 0; i < 8; i++) head[i + 1] = (unsigned char)(number >> 8 * i);
    sha256_update(hash, head[0] == 0 ? 1 : sizeof head, head);
    if (head[0] == 2) sha256_update(hash, value->length, (const unsigned char *)value->text);
}

/* The hash before the first event of a gather. */
static void start_chain(char *id, unsigned char *digest) {
    static char name[] = "gatherd chain 1";
    const struct value start[] = {{SQLITE_TEXT, 0, name, strlen(name)},
        {SQLITE_TEXT, 0, id, strlen(id)}, {SQLITE_INTEGER, 1, NULL, 0}};
    struct sha256_ctx hash;
    sha256_init(&hash);
    for (int i = 0; i < 3; i++) hash_value(&hash, &start[i]);
    sha256_digest(&hash, SHA256_DIGEST_SIZE, digest);
}

/* Gives an event its hash, from that of the event before, which it replaces. */
static void chain(struct rows *events, int row, unsigned char *digest) {
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, SHA256_DIGEST_SIZE, digest);
    for (int i = 1; i < CHAIN; i++) hash_value(&hash, &events->value[row][i]);
    sha256_digest(&hash, SHA256_DIGEST_SIZE, digest);
    memcpy(events->value[row][CHAIN].text, digest, SHA256_DIGEST_SIZE);
}

/* Inserts a row, with the checksum that is its own now. */
static void insert(struct rows *rows, int row) {
    uint64_t checksum = 0xCBF29CE484222325;
    for (int i = 0; i < rows->columns - 1; i++) {
        const struct value *value = &rows->value[row][i];
        checksum = add_value(checksum, value);
        int code = value->type == SQLITE_INTEGER
                       ? sqlite3_bind_int64(rows->insert, i + 1, value->integer)
                   : value->type == SQLITE_TEXT
                       ? sqlite3_bind_text(rows->insert, i + 1, value->text, (int)value->length,
                             SQLITE_STATIC)
                   : value->type == SQLITE_BLOB
                       ? sqlite3_bind_blob(rows->insert, i + 1, value->text, (int)value->length,
                             SQLITE_STATIC)
                       : sqlite3_bind_null(rows->insert, i + 1);
        check(code);
    }
    check(sqlite3_bind_int64(rows->insert, rows->columns, (sqlite3_int64)checksum));
    run(rows->insert);
}

/* Writes the ID wherever the one before stands. */
static void rename_gather(struct rows *rows, const char *before, const char *id) {
    for (int row = 0; row < rows->count; row++) {
        for (int i = 0; i < rows->columns; i++) {
            if (rows->value[row][i].type != SQLITE_TEXT) continue;
            char *found = rows->value[row][i].text;
            while (found != NULL && (found = strstr(found, before)) != NULL) {
                memcpy(found, id, UUID_CHARACTERS);
            }
        }
    }
}

static void make_uuid(char *uuid) {
    char id[ID_CHARACTERS + 1];
    make_id(id);
    snprintf(uuid, UUID_CHARACTERS + 1, "%.8s-%.4s-4%.3s-8%.3s-%.12s", id, id + 8, id + 13,
        id + 17, id + 20);
}

/* A gather with all that is kept of it. */
struct source {
    struct rows *gather, *events, *appearances;
};

static void insert_all(struct rows *rows, sqlite3_int64 gather) {
    for (int row = 0; row < rows->count; row++) {
        rows->value[row][0].integer = gather;
        insert(rows, row);
    }
}

/* What all players have done follows from what each did in each gather. */
static void count_totals(void) {
    execute("DELETE FROM totals");
    sqlite3_stmt *players = prepare("SELECT DISTINCT player FROM appearances");
    int code;
    while ((code = sqlite3_step(players)) == SQLITE_ROW) {
        char sql[512];
        snprintf(sql, sizeof sql,
            "SELECT player, name, max(gather), count(*), sum(goals), sum(own_goals),"
            " sum(outcome = 1), sum(outcome = 0), sum(outcome = -1), NULL"
            " FROM appearances WHERE player = %lld", sqlite3_column_int64(players, 0));
        struct rows *total = rows_by("totals", sql);
        insert(total, 0);
        sqlite3_finalize(total->insert);
        free(total->value[0][1].text);
        free(total);
    }
    check(code);
    check(sqlite3_finalize(players));
}

static void fill_gathers(int count) {
    sqlite3_stmt *newest = prepare("SELECT max(number), max(turn) FROM gathers");
    check(sqlite3_step(newest));
    sqlite3_int64 number = sqlite3_column_int64(newest, 0), turn = sqlite3_column_int64(newest, 1);
    check(sqlite3_finalize(newest));
    int gathers = (int)number;
    struct source *sources = calloc((size_t)gathers, sizeof *sources);
    for (int i = 0; i < gathers; i++) {
        char which[64];
        snprintf(which, sizeof which, "WHERE number = %d", i + 1);
        sources[i] = (struct source){.gather = rows_of("gathers", which),
            .events = events_of_gather(i + 1),
            .appearances = rows_of_gather("appearances", i + 1)};
    }
    char before[UUID_CHARACTERS + 1], id[UUID_CHARACTERS + 1];
    unsigned char digest[SHA256_DIGEST_SIZE];
    for (int copy = 0; copy < count; copy++) {
        struct source source = sources[copy % gathers];
        snprintf(before, sizeof before, "%s", source.gather->value[0][1].text);
        make_uuid(id);
        rename_gather(source.gather, before, id);
        rename_gather(source.events, before, id);
        source.gather->value[0][3].integer = ++turn;
        insert_all(source.gather, ++number);
        start_chain(id, digest);
        for (int row = 0; row < source.events->count; row++) {
            chain(source.events, row, digest);
        }
        insert_all(source.events, number);
        insert_all(source.appearances, number);
    }
    count_totals();
}

static void fill_events(int count) {
    struct rows *events = events_by("ORDER BY gather DESC, number DESC LIMIT 2");
    struct rows *requests = rows_of("requests", "ORDER BY wall DESC LIMIT 2");
    struct rows *gather = rows_of("gathers", "ORDER BY number DESC LIMIT 1");
    char id[ID_CHARACTERS + 1];
    sqlite3_int64 number = events->value[0][1].integer;
    unsigned char digest[SHA256_DIGEST_SIZE];
    memcpy(digest, events->value[0][CHAIN].text, sizeof digest);
    for (int copy = 0; copy < count; copy++) {
        int row = 1 - copy % 2;
        number++;
        events->value[row][1].integer = number; /* number */
        events->value[row][2].integer = number; /* step */
        chain(events, row, digest);
        insert(events, row);
        make_id(id);
        requests->value[row][0] = (struct value){SQLITE_TEXT, 0, id, ID_CHARACTERS};
        insert(requests, row);
    }
    execute("DELETE FROM gathers WHERE number = (SELECT max(number) FROM gathers)");
    gather->value[0][5].integer = number; /* revision */
    insert(gather, 0);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    check(sqlite3_open(arguments[1], &database));
    /* What is lost with the machine is made again. */
    execute("PRAGMA synchronous = OFF; BEGIN IMMEDIATE");
    int copies = atoi(arguments[3]);
    if (strcmp(arguments[2], "gathers") == 0) fill_gathers(copies);
    else if (strcmp(arguments[2], "events") == 0) fill_events(copies);
    else return 2;
    execute("COMMIT");
    /* The last to close it moves the rows from the log into the database. */
    for (sqlite3_stmt *each; (each = sqlite3_next_stmt(database, NULL)) != NULL;) {
        sqlite3_finalize(each);
    }
    check(sqlite3_close(database));
    return 0;
}
