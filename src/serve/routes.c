/* routes.c: which answer a path means. openapi.json describes them all (a test says so). */
#include "server.h"

#include <string.h>

const zm_route zm_routes[] = {
    {"/api/games", "GET", zm_answer_games},
    {"/api/games/{game}", "GET", zm_answer_game},
    {"/api/games/{game}/compare", "GET", zm_answer_compare},
    {"/api/games/{game}/{variant}", "GET", zm_answer_variant},
    {"/api/games/{game}/{variant}/solve", "POST", zm_answer_solve},
    {"/api/games/{game}/{variant}/positions/{position}", "GET", zm_answer_position},
    {"/api/games/{game}/{variant}/line/{position}", "GET", zm_answer_line},
    {"/api/games/{game}/{variant}/random", "GET", zm_answer_random},
    {"/api/games/{game}/{variant}/stats", "GET", zm_answer_stats},
    {"/api/value", "GET", zm_answer_value},
    {"/api/openapi.json", "GET", zm_answer_openapi},
    {NULL, NULL, NULL},
};

static const zm_route page = {"/", "GET", zm_answer_page};

/* Segment by segment; what is in braces matches anything. */
static bool matches(const zm_request *r, const char *path)
{
    unsigned i = 0;
    for (path++; i < r->segments; i++) {
        const size_t n = strcspn(path, "/");
        if (*path != '{' && (strlen(r->segment[i]) != n || strncmp(r->segment[i], path, n) != 0))
            return false;
        path += n;
        if (!*path)
            return i + 1 == r->segments;
        path++;
    }
    return false;
}

static const zm_route *route_of(const zm_request *r)
{
    for (const zm_route *route = zm_routes; route->path; route++)
        if (matches(r, route->path))
            return route;
    return strcmp(r->segment[0], "api") != 0 ? &page : NULL;
}

zm_status zm_route_find(zm_request *r)
{
    const zm_route *route = route_of(r);
    r->route = route;
    if (!route)
        return zm_refuse(r, 404, "there is nothing at this address; /api/openapi.json says what there is");
    return ZM_OK;
}
