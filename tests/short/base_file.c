/* base_file.c: a file is there whole or not at all; who cannot write is told so; one writer at a time. */
#include "base/file.h"

#include "unit.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int setup(void **state)
{
    *state = zm_context_new();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    zm_context_free(*state);
    return 0;
}

static void expect_content(zm_context *c, const char *path, const char *content)
{
    zm_mapped m;
    assert_int_equal(zm_map_file(c, path, &m), ZM_OK);
    assert_int_equal(m.bytes, strlen(content));
    if (m.bytes)
        assert_memory_equal(m.data, content, m.bytes);
    zm_unmap_file(&m);
    assert_null(m.data);
}

static unsigned files_in(const char *folder)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static void what_is_written_is_read(void **state)
{
    zm_context *c = *state;
    char path[4096];
    unit_path("plain", path);
    assert_int_equal(zm_write_file(c, path, "hello", 5), ZM_OK);
    expect_content(c, path, "hello");
    assert_int_equal(zm_write_file(c, path, "", 0), ZM_OK);
    expect_content(c, path, "");
}

static void pieces_of_any_size_arrive_in_order(void **state)
{
    zm_context *c = *state;
    char path[4096];
    unit_path("large", path);
    enum { SIZE = 3000000 };
    uint8_t *data = malloc(SIZE);
    uint64_t random = 1, at = 0;
    for (unsigned i = 0; i < SIZE; i++)
        data[i] = (uint8_t)unit_random(&random);
    zm_out *o;
    assert_int_equal(zm_out_open(c, path, &o), ZM_OK);
    while (at < SIZE) {
        size_t n = unit_random(&random) % 400000;
        n = n < SIZE - at ? n : SIZE - at;
        assert_int_equal(zm_out_write(o, data + at, n), ZM_OK);
        at += n;
        assert_int_equal(zm_out_bytes(o), at);
    }
    assert_int_equal(zm_out_commit(o), ZM_OK);
    zm_mapped m;
    assert_int_equal(zm_map_file(c, path, &m), ZM_OK);
    assert_int_equal(m.bytes, SIZE);
    assert_memory_equal(m.data, data, SIZE);
    zm_unmap_file(&m);
    free(data);
}

static void the_old_content_stays_until_the_commit(void **state)
{
    zm_context *c = *state;
    char folder[4096], path[4096];
    unit_path("atomic", folder);
    unit_path("atomic/file", path);
    assert_int_equal(zm_make_folders(c, folder), ZM_OK);
    assert_int_equal(zm_write_file(c, path, "old", 3), ZM_OK);
    zm_out *o;
    assert_int_equal(zm_out_open(c, path, &o), ZM_OK);
    char block[300000] = {0};
    assert_int_equal(zm_out_write(o, block, sizeof block), ZM_OK);
    expect_content(c, path, "old");
    zm_out_abandon(o);
    expect_content(c, path, "old");
    assert_int_equal(files_in(folder), 1);
    zm_out_abandon(NULL);
}

static void what_a_killed_writer_leaves_is_cleared(void **state)
{
    zm_context *c = *state;
    char folder[4096], path[4096];
    unit_path("killed", folder);
    unit_path("killed/file", path);
    assert_int_equal(zm_make_folders(c, folder), ZM_OK);
    assert_int_equal(zm_write_file(c, path, "old", 3), ZM_OK);
    pid_t child = fork();
    if (!child) {
        zm_out *o;
        if (zm_out_open(c, path, &o) == ZM_OK && zm_out_write(o, "new", 3) == ZM_OK)
            raise(SIGKILL);
        _exit(1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files_in(folder), 2);
    expect_content(c, path, "old");
    zm_clear_temporaries(folder);
    assert_int_equal(files_in(folder), 1);
    expect_content(c, path, "old");
    zm_clear_temporaries("/nowhere/at/all");
}

static void who_cannot_write_is_told_where(void **state)
{
    zm_context *c = *state;
    char path[4096];
    zm_out *o;
    assert_int_equal(zm_write_file(c, unit_path("no/such/folder/file", path), "x", 1), ZM_IO);
    assert_non_null(strstr(zm_message(c), path));
    assert_non_null(strstr(zm_message(c), "No such file"));
    assert_int_equal(zm_out_open(c, "/proc/zermelo", &o), ZM_IO);
    assert_null(o);
    char endless[6000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    assert_int_equal(zm_out_open(c, endless, &o), ZM_IO);
    assert_int_equal(zm_make_folders(c, endless), ZM_IO);
}

/* A folder that forbids writing; root may write all the same, so it is skipped for root. */
static void a_folder_that_forbids_writing(void **state)
{
    zm_context *c = *state;
    if (geteuid() == 0)
        unit_skip("root may write everywhere");
    char folder[4096], path[4096];
    unit_path("forbidden", folder);
    unit_path("forbidden/file", path);
    assert_int_equal(zm_make_folders(c, folder), ZM_OK);
    chmod(folder, 0555);
    assert_int_equal(zm_write_file(c, path, "x", 1), ZM_IO);
    assert_non_null(strstr(zm_message(c), "Permission denied"));
    chmod(folder, 0755);
}

/* The temporary's name leads to /dev/full, where every write fails with "no space": the old content must stay. */
static void a_full_disk_loses_nothing(void **state)
{
    zm_context *c = *state;
    char path[4096], temporary[4096];
    unit_path("kept", path);
    unit_path("kept.part~", temporary);
    assert_int_equal(zm_write_file(c, path, "old", 3), ZM_OK);
    assert_int_equal(symlink("/dev/full", temporary), 0);
    char block[600000] = {0};
    assert_int_equal(zm_write_file(c, path, block, sizeof block), ZM_IO);
    assert_non_null(strstr(zm_message(c), "No space left"));
    expect_content(c, path, "old");
    assert_int_equal(symlink("/dev/full", temporary), 0); /* it was removed; now fail in the commit's own flush */
    assert_int_equal(zm_write_file(c, path, "new", 3), ZM_IO);
    expect_content(c, path, "old");
    assert_int_equal(access(temporary, F_OK), -1);
}

static void a_target_that_is_a_folder_is_refused(void **state)
{
    zm_context *c = *state;
    char path[4096];
    unit_path("folder", path);
    assert_int_equal(zm_make_folders(c, path), ZM_OK);
    assert_int_equal(zm_write_file(c, path, "x", 1), ZM_IO);
    zm_mapped m;
    assert_int_equal(zm_map_file(c, path, &m), ZM_CORRUPT);
}

static void mapping_what_is_not_there_or_no_file(void **state)
{
    zm_context *c = *state;
    char path[4096];
    zm_mapped m;
    assert_int_equal(zm_map_file(c, unit_path("missing", path), &m), ZM_NOT_FOUND);
    assert_null(m.data);
    assert_int_equal(mkfifo(unit_path("pipe", path), 0666), 0);
    assert_int_equal(zm_map_file(c, path, &m), ZM_CORRUPT); /* and does not wait for a writer */
    zm_unmap_file(&m);
}

static void folders_are_made_with_their_parents(void **state)
{
    zm_context *c = *state;
    char path[4096], file[4096];
    assert_int_equal(zm_make_folders(c, unit_path("a/b//c/", path)), ZM_OK);
    assert_int_equal(zm_make_folders(c, path), ZM_OK);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_true(S_ISDIR(st.st_mode));
    assert_int_equal(zm_make_folders(c, ""), ZM_IO);
    assert_int_equal(zm_write_file(c, unit_path("a/file", file), "x", 1), ZM_OK);
    assert_int_equal(zm_make_folders(c, file), ZM_IO);
    assert_int_equal(zm_make_folders(c, unit_path("a/file/below", path)), ZM_IO);
}

/* Of a folder that is not there yet it is that of the next one above it. */
static void space_is_that_of_the_disk(void **state)
{
    char folder[4096], file[4200], below[4200];
    uint64_t here, there, root;
    zm_context *c = zm_context_new();
    (void)state;
    unit_path("space", folder);
    snprintf(file, sizeof file, "%s/x", folder);
    snprintf(below, sizeof below, "%s/a/b/c", folder);
    assert_true(zm_free_space(below, &there) && there > 0);
    assert_int_equal(zm_folder_bytes(folder), 0);
    assert_int_equal(zm_make_folders(c, folder), ZM_OK);
    assert_int_equal(zm_write_file(c, file, folder, sizeof folder), ZM_OK);
    assert_true(zm_folder_bytes(folder) >= sizeof folder);
    assert_true(zm_free_space(".", &here) && zm_free_space("not/there", &there) && here / 2 < there);
    assert_true(zm_free_space("/", &root) && zm_free_space("/not-there", &there) && root / 2 < there);
    snprintf(below, sizeof below, "%s/x/y", folder);
    assert_false(zm_free_space(below, &there)); /* below a file */
    zm_context_free(c);
}

static void relative_paths_work(void **state)
{
    zm_context *c = *state;
    char folder[4096];
    assert_int_equal(chdir(unit_path("", folder)), 0);
    assert_int_equal(zm_make_folders(c, "relative/deep"), ZM_OK);
    assert_int_equal(zm_write_file(c, "bare", "x", 1), ZM_OK);
    expect_content(c, "bare", "x");
}

/* Tries the lock in another process; returns the status it got there. */
static int lock_elsewhere(const char *path)
{
    pid_t child = fork();
    if (!child) {
        zm_context *c = zm_context_new();
        int lock;
        int s = (int)zm_lock_file(c, path, &lock);
        bool says = s == ZM_OK || strstr(zm_message(c), "another process");
        zm_context_free(c);
        _exit(says ? s : 99);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void one_writer_at_a_time(void **state)
{
    zm_context *c = *state;
    char path[4096];
    unit_path("lock", path);
    int lock;
    assert_int_equal(zm_lock_file(c, path, &lock), ZM_OK);
    assert_int_equal(lock_elsewhere(path), ZM_BUSY);
    zm_unlock_file(lock);
    assert_int_equal(lock_elsewhere(path), ZM_OK); /* and that process's death frees it */
    assert_int_equal(zm_lock_file(c, path, &lock), ZM_OK);
    int second;
    assert_int_equal(zm_lock_file(c, path, &second), ZM_BUSY); /* two solves in one process are two writers as well */
    assert_int_equal(second, -1);
    zm_unlock_file(second);
    zm_unlock_file(lock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(pieces_of_any_size_arrive_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(the_old_content_stays_until_the_commit, setup, teardown),
        cmocka_unit_test_setup_teardown(what_a_killed_writer_leaves_is_cleared, setup, teardown),
        cmocka_unit_test_setup_teardown(who_cannot_write_is_told_where, setup, teardown),
        cmocka_unit_test_setup_teardown(a_folder_that_forbids_writing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_target_that_is_a_folder_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(mapping_what_is_not_there_or_no_file, setup, teardown),
        cmocka_unit_test_setup_teardown(folders_are_made_with_their_parents, setup, teardown),
        cmocka_unit_test_setup_teardown(relative_paths_work, setup, teardown),
        cmocka_unit_test_setup_teardown(space_is_that_of_the_disk, setup, teardown),
        cmocka_unit_test_setup_teardown(one_writer_at_a_time, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
