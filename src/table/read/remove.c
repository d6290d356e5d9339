/* remove.c: taking a table away. The manifest goes first: without it, what is left is no table. */
#include "base/file.h"
#include "table/format/format.h"
#include "table/format/layout.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void remove_file(const char *folder, const char *name)
{
    char path[ZM_PATH];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path)
        unlink(path);
}

void zm_table_remove(zm_context *c, const zm_variant *v, const char *tables)
{
    char folder[ZM_PATH], path[ZM_PATH];
    uint32_t part;
    int lock;
    if (zm_table_path(c, v, tables, folder, sizeof folder) != ZM_OK || access(folder, F_OK) ||
        zm_table_file(c, folder, ZM_LOCK_FILE, path) != ZM_OK || zm_lock_file(c, path, &lock) != ZM_OK)
        return; /* nothing there, or someone is writing it */
    remove_file(folder, ZM_MANIFEST_FILE);
    zm_clear_temporaries(folder);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (zm_is_part(e->d_name, &part) || !strncmp(e->d_name, ZM_BOOK_FILE, strlen(ZM_BOOK_FILE)))
            remove_file(folder, e->d_name);
    if (d)
        closedir(d);
    remove_file(folder, ZM_KEYS_FILE);
    remove_file(folder, ZM_STATES_FILE);
    remove_file(folder, ZM_LOCK_FILE);
    zm_unlock_file(lock);
    for (unsigned i = 0; i < 3; i++) { /* the variant's, the game's, all tables': each stays if something is in it */
        char *slash = strrchr(folder, '/');
        if (rmdir(folder) || !slash || slash == folder)
            return;
        *slash = 0;
    }
}
