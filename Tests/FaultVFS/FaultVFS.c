#define _GNU_SOURCE
#include "FaultVFS.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct fault {
    char *prefix;
    uint32_t operations;
    int error;
    int passing;
    int failures;
} fault;

typedef struct faulty_file {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
} faulty_file;

enum { most_faults = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static fault faults[most_faults];
static char *recorded_prefix;
static faultvfs_entry *entries;
static size_t entry_count, entry_room;
static sqlite3_vfs *base_vfs;
static sqlite3_vfs faulty_vfs;

static int begins(const char *path, const char *prefix) {
    return path && strncmp(path, prefix, strlen(prefix)) == 0;
}

// The errno that an operation on a file is to fail with, or 0.
static int error_of(const char *path, uint32_t operation) {
    int error = 0;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < most_faults; index++) {
        fault *found = &faults[index];
        if (!found->prefix || !found->error || !(found->operations & operation)) continue;
        if (!begins(path, found->prefix)) continue;
        if (found->passing > 0) {
            found->passing--;
            continue;
        }
        found->failures++;
        // A disk that does not answer: until it is mended.
        while (found->error == faultvfs_hangs) pthread_cond_wait(&changed, &lock);
        error = found->error;
    }
    pthread_mutex_unlock(&lock);
    // Where SQLite finds it as after a system call.
    if (error) errno = error;
    return error;
}

static void note(faultvfs_kind kind, const char *path, int64_t offset, const void *bytes, size_t count) {
    pthread_mutex_lock(&lock);
    int is_mark = kind == faultvfs_did_mark;
    if (recorded_prefix && (is_mark || begins(path, recorded_prefix))) {
        if (entry_count == entry_room) {
            entry_room = entry_room ? 2 * entry_room : 1024;
            entries = realloc(entries, entry_room * sizeof *entries);
        }
        faultvfs_entry *entry = &entries[entry_count++];
        memset(entry, 0, sizeof *entry);
        entry->kind = kind;
        entry->offset = offset;
        entry->count = count;
        if (!is_mark) strncpy(entry->suffix, path + strlen(recorded_prefix), sizeof entry->suffix - 1);
        if (count) {
            entry->bytes = malloc(count);
            memcpy(entry->bytes, bytes, count);
        }
    }
    pthread_mutex_unlock(&lock);
}

static faulty_file *of(sqlite3_file *file) { return (faulty_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return of(file)->real; }

static int do_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int do_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (error_of(of(file)->path, faultvfs_read)) return SQLITE_IOERR_READ;
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int do_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int error = error_of(of(file)->path, faultvfs_write);
    if (error) return error == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (code == SQLITE_OK) note(faultvfs_did_write, of(file)->path, offset, bytes, (size_t)count);
    return code;
}

static int do_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (error_of(of(file)->path, faultvfs_truncate)) return SQLITE_IOERR_TRUNCATE;
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (code == SQLITE_OK) note(faultvfs_did_truncate, of(file)->path, size, NULL, 0);
    return code;
}

static int do_sync(sqlite3_file *file, int flags) {
    if (error_of(of(file)->path, faultvfs_sync)) return SQLITE_IOERR_FSYNC;
    int code = real(file)->pMethods->xSync(real(file), flags);
    if (code == SQLITE_OK) note(faultvfs_did_sync, of(file)->path, 0, NULL, 0);
    return code;
}

static int do_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int do_lock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}

static int do_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int do_check_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int do_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int do_sector_size(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}

static int do_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int do_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int do_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    int takes = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
    if ((flags & takes) == takes && error_of(of(file)->path, faultvfs_lock)) return SQLITE_BUSY;
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void do_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int do_shm_unmap(sqlite3_file *file, int delete) {
    return real(file)->pMethods->xShmUnmap(real(file), delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = do_close,
    .xRead = do_read,
    .xWrite = do_write,
    .xTruncate = do_truncate,
    .xSync = do_sync,
    .xFileSize = do_size,
    .xLock = do_lock,
    .xUnlock = do_unlock,
    .xCheckReservedLock = do_check_lock,
    .xFileControl = do_control,
    .xSectorSize = do_sector_size,
    .xDeviceCharacteristics = do_characteristics,
    .xShmMap = do_shm_map,
    .xShmLock = do_shm_lock,
    .xShmBarrier = do_shm_barrier,
    .xShmUnmap = do_shm_unmap,
};

static int do_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    faulty_file *faulty = of(file);
    faulty->base.pMethods = NULL;
    faulty->path = path;
    faulty->real = (sqlite3_file *)(faulty + 1);
    if (error_of(path, faultvfs_open)) return SQLITE_CANTOPEN;
    int code = base_vfs->xOpen(base_vfs, path, faulty->real, flags, out);
    if (code == SQLITE_OK) faulty->base.pMethods = &methods;
    return code;
}

static int do_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    int code = base_vfs->xDelete(base_vfs, path, sync);
    if (code == SQLITE_OK) note(faultvfs_did_delete, path, sync, NULL, 0);
    return code;
}

static void install(void) {
    base_vfs = sqlite3_vfs_find(NULL);
    faulty_vfs = *base_vfs;
    faulty_vfs.pNext = NULL;
    faulty_vfs.zName = "faulty";
    faulty_vfs.szOsFile = (int)sizeof(faulty_file) + base_vfs->szOsFile;
    faulty_vfs.xOpen = do_open;
    faulty_vfs.xDelete = do_delete;
    sqlite3_vfs_register(&faulty_vfs, 1);
}

void faultvfs_register(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

static fault *fault_of(const char *prefix) {
    fault *unused = NULL;
    for (int index = 0; index < most_faults; index++) {
        if (!faults[index].prefix) unused = unused ? unused : &faults[index];
        else if (strcmp(faults[index].prefix, prefix) == 0) return &faults[index];
    }
    if (unused) unused->prefix = strdup(prefix);
    return unused;
}

// What the daemon does to a file by itself fails as well: these stand before those of the C library.
static int error_of_descriptor(int number, uint32_t operation) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return error_of(path, operation);
}

int ftruncate(int number, off_t size) {
    if (error_of_descriptor(number, faultvfs_cut)) return -1;
    return (int)syscall(SYS_ftruncate, number, size);
}

ssize_t pwrite(int number, const void *bytes, size_t count, off_t offset) {
    if (error_of_descriptor(number, faultvfs_overwrite)) return -1;
    return syscall(SYS_pwrite64, number, bytes, count, offset);
}

void faultvfs_fail(const char *prefix, uint32_t operations, int error, int passing) {
    pthread_mutex_lock(&lock);
    fault *found = fault_of(prefix);
    if (!found) abort();
    if (error) {
        found->operations = operations;
        found->error = error;
        found->passing = passing;
        found->failures = 0;
    } else {
        free(found->prefix);
        memset(found, 0, sizeof *found);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
}

int faultvfs_failures(const char *prefix) {
    pthread_mutex_lock(&lock);
    int failures = 0;
    for (int index = 0; index < most_faults; index++)
        if (faults[index].prefix && strcmp(faults[index].prefix, prefix) == 0)
            failures = faults[index].failures;
    pthread_mutex_unlock(&lock);
    return failures;
}

static void drop(void) {
    for (size_t index = 0; index < entry_count; index++) free(entries[index].bytes);
    free(entries);
    free(recorded_prefix);
    entries = NULL;
    recorded_prefix = NULL;
    entry_count = entry_room = 0;
}

void faultvfs_record(const char *prefix) {
    pthread_mutex_lock(&lock);
    drop();
    recorded_prefix = strdup(prefix);
    pthread_mutex_unlock(&lock);
}

void faultvfs_mark(int64_t number) { note(faultvfs_did_mark, NULL, number, NULL, 0); }

const faultvfs_entry *faultvfs_entries(size_t *count) {
    *count = entry_count;
    return entries;
}

void faultvfs_forget(void) {
    pthread_mutex_lock(&lock);
    drop();
    pthread_mutex_unlock(&lock);
}
