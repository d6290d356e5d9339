/* file.h: files that are there whole or not at all.
 *
 * A file is written under a temporary name beside its place, synced, renamed, and its folder synced. So at every
 * instant the name holds the old content or the new, never a part; a temporary left by a killed process is cleared by
 * the next. */
#ifndef ZM_BASE_FILE_H
#define ZM_BASE_FILE_H

#include <zermelo/base.h>

typedef struct zm_out zm_out;
zm_status zm_out_open(zm_context *c, const char *path, zm_out **out);
zm_status zm_out_write(zm_out *o, const void *data, size_t bytes);
uint64_t zm_out_bytes(const zm_out *o); /* written so far */
/* Many pieces at once, from where they are. */
typedef struct zm_out_piece {
    const void *data;
    size_t bytes;
} zm_out_piece;
zm_status zm_out_write_pieces(zm_out *o, const zm_out_piece *pieces, size_t count);
/* Begins to sync what has been written, in a thread of its own, so that there is less to wait for in the end. Large
 * files do so by themselves. */
void zm_out_sync_ahead(zm_out *o);
zm_status zm_out_commit(zm_out *o); /* sync, rename, sync the folder; frees o in any case */
void zm_out_abandon(zm_out *o);     /* removes the temporary; NULL is fine */

zm_status zm_write_file(zm_context *c, const char *path, const void *data, size_t bytes); /* the three in one */

/* A whole file read-only in memory.
 *
 * Where somebody makes the file shorter meanwhile, the system answers the next look behind its end with SIGBUS. A
 * program whose handler asks zm_mapped_fault goes on: zeros are then there, and zm_is_cut is true before anybody sees
 * them. So whoever looks first at the data and then whether it is cut uses nothing that is wrong. */
struct zm_mapping;
typedef struct zm_mapped {
    const uint8_t *data;
    size_t bytes;
    struct zm_mapping *mapping;
} zm_mapped;
bool zm_is_cut(const zm_mapped *m);
bool zm_mapped_fault(const void *address); /* in a handler of SIGBUS; false: it was not a mapped file */
#define ZM_CUT "the file has become shorter while it was in use"
zm_status zm_map_file(zm_context *c, const char *path, zm_mapped *m); /* ZM_NOT_FOUND, or ZM_CORRUPT: a folder */
void zm_unmap_file(zm_mapped *m);

zm_status zm_make_folders(zm_context *c, const char *path);         /* like mkdir -p */
zm_status zm_make_temporary(zm_context *c, char *out, size_t size); /* a fresh folder in $TMPDIR, or /tmp */
void zm_clear_temporaries(const char *folder);                      /* of killed writers */
/* What can still be written below `path`, which need not be there yet. False: the system does not say. */
bool zm_free_space(const char *path, uint64_t *bytes);
uint64_t zm_folder_bytes(const char *folder); /* that its files take on disk; 0 when it is not there */

/* Where the user's own files are: $variable, else `below` in $XDG_DATA_HOME, else in $HOME/.local/share. "" and false
 * when none of them is set: the current folder is never meant. */
bool zm_user_folder(const char *variable, const char *below, char *out, size_t size);

/* One writer at a time: an exclusive lock on a file that stays. Freed by the system when the process dies. */
zm_status zm_lock_file(zm_context *c, const char *path, int *lock);
void zm_unlock_file(int lock);

#endif
