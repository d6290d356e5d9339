/* announce.c: what a solve needs, said before it begins: memory, which must be within the budget, and disk. */
#include "announce.h"

#include "base/context.h"
#include "base/file.h"
#include "base/text.h"
#include "table/write/writer.h"

#include <stdio.h>

uint64_t zm_storing_bytes(const zm_context *c, const zm_solve_options *o, uint64_t places, uint64_t largest)
{
    return o->tables ? zm_writer_bytes(c, places, largest, o->part_states) : 0;
}

uint64_t zm_storing_disk(const zm_solve_options *o, uint64_t places)
{
    enum { FRAME = 1 << 16 }; /* what a table has beside values, at most, however small it is */
    return o->tables ? (o->wdl ? 1 : sizeof(zm_value)) * places + FRAME : 0;
}

/* "fox-and-geese geese=9" */
static const char *name_of(const zm_variant *v, char out[ZM_VARIANT_TEXT + 64])
{
    char settings[ZM_VARIANT_TEXT];
    zm_variant_text(v, ' ', false, settings, sizeof settings);
    snprintf(out, ZM_VARIANT_TEXT + 64, "%s%s%s", v->game->name, *settings ? " " : "", settings);
    return out;
}

zm_status zm_check_disk(zm_context *c, const zm_variant *v, const zm_demand *d, uint64_t there)
{
    char need[32], space[32], name[ZM_VARIANT_TEXT + 64];
    if (there < d->least_disk)
        return zm_fail(c, ZM_IO,
                       "%s needs at least %s of disk and %s are left; make room, or name another folder with --tables",
                       name_of(v, name), zm_bytes_text(d->least_disk, need), zm_bytes_text(there, space));
    if (there < d->disk)
        zm_note(c, "the disk has %s left, less than the table may take", zm_bytes_text(there, space));
    return ZM_OK;
}

/* What is free where the tables are, and what the table that is there already has: it is gone on with, or replaced. */
static zm_status look_for_space(zm_context *c, const zm_variant *v, const char *tables, const zm_demand *d)
{
    char folder[4096];
    uint64_t there;
    ZM_TRY(c, zm_table_path(c, v, tables, folder, sizeof folder));
    return zm_free_space(folder, &there) ? zm_check_disk(c, v, d, there + zm_folder_bytes(folder)) : ZM_OK;
}

/* What would help: more memory only where the machine has it. */
static const char *help_with(const zm_variant *v, uint64_t memory)
{
    const uint64_t there = zm_machine_memory();
    const bool book = v->game->search != NULL;
    if (there && memory > there)
        return book ? "; make a book of its first plies with --book-plies" : "";
    return book ? "; allow more with --memory, or make a book of its first plies with --book-plies"
                : "; allow more with --memory";
}

zm_status zm_check_memory(zm_context *c, const zm_variant *v, const zm_demand *d, zm_solved *out)
{
    char need[32], limit[32], name[ZM_VARIANT_TEXT + 64];
    out->announced_bytes = d->memory;
    if (d->memory <= zm_memory_limit(c))
        return ZM_OK;
    return zm_fail(c, ZM_NO_MEMORY, "%s needs about %s of memory and the limit is %s%s", name_of(v, name),
                   zm_bytes_text(d->memory, need), zm_bytes_text(zm_memory_limit(c), limit), help_with(v, d->memory));
}

zm_status zm_announce(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_demand *d,
                      const zm_solved *out)
{
    char need[32], limit[32], space[32], places[64];
    const uint64_t memory = d->memory, disk = d->disk;
    zm_note(c, "%s by %s: %s in %u tier%s, needs %s of memory (limit %s)%s%s%s", v->game->title,
            zm_method_name(out->method), zm_things_text(out->places, "place", places), out->tiers,
            out->tiers == 1 ? "" : "s", zm_bytes_text(memory, need), zm_bytes_text(zm_memory_limit(c), limit),
            disk ? " and at most " : "", disk ? zm_bytes_text(disk, space) : "", disk ? " of disk" : "");
    return disk ? look_for_space(c, v, o->tables, d) : ZM_OK;
}
