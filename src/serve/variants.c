/* variants.c: see variants.h. */
#include "variants.h"

#include "answer/parts.h"
#include "game/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_OPEN = 64,
    LOOK_AGAIN = 1, /* seconds until a folder is looked at again */
};

struct zm_variants {
    zm_server *server;
    pthread_mutex_t lock;
    zm_open *first;
    unsigned count;
};

zm_variants *zm_variants_open(zm_server *s)
{
    zm_variants *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->server = s;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void free_open(zm_open *o)
{
    zm_spot *spot = atomic_load(&o->spot);
    zm_value_source_close(o->source); /* and what was made in the context of the spot */
    if (spot) {
        zm_table_close(spot->aside);
        zm_context_free(spot->context);
        free(spot);
    }
    if (o->context) {
        zm_variant_free(o->context, o->variant);
        zm_context_free(o->context);
    }
    pthread_mutex_destroy(&o->making);
    free(atomic_load(&o->advice));
    free(o);
}

void zm_variants_close(zm_variants *l)
{
    if (!l)
        return;
    while (l->first) {
        zm_open *o = l->first;
        l->first = o->next;
        free_open(o);
    }
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* ---- names ---- */
void zm_game_refuse(zm_server *s, const char *name, const char *why)
{
    pthread_mutex_lock(&s->games_lock);
    const unsigned n = s->refusals < ZM_MOST_REFUSED ? s->refusals++ : ZM_MOST_REFUSED - 1;
    snprintf(s->refused[n].game, sizeof s->refused[n].game, "%s", name);
    snprintf(s->refused[n].why, sizeof s->refused[n].why, "%s", why);
    pthread_mutex_unlock(&s->games_lock);
}

zm_status zm_game_returns(zm_server *s, zm_context *c, const char *name)
{
    zm_status status = ZM_OK;
    pthread_mutex_lock(&s->games_lock);
    for (unsigned i = 0; i < s->refusals && status == ZM_OK; i++)
        if (!strcmp(s->refused[i].game, name))
            status = zm_fail(c, ZM_IO, "%s", s->refused[i].why);
    pthread_mutex_unlock(&s->games_lock);
    return status;
}

zm_status zm_game_named(zm_server *s, zm_context *c, const char *name, const zm_game **out)
{
    char message[1024], shown[ZM_SHOWN];
    for (size_t i = 0; (*out = zm_builtin(i)); i++)
        if (!strcmp((*out)->name, name))
            return ZM_OK;
    if (!zm_good_name(name)) /* which might be a path */
        return zm_fail(c, ZM_NOT_FOUND, "there is no game \"%s\"; /api/games lists all", zm_shown(name, shown));
    ZM_TRY(c, zm_game_returns(s, c, name));
    pthread_mutex_lock(&s->games_lock);
    zm_status status = zm_find_game(s->games, name, out);
    snprintf(message, sizeof message, "%s", zm_message(s->games));
    pthread_mutex_unlock(&s->games_lock);
    if (status == ZM_OK)
        return ZM_OK;
    return zm_fail(c, status == ZM_BAD_INPUT ? ZM_NOT_FOUND : status, "%s", message);
}

char *zm_variant_path(const zm_variant *v, char out[ZM_VARIANT_TEXT])
{
    zm_variant_text(v, ',', false, out, ZM_VARIANT_TEXT);
    if (!*out)
        strcpy(out, "default");
    return out;
}

/* Is it name=value? Lists have commas themselves, so that only such a thing behind a comma is a setting. */
static bool is_setting(const char *text)
{
    if (!isalpha((unsigned char)*text))
        return false;
    text += strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return *text == '=';
}

unsigned zm_path_settings(char *path, const char *setting[ZM_MAX_OPTIONS])
{
    unsigned count = 0;
    if (!strcmp(path, "default"))
        return 0;
    for (char *at = path; at;) {
        if (count == ZM_MAX_OPTIONS)
            return count + 1;
        setting[count++] = at;
        char *next = at + strcspn(at, ",+");
        while (*next && !is_setting(next + 1))
            next += 1 + strcspn(next + 1, ",+");
        at = *next ? next + 1 : NULL;
        *next = 0;
    }
    return count;
}

const char *zm_open_command(const zm_server *s, const zm_open *o, const char *command, char *out, size_t size)
{
    return zm_command_text(command, o->game->name, o->variant, s->options.tables ? "DIR" : NULL, out, size);
}

bool zm_open_advised(const zm_server *s, const zm_open *o)
{
    return zm_value_source_places(o->source) <= s->options.largest || atomic_load(&o->advice);
}

/* False: it was stopped, or there is no memory. */
static bool advise(zm_request *r, const zm_open *o, zm_advice *out)
{
    const zm_serve_options *options = &r->server->options;
    zm_context *c = zm_context_new();
    if (!c)
        return false;
    zm_set_memory(c, options->memory);
    zm_lane_watch(r->server->lane, r, c);
    zm_advise_in(c, o->game->name, o->variant, options->tables ? "DIR" : NULL, out);
    zm_lane_watch(r->server->lane, r, NULL);
    const bool stopped = zm_stopped(c);
    zm_context_free(c);
    return !stopped;
}

const zm_advice *zm_open_advice(zm_request *r, zm_open *o)
{
    zm_advice *known = atomic_load(&o->advice), *made;
    if (known || !(made = calloc(1, sizeof *made)))
        return known;
    made->fits = made->helps = true;
    if (zm_value_source_places(o->source) <= r->server->options.largest) {
        zm_open_command(r->server, o, "solve", made->command, sizeof made->command);
    } else if (!advise(r, o, made)) {
        free(made);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&o->advice, &known, made))
        return made;
    free(made); /* somebody was quicker */
    return known;
}

/* ---- opening ---- */
static zm_status make_variant(zm_open *o, zm_context *c, const char *path)
{
    const char *setting[ZM_MAX_OPTIONS];
    char text[ZM_LONGEST_URI + 1];
    snprintf(text, sizeof text, "%s", path);
    const unsigned count = zm_path_settings(text, setting);
    if (count > ZM_MAX_OPTIONS)
        return zm_fail(c, ZM_BAD_INPUT, "more settings than any game has");
    zm_status status = zm_variant_new(o->context, o->game, setting, count, &o->variant);
    return status == ZM_OK ? ZM_OK : zm_fail(c, status, "%s", zm_message(o->context));
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static struct stat look(const zm_open *o)
{
    struct stat file;
    if (!*o->manifest || stat(o->manifest, &file))
        memset(&file, 0, sizeof file);
    return file;
}

static zm_status open_source(zm_server *s, zm_context *c, zm_open *o)
{
    const zm_value_source_options options = ZM_OPTIONS(zm_value_source_options, .tables = *s->tables ? s->tables : NULL,
                                                       .always_quick = true, .ignore_damage = true);
    if (zm_table_path(o->context, o->variant, options.tables, o->manifest, sizeof o->manifest - 16) == ZM_OK)
        strcat(o->manifest, "/manifest");
    else
        *o->manifest = 0;
    o->file = look(o);
    o->looked = zm_now();
    if (zm_value_source_open(o->context, o->variant, &options, &o->source) != ZM_OK)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    snprintf(o->problem, sizeof o->problem, "%s", zm_value_source_problem(o->source));
    zm_hide_paths(s, o->problem, sizeof o->problem);
    return ZM_OK;
}

static zm_status make_open(zm_server *s, zm_context *c, const zm_game *g, const char *path, zm_open **out)
{
    zm_open *o = calloc(1, sizeof *o);
    *out = o;
    if (!o)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    pthread_mutex_init(&o->making, NULL);
    o->game = g;
    o->context = zm_context_new();
    if (!o->context)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    zm_set_memory(o->context, s->options.memory);
    ZM_TRY(c, make_variant(o, c, path));
    zm_variant_path(o->variant, o->path);
    return ZM_OK;
}

/* ---- the list; its lock is held ---- */
static void take_off(zm_variants *l, zm_open *o)
{
    zm_open **at = &l->first;
    while (*at && *at != o)
        at = &(*at)->next;
    *at = o->next;
    o->listed = false;
    l->count--;
}

static void put_first(zm_variants *l, zm_open *o)
{
    o->next = l->first;
    l->first = o;
    o->listed = true;
    l->count++;
}

/* What nobody uses and was not used for longest: for which `also` holds. */
static zm_open *oldest(const zm_variants *l, bool on_spot)
{
    zm_open *last = NULL;
    for (zm_open *o = l->first; o; o = o->next)
        if (!o->users && (!on_spot || zm_open_on_spot(o)))
            last = o;
    return last;
}

static uint64_t spot_bytes(const zm_variants *l)
{
    uint64_t bytes = 0;
    for (const zm_open *o = l->first; o; o = o->next) {
        const zm_spot *spot = atomic_load(&o->spot);
        bytes += spot ? zm_memory_used(spot->context) : 0;
    }
    return bytes;
}

static void make_room(zm_variants *l)
{
    zm_open *o;
    while (l->count > MOST_OPEN && (o = oldest(l, false))) {
        take_off(l, o);
        free_open(o);
    }
    while (spot_bytes(l) > l->server->options.memory && (o = oldest(l, true))) {
        take_off(l, o);
        free_open(o);
    }
}

/* Has the table in the folder changed since it was opened? */
static bool is_stale(zm_open *o)
{
    const double now = zm_now();
    if (now - o->looked < LOOK_AGAIN)
        return false;
    const struct stat file = look(o);
    o->looked = now;
    return !same_file(&file, &o->file);
}

static zm_open *listed(zm_variants *l, const char *game, const char *path)
{
    for (zm_open *o = l->first; o; o = o->next)
        if (!o->aside && !strcmp(o->path, path) && !strcmp(o->game->name, game)) {
            take_off(l, o);
            if (is_stale(o)) {
                if (!o->users)
                    free_open(o);
                return NULL;
            }
            put_first(l, o);
            o->users++;
            return o;
        }
    return NULL;
}

static zm_open *find_listed(zm_variants *l, const char *game, const char *path)
{
    pthread_mutex_lock(&l->lock);
    zm_open *o = listed(l, game, path);
    pthread_mutex_unlock(&l->lock);
    return o;
}

zm_status zm_variants_find(zm_server *s, zm_context *c, const char *game, const char *path, bool make, zm_open **out)
{
    zm_variants *l = s->variants;
    const zm_game *g;
    zm_open *fresh = NULL;
    *out = find_listed(l, game, path);
    if (*out)
        return ZM_OK;
    if (!make)
        return ZM_BUSY;
    ZM_TRY(c, zm_game_named(s, c, game, &g));
    zm_status status = make_open(s, c, g, path, &fresh);
    if (status == ZM_OK && fresh && (*out = find_listed(l, game, fresh->path))) { /* it was written in another way */
        free_open(fresh);
        return ZM_OK;
    }
    if (status == ZM_OK)
        status = open_source(s, c, fresh);
    if (status != ZM_OK) {
        if (fresh)
            free_open(fresh);
        return status;
    }
    pthread_mutex_lock(&l->lock);
    *out = listed(l, game, fresh->path);
    if (!*out) {
        fresh->users = 1;
        put_first(l, fresh);
        *out = fresh;
        fresh = NULL;
        make_room(l);
    }
    pthread_mutex_unlock(&l->lock);
    if (fresh)
        free_open(fresh); /* somebody was quicker */
    return ZM_OK;
}

void zm_variants_use(zm_variants *l, zm_open *o)
{
    pthread_mutex_lock(&l->lock);
    o->users++;
    pthread_mutex_unlock(&l->lock);
}

void zm_variants_give(zm_variants *l, zm_open *o)
{
    pthread_mutex_lock(&l->lock);
    const bool gone = !--o->users && !o->listed;
    pthread_mutex_unlock(&l->lock);
    if (gone)
        free_open(o);
}

/* ---- how far a solve is ---- */
void zm_solving_begin(zm_solving *s)
{
    *s = (zm_solving){.phase = "beginning", .done = -1, .left = -1, .began = zm_now()};
}

void zm_solving_note(zm_solving *s, const zm_progress *p)
{
    const double done = p->total ? (double)p->done / (double)p->total : -1;
    snprintf(s->phase, sizeof s->phase, "%s", p->phase ? p->phase : "");
    s->done = done > 1 ? 1 : done;
    s->left = p->left;
}

zm_solving zm_solving_now(const zm_solving *s)
{
    zm_solving now = *s;
    now.seconds = zm_now() - s->began;
    return now;
}

bool zm_open_solving(zm_variants *l, const zm_open *o, zm_solving *out)
{
    pthread_mutex_lock(&l->lock);
    const bool solving = o->solving;
    if (solving)
        *out = zm_solving_now(&o->far);
    pthread_mutex_unlock(&l->lock);
    return solving;
}

/* ---- where values come from ---- */
const zm_table *zm_open_table(const zm_open *o)
{
    const zm_spot *spot = o->aside ? atomic_load_explicit(&o->spot, memory_order_acquire) : NULL;
    return o->aside ? (spot ? spot->aside : NULL) : zm_value_source_whole(o->source).table;
}

const zm_table *zm_open_finished(const zm_open *o)
{
    const zm_values_found stored = zm_value_source_stored(o->source);
    return stored.origin == ZM_FROM_TABLE ? stored.table : NULL;
}

bool zm_open_on_spot(const zm_open *o)
{
    return o->aside ? atomic_load(&o->spot) != NULL : zm_value_source_whole(o->source).origin == ZM_FROM_WHOLE;
}

zm_status zm_open_search(zm_request *r, zm_open *o, zm_pos p, const zm_table **t)
{
    zm_values_found found;
    pthread_mutex_lock(&o->making);
    zm_status status = zm_values_for(o->context, o->source, p, &found);
    if (status != ZM_OK)
        status = zm_fail(r->worker->context, status, "%s", zm_message(o->context));
    pthread_mutex_unlock(&o->making);
    *t = found.table;
    return status;
}

typedef struct making { /* whom to tell how far a table made on the spot is */
    zm_variants *list;
    zm_open *open;
} making;

static void on_progress(void *arg, const zm_progress *p)
{
    const making *m = arg;
    pthread_mutex_lock(&m->list->lock);
    zm_solving_note(&m->open->far, p);
    pthread_mutex_unlock(&m->list->lock);
}

static void set_solving(zm_variants *l, zm_open *o, bool solving)
{
    pthread_mutex_lock(&l->lock);
    o->solving = solving;
    if (solving)
        zm_solving_begin(&o->far);
    pthread_mutex_unlock(&l->lock);
}

static zm_status make_spot(zm_request *r, zm_open *o, const zm_pos *aside, zm_spot *spot)
{
    zm_context *c = r->worker->context;
    making telling = {r->server->variants, o};
    zm_values_found found = {0};
    zm_status status;
    zm_set_memory(spot->context, r->server->options.request_memory);
    zm_set_threads(spot->context, r->server->options.threads);
    zm_set_progress(spot->context, on_progress, &telling);
    set_solving(r->server->variants, o, true);
    zm_lane_watch(r->server->lane, r, spot->context);
    if (aside)
        status = zm_solve_position(spot->context, o->variant, *aside, ZM_SPOT_STATES, &spot->aside);
    else
        status = zm_values_for_all(spot->context, o->source, &found);
    zm_lane_watch(r->server->lane, r, NULL);
    zm_set_progress(spot->context, NULL, NULL);
    set_solving(r->server->variants, o, false);
    if (status == ZM_OK && !aside && !found.table)
        status = ZM_NO_MEMORY;
    return status == ZM_OK ? ZM_OK : zm_fail(c, status, "%s", zm_message(spot->context));
}

/* A table of what follows a position, or of all that play reaches. */
static zm_status solve(zm_request *r, zm_open *o, const zm_pos *aside)
{
    zm_spot *spot = calloc(1, sizeof *spot);
    if (spot)
        spot->context = zm_context_new();
    if (!spot || !spot->context) {
        free(spot);
        return zm_fail(r->worker->context, ZM_BUSY, "out of memory");
    }
    zm_status status = make_spot(r, o, aside, spot);
    if (status == ZM_OK) {
        atomic_store_explicit(&o->spot, spot, memory_order_release);
        pthread_mutex_lock(&r->server->variants->lock);
        make_room(r->server->variants);
        pthread_mutex_unlock(&r->server->variants->lock);
        return ZM_OK;
    }
    zm_context_free(spot->context);
    free(spot);
    return status;
}

zm_status zm_open_solve(zm_request *r, zm_open *o)
{
    if (pthread_mutex_trylock(&o->making)) /* somebody is at it */
        return zm_lane_wait(r);
    zm_status status = ZM_OK;
    if (!zm_open_table(o)) /* nobody has been quicker */
        status = zm_value_source_fits(o->source) ? solve(r, o, NULL) : ZM_NO_MEMORY;
    pthread_mutex_unlock(&o->making);
    return status;
}

/* ---- positions that play never gets to ---- */
static bool has(zm_context *c, const zm_open *o, zm_pos p)
{
    bool yes = false;
    return zm_table_has(c, zm_open_table(o), p, &yes) == ZM_OK && yes;
}

/* To look at a table takes no longer than to look at a list. */
static zm_open *find_aside(zm_variants *l, zm_context *c, const zm_open *like, zm_pos p)
{
    zm_open *found = NULL;
    pthread_mutex_lock(&l->lock);
    for (zm_open *o = l->first; o && !found; o = o->next)
        if (o->aside && o->game == like->game && !strcmp(o->path, like->path) && has(c, o, p))
            found = o;
    if (found) {
        take_off(l, found);
        put_first(l, found);
        found->users++;
    }
    pthread_mutex_unlock(&l->lock);
    return found;
}

zm_status zm_open_aside(zm_request *r, const zm_open *o, zm_pos p, zm_open **out)
{
    zm_variants *l = r->server->variants;
    zm_open *fresh;
    *out = find_aside(l, r->worker->context, o, p);
    if (*out)
        return ZM_OK;
    if (!r->in_lane)
        return ZM_BUSY;
    zm_status status = make_open(r->server, r->worker->context, o->game, o->path, &fresh);
    if (status == ZM_OK) {
        fresh->aside = true;
        status = solve(r, fresh, &p);
    }
    if (status != ZM_OK) {
        if (fresh)
            free_open(fresh);
        return status;
    }
    pthread_mutex_lock(&l->lock);
    fresh->users = 1;
    put_first(l, fresh);
    make_room(l);
    pthread_mutex_unlock(&l->lock);
    *out = fresh;
    return ZM_OK;
}
