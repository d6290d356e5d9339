/* facets.c: see facets.h. A new facet gets a row here, a place in zm_completed and a list of functions in
 * trace/functions.inc. */
#include "facets.h"

#include <zermelo/rules.h>
#include <zermelo/search.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define FACET(name, NAME) #name, "ZM_" #NAME, offsetof(zm_game, name), ZM_##NAME##_VERSION, sizeof(zm_##name)
#define MEMBER(facet, member)                                                    \
    {                                                                            \
#member, offsetof(zm_##facet, member), sizeof(((zm_##facet *)0)->member) \
    }

const zm_facet zm_facets[] = {
    {FACET(board, BOARD), {MEMBER(board, rows)}},
    {FACET(dice, DICE), {MEMBER(dice, rolls), MEMBER(dice, moves)}},
    {FACET(index, INDEX), {MEMBER(index, tiers), MEMBER(index, tier_size), MEMBER(index, rank), MEMBER(index, unrank)}},
    {FACET(backward, BACKWARD), {{0}}},
    {FACET(rows, ROWS), {MEMBER(rows, width)}},
    {FACET(hunt, HUNT),
     {MEMBER(hunt, squares), MEMBER(hunt, free), MEMBER(hunt, many), MEMBER(hunt, place), MEMBER(hunt, steps),
      MEMBER(hunt, position)}},
    {FACET(race, RACE),
     {MEMBER(race, squares), MEMBER(race, homes), MEMBER(race, runners), MEMBER(race, facing), MEMBER(race, steps),
      MEMBER(race, again), MEMBER(race, sides), MEMBER(race, position)}},
    {FACET(search, SEARCH),
     {MEMBER(search, begin), MEMBER(search, key), MEMBER(search, key_bits), MEMBER(search, left),
      MEMBER(search, expand)}},
    {FACET(sums, SUMS), {{0}}},
    {FACET(looks, LOOKS), {{0}}},
    {FACET(sources, SOURCES), {{0}}},
    {FACET(counts, COUNTS), {{0}}},
    {.name = NULL},
};

static const char *facet_of(const zm_game *g, const zm_facet *f)
{
    return *(const char *const *)(const void *)((const char *)g + f->at);
}

static unsigned version_of(const char *facet) { return *(const unsigned *)(const void *)facet; }

static bool is_left_out(const char *member, size_t bytes)
{
    while (bytes && !member[bytes - 1])
        bytes--;
    return !bytes;
}

bool zm_has_facet(const zm_game *g, const zm_facet *f)
{
    const char *facet = facet_of(g, f);
    return facet && !is_left_out(facet + sizeof(unsigned), f->bytes - sizeof(unsigned));
}

zm_status zm_check_versions(zm_context *c, const zm_game *g, const char *what, const char *called)
{
    for (const zm_facet *f = zm_facets; f->name; f++) {
        const char *facet = facet_of(g, f);
        const unsigned version = facet ? version_of(facet) : f->version;
        if (version != f->version)
            return zm_fail(
                c, ZM_BAD_INPUT,
                "%s %s: its facet %s was built for version %u, this zermelo has version %u; %s%s%srebuild it: "
                "zermelo build FILE",
                what, called, f->name, version, f->version, version ? "" : "write it with ", version ? "" : f->macro,
                version ? "" : "(...) and ");
    }
    return ZM_OK;
}

void zm_add_missing_members(const zm_game *g, char *list, size_t size)
{
    for (const zm_facet *f = zm_facets; f->name; f++)
        for (unsigned i = 0; zm_has_facet(g, f) && i < ZM_MAX_REQUIRED && f->required[i].name; i++) {
            const size_t used = strlen(list);
            if (is_left_out(facet_of(g, f) + f->required[i].at, f->required[i].bytes))
                snprintf(list + used, size - used, "%s%s of %s", used ? ", " : "", f->required[i].name, f->name);
        }
}
