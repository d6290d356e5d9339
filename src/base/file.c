/* file.c: checked, atomic writing; mapping; locks. Every system call that can fail is looked at. */
#include "file.h"

#include "context.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, LONGEST_PATH = 4096, SYNC_AHEAD = 1 << 28 }; /* bytes that are written before a sync begins */
#define TEMPORARY ".part~"

struct zm_out {
    zm_context *context;
    int file;
    uint64_t bytes, synced; /* given to be written; when a sync last began */
    size_t filled;
    bool syncing; /* there is a thread to be joined */
    atomic_bool sync_done;
    atomic_int sync_error; /* the system tells of a failure once: it is kept */
    pthread_t sync;
    char path[LONGEST_PATH], temporary[LONGEST_PATH + 32];
    uint8_t buffer[BUFFER];
};

static zm_status system_error(zm_context *c, const char *did, const char *path)
{
    int e = errno;
    if (e == EISDIR)
        return zm_fail(c, ZM_IO, "cannot %s %s: it is a folder; remove it first", did, path);
    return zm_fail(c, e == ENOENT || e == ENOTDIR ? ZM_NOT_FOUND : ZM_IO, "cannot %s %s: %s", did, path, strerror(e));
}

/* Whoever asked for a file knows nothing of the name it has until it is whole, unless there is something else of that
 * name. */
static zm_status out_error(const zm_out *o, const char *did)
{
    return system_error(o->context, did, errno == EISDIR ? o->temporary : o->path);
}

zm_status zm_out_open(zm_context *c, const char *path, zm_out **out)
{
    *out = NULL;
    zm_out *o = malloc(sizeof *o);
    if (!o)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to write %s", path);
    o->context = c;
    o->bytes = o->synced = o->filled = 0;
    o->syncing = false;
    atomic_init(&o->sync_error, 0);
    if ((size_t)snprintf(o->path, sizeof o->path, "%s", path) >= sizeof o->path) {
        free(o);
        return zm_fail(c, ZM_IO, "path too long: %.100s...", path);
    }
    snprintf(o->temporary, sizeof o->temporary, "%s" TEMPORARY, path);
    o->file = open(o->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (o->file < 0) {
        zm_status s = out_error(o, "write");
        free(o);
        return s == ZM_NOT_FOUND ? ZM_IO : s;
    }
    *out = o;
    return ZM_OK;
}

static zm_status flush(zm_out *o)
{
    for (size_t at = 0; at < o->filled;) {
        ssize_t n = write(o->file, o->buffer + at, o->filled - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return out_error(o, "write");
        at += (size_t)n;
    }
    o->filled = 0;
    return ZM_OK;
}

zm_status zm_out_write(zm_out *o, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    o->bytes += bytes;
    while (bytes) {
        if (o->filled == BUFFER)
            ZM_TRY(o->context, flush(o));
        size_t n = bytes < BUFFER - o->filled ? bytes : BUFFER - o->filled;
        memcpy(o->buffer + o->filled, from, n);
        o->filled += n;
        from += n;
        bytes -= n;
    }
    return ZM_OK;
}

uint64_t zm_out_bytes(const zm_out *o) { return o->bytes; }

/* ---- many pieces ---- */
/* What the system left is written again. */
static zm_status write_vector(zm_out *o, struct iovec *v, int count)
{
    while (count) {
        ssize_t n = writev(o->file, v, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return out_error(o, "write");
        for (; count && (size_t)n >= v->iov_len; v++, count--)
            n -= (ssize_t)v->iov_len;
        if (count) {
            v->iov_base = (uint8_t *)v->iov_base + n;
            v->iov_len -= (size_t)n;
        }
    }
    return ZM_OK;
}

zm_status zm_out_write_pieces(zm_out *o, const zm_out_piece *pieces, size_t count)
{
    struct iovec v[64];
    ZM_TRY(o->context, flush(o));
    for (size_t at = 0; at < count;) {
        int n = 0;
        for (; n < 64 && at < count; n++, at++) {
            v[n] = (struct iovec){(void *)(uintptr_t)pieces[at].data, pieces[at].bytes};
            o->bytes += pieces[at].bytes;
        }
        ZM_TRY(o->context, write_vector(o, v, n));
    }
    if (o->bytes - o->synced >= SYNC_AHEAD)
        zm_out_sync_ahead(o);
    return ZM_OK;
}

/* ---- syncing ahead ---- */
static void *sync_now(void *arg)
{
    zm_out *o = arg;
    if (fdatasync(o->file))
        atomic_store(&o->sync_error, errno);
    atomic_store(&o->sync_done, true);
    return NULL;
}

static void wait_for_sync(zm_out *o)
{
    if (o->syncing)
        pthread_join(o->sync, NULL);
    o->syncing = false;
}

void zm_out_sync_ahead(zm_out *o)
{
    if (o->context->no_sync || (o->syncing && !atomic_load(&o->sync_done)))
        return;
    wait_for_sync(o);
    o->synced = o->bytes;
    atomic_store(&o->sync_done, false);
    o->syncing = !pthread_create(&o->sync, NULL, sync_now, o);
}

static zm_status sync_folder_of(zm_context *c, const char *path)
{
    char folder[LONGEST_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    int d = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (d < 0)
        return system_error(c, "open", slash ? folder : ".");
    int failed = fsync(d) && errno != EINVAL && errno != EROFS; /* some file systems cannot sync folders */
    zm_status s = failed ? system_error(c, "sync", folder) : ZM_OK;
    close(d);
    return s;
}

static zm_status finish(zm_out *o)
{
    ZM_TRY(o->context, flush(o));
    wait_for_sync(o);
    errno = atomic_load(&o->sync_error);
    if (errno || (!o->context->no_sync && fsync(o->file)))
        return out_error(o, "sync");
    int file = o->file;
    o->file = -1;
    if (close(file))
        return out_error(o, "close");
    if (rename(o->temporary, o->path))
        return system_error(o->context, "rename to", o->path);
    o->temporary[0] = 0; /* there is nothing left to remove */
    return o->context->no_sync ? ZM_OK : sync_folder_of(o->context, o->path);
}

zm_status zm_out_commit(zm_out *o)
{
    zm_status s = finish(o);
    zm_out_abandon(o);
    return s;
}

void zm_out_abandon(zm_out *o)
{
    if (!o)
        return;
    wait_for_sync(o);
    if (o->file >= 0)
        close(o->file);
    if (o->temporary[0])
        unlink(o->temporary);
    free(o);
}

zm_status zm_write_file(zm_context *c, const char *path, const void *data, size_t bytes)
{
    zm_out *o;
    ZM_TRY(c, zm_out_open(c, path, &o));
    zm_status s = zm_out_write(o, data, bytes);
    if (s != ZM_OK) {
        zm_out_abandon(o);
        return s;
    }
    return zm_out_commit(o);
}

/* ---- mapped files ---- */
/* Of all that are mapped: never freed, used again, so that a signal handler can read the list at any time. */
struct zm_mapping {
    struct zm_mapping *next;
    atomic_bool used, cut;
    _Atomic uintptr_t from, to; /* whole pages; from 0: nothing */
};

static _Atomic(struct zm_mapping *) mappings;

static uintptr_t page_size(void) { return (uintptr_t)sysconf(_SC_PAGESIZE); }

static struct zm_mapping *take_mapping(void)
{
    for (struct zm_mapping *m = atomic_load(&mappings); m; m = m->next)
        if (!atomic_exchange(&m->used, true))
            return m;
    struct zm_mapping *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->used = true;
    m->next = atomic_load(&mappings);
    while (!atomic_compare_exchange_weak(&mappings, &m->next, m))
        ;
    return m;
}

static void note_mapping(zm_mapped *file)
{
    struct zm_mapping *m = file->mapping = take_mapping();
    if (!m)
        return;
    const uintptr_t page = page_size(), from = (uintptr_t)file->data;
    atomic_store(&m->cut, false);
    atomic_store(&m->to, (from + file->bytes + page - 1) / page * page);
    atomic_store(&m->from, from);
}

bool zm_is_cut(const zm_mapped *m) { return m->mapping && atomic_load(&m->mapping->cut); }

bool zm_mapped_fault(const void *address)
{
    const int before = errno;
    const uintptr_t at = (uintptr_t)address / page_size() * page_size();
    for (struct zm_mapping *m = atomic_load(&mappings); m; m = m->next) {
        const uintptr_t from = atomic_load(&m->from), to = atomic_load(&m->to);
        if (!from || at < from || at >= to || atomic_load(&m->from) != from) /* the last: another one by now */
            continue;
        atomic_store(&m->cut, true);
        const void *zeros =
            mmap((void *)at, to - at, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        errno = before;
        return zeros != MAP_FAILED;
    }
    return false;
}

zm_status zm_map_file(zm_context *c, const char *path, zm_mapped *m)
{
    *m = (zm_mapped){0};
    int f = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* not to wait for the other end of a pipe */
    if (f < 0)
        return system_error(c, "read", path);
    struct stat st;
    if (fstat(f, &st) || !S_ISREG(st.st_mode)) {
        close(f);
        return zm_fail(c, ZM_CORRUPT, "cannot read %s: it is not a file", path);
    }
    m->bytes = (size_t)st.st_size;
    if (m->bytes) {
        void *p = mmap(NULL, m->bytes, PROT_READ, MAP_SHARED, f, 0);
        if (p == MAP_FAILED) {
            zm_status s = system_error(c, "map", path);
            close(f);
            m->bytes = 0;
            return s;
        }
        m->data = p;
        note_mapping(m);
    }
    close(f);
    return ZM_OK;
}

void zm_unmap_file(zm_mapped *m)
{
    if (m->mapping) {
        atomic_store(&m->mapping->from, 0);
        atomic_store(&m->mapping->used, false);
    }
    if (m->data)
        munmap((void *)(uintptr_t)m->data, m->bytes);
    *m = (zm_mapped){0};
}

/* True when it is there afterwards; a file of that name is not. */
static bool make_folder(const char *path)
{
    if (!mkdir(path, 0777))
        return true;
    int e = errno;
    struct stat st;
    bool there = !stat(path, &st);
    errno = there ? ENOTDIR : e;
    return there && S_ISDIR(st.st_mode);
}

zm_status zm_make_folders(zm_context *c, const char *path)
{
    char part[LONGEST_PATH];
    if (!*path)
        return zm_fail(c, ZM_IO, "cannot make a folder without a name");
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return zm_fail(c, ZM_IO, "path too long: %.100s...", path);
    for (char *p = part + 1;; p++) {
        if (*p && *p != '/')
            continue;
        char rest = *p;
        *p = 0;
        if (!make_folder(part)) {
            zm_status s = system_error(c, "make folder", part);
            return s == ZM_NOT_FOUND ? ZM_IO : s;
        }
        if (!rest)
            return ZM_OK;
        *p = rest;
    }
}

zm_status zm_make_temporary(zm_context *c, char *out, size_t size)
{
    const char *where = getenv("TMPDIR");
    int n = snprintf(out, size, "%s/zermelo-XXXXXX", where && *where ? where : "/tmp");
    if (n < 0 || (size_t)n >= size)
        return zm_fail(c, ZM_IO, "path too long: %.100s...", where);
    return mkdtemp(out) ? ZM_OK : system_error(c, "make folder", out);
}

/* ---- space ---- */
/* Asks the nearest folder above that is there. */
bool zm_free_space(const char *path, uint64_t *bytes)
{
    char folder[LONGEST_PATH];
    struct statvfs s;
    if ((size_t)snprintf(folder, sizeof folder, "%s", path) >= sizeof folder)
        return false;
    while (statvfs(*folder ? folder : ".", &s)) {
        char *slash = strrchr(folder, '/');
        if (errno != ENOENT || !*folder)
            return false;
        if (slash == folder && folder[1])
            folder[1] = 0;
        else
            *(slash ? slash : folder) = 0;
    }
    *bytes = (uint64_t)s.f_bavail * s.f_frsize;
    return s.f_blocks > 0; /* what is no disk, such as /proc, has no size at all */
}

uint64_t zm_folder_bytes(const char *folder)
{
    enum { UNIT = 512 }; /* of st_blocks, on every system */
    uint64_t bytes = 0;
    DIR *d = opendir(folder);
    struct stat s;
    for (struct dirent *e; d && (e = readdir(d));)
        if (!fstatat(dirfd(d), e->d_name, &s, AT_SYMLINK_NOFOLLOW) && S_ISREG(s.st_mode))
            bytes += (uint64_t)s.st_blocks * UNIT;
    if (d)
        closedir(d);
    return bytes;
}

/* ---- places ---- */
bool zm_user_folder(const char *variable, const char *below, char *out, size_t size)
{
    const char *own = getenv(variable), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    *out = 0;
    if (own && *own)
        snprintf(out, size, "%s", own);
    else if (data && *data == '/') /* its specification: what is not absolute is to be ignored */
        snprintf(out, size, "%s/%s", data, below);
    else if (home && *home)
        snprintf(out, size, "%s/.local/share/%s", home, below);
    return *out;
}

void zm_clear_temporaries(const char *folder)
{
    DIR *d = opendir(folder);
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name), t = strlen(TEMPORARY);
        if (n > t && !strcmp(e->d_name + n - t, TEMPORARY))
            unlinkat(dirfd(d), e->d_name, 0);
    }
    closedir(d);
}

zm_status zm_lock_file(zm_context *c, const char *path, int *lock)
{
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*lock < 0)
        return system_error(c, "write", path);
    if (flock(*lock, LOCK_EX | LOCK_NB)) {
        zm_status s =
            errno == EWOULDBLOCK
                ? zm_fail(c, ZM_BUSY, "another process is writing this table (it holds %s); wait for it", path)
                : system_error(c, "lock", path);
        close(*lock);
        *lock = -1;
        return s;
    }
    return ZM_OK;
}

void zm_unlock_file(int lock)
{
    if (lock >= 0)
        close(lock);
}
