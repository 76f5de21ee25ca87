/* commit SOCKET DATABASE ROUNDS CPU
 *
 * AddToScore, answered, beside a Get and beside a commit of the same rows by SQLite alone, in a
 * process on the given CPU, as gatherd is. The database is a copy of gatherd's: the newest event
 * and the newest request in it are the rows that are added again and again, with new numbers. In
 * turn, one of each. A line per measure: "add", "get" or "commit", microseconds. */
#include "rows.h"

enum { UNCOUNTED_ROUNDS = 20 };

/* A row that is inserted again and again. */
struct row {
    sqlite3_stmt *insert;
    sqlite3_value *value[MOST_COLUMNS];
    int columns;
};

static struct row newest_row(const char *select, const char *table) {
    struct row row;
    sqlite3_stmt *newest = prepare(select);
    check(sqlite3_step(newest));
    row.columns = sqlite3_data_count(newest);
    if (row.columns == 0 || row.columns > MOST_COLUMNS) {
        fprintf(stderr, "there is no row to copy in %s\n", table);
        exit(1);
    }
    for (int i = 0; i < row.columns; i++) {
        row.value[i] = sqlite3_value_dup(sqlite3_column_value(newest, i));
    }
    check(sqlite3_finalize(newest));
    row.insert = prepare_insert(table, row.columns);
    return row;
}

static void bind_row(const struct row *row) {
    for (int i = 0; i < row->columns; i++) {
        check(sqlite3_bind_value(row->insert, i + 1, row->value[i]));
    }
}

static double commit(struct row *event, struct row *request) {
    static sqlite3_stmt *begin, *end;
    static sqlite3_int64 number;
    if (begin == NULL) {
        begin = prepare("BEGIN IMMEDIATE");
        end = prepare("COMMIT");
        number = sqlite3_value_int64(event->value[1]);
    }
    char id[ID_CHARACTERS + 1];
    make_id(id);
    double start = microseconds(CLOCK_MONOTONIC);
    run(begin);
    bind_row(event);
    number++;
    check(sqlite3_bind_int64(event->insert, 2, number)); /* number */
    check(sqlite3_bind_int64(event->insert, 3, number)); /* step */
    run(event->insert);
    bind_row(request);
    check(sqlite3_bind_text(request->insert, 1, id, ID_CHARACTERS, SQLITE_STATIC)); /* id */
    run(request->insert);
    run(end);
    return microseconds(CLOCK_MONOTONIC) - start;
}

static double ask(int connection, const char *text) {
    char reply[MESSAGE_BYTES];
    double start = microseconds(CLOCK_MONOTONIC);
    call(connection, text, reply, sizeof reply);
    return microseconds(CLOCK_MONOTONIC) - start;
}

/* A goal, or one taken back: the score stays where it can. */
static double add(int connection, int round) {
    char id[ID_CHARACTERS + 1], text[256];
    make_id(id);
    snprintf(text, sizeof text,
        "{\"method\":\"io.gatherd.Gather.AddToScore\",\"parameters\":"
        "{\"team\":\"teamA\",\"delta\":%d,\"requestId\":\"%s\"}}",
        round % 2 == 0 ? 1 : -1, id);
    return ask(connection, text);
}

/* Makes a commit for each byte that comes, and answers how long it took. */
static void serve_commits(int connection, const char *path) {
    char byte;
    check(sqlite3_open(path, &database));
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    struct row event = newest_row(
        "SELECT * FROM events ORDER BY gather DESC, number DESC LIMIT 1", "events");
    struct row request = newest_row(
        "SELECT * FROM requests ORDER BY wall DESC LIMIT 1", "requests");
    while (read(connection, &byte, 1) == 1) {
        double took = commit(&event, &request);
        send_all(connection, (const char *)&took, sizeof took);
    }
    exit(0);
}

static double ask_for_commit(int committer) {
    double took;
    send_all(committer, "", 1);
    if (read(committer, &took, sizeof took) != sizeof took) fail("commit");
    return took;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    int rounds = atoi(arguments[3]);
    struct child committer = fork_child(atoi(arguments[4]));
    if (committer.is_self) serve_commits(committer.connection, arguments[2]);
    int connection = connect_to(arguments[1]);
    for (int round = -UNCOUNTED_ROUNDS; round < rounds; round++) {
        double asked = ask(connection, GET), added = add(connection, round);
        double committed = ask_for_commit(committer.connection);
        if (round >= 0) printf("get %.1f\nadd %.1f\ncommit %.1f\n", asked, added, committed);
    }
    return 0;
}
