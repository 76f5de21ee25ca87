// A file system for SQLite that fails when a test asks for it, and tells what is written.
#pragma once

#include <stddef.h>
#include <stdint.h>

// What can fail, each a bit.
static const uint32_t faultvfs_write = 1;
static const uint32_t faultvfs_sync = 2;
static const uint32_t faultvfs_truncate = 4;
static const uint32_t faultvfs_open = 8;
// Taking a lock that another process would hold; the error is always SQLITE_BUSY.
static const uint32_t faultvfs_lock = 16;
static const uint32_t faultvfs_read = 32;
// What is done to a file without SQLite.
static const uint32_t faultvfs_cut = 64;
static const uint32_t faultvfs_overwrite = 128;

// Instead of an errno: the operation waits until the errno is set to 0, and goes well then.
static const int faultvfs_hangs = -1;

// Puts it before the file system that SQLite has by default, once.
void faultvfs_register(void);

// Has operations on files whose path begins so fail with an errno, until the errno is 0. After
// `passing` of these operations that still go well.
void faultvfs_fail(const char *prefix, uint32_t operations, int error, int passing);

// How many operations have failed under this prefix since it was last set.
int faultvfs_failures(const char *prefix);

// What was done to a file.
typedef enum faultvfs_kind {
    faultvfs_did_write,
    faultvfs_did_sync,
    faultvfs_did_truncate,
    faultvfs_did_delete,
    faultvfs_did_mark,
} faultvfs_kind;

typedef struct faultvfs_entry {
    faultvfs_kind kind;
    // What stands after the prefix in the path of the file.
    char suffix[32];
    // The offset of a write, the size after a truncation, the number of a mark.
    int64_t offset;
    size_t count;
    // The bytes of a write.
    uint8_t *bytes;
} faultvfs_entry;

// Notes from now on what is done to files whose path begins so, instead of those before.
void faultvfs_record(const char *prefix);

// Puts a mark among what is noted.
void faultvfs_mark(int64_t number);

// What was noted, in its order; valid until something else is noted.
const faultvfs_entry *faultvfs_entries(size_t *count);

// Notes nothing more and forgets what was noted.
void faultvfs_forget(void);
