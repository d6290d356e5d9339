/* variants.h: variants that are open, with their tables.
 *
 * An entry is a variant and, if there is one, its table, from the folder or made on the spot. It does not change but
 * for the table that is made on the spot; when the table in the folder does, the entry is taken off the list, who still
 * uses it may go on, and a new one is made. What has not been used for longest goes first when there are too many, or
 * when the tables made on the spot take too much memory. */
#ifndef ZM_SERVE_VARIANTS_H
#define ZM_SERVE_VARIANTS_H

#include "answer/advice.h"
#include "server.h"

#include <sys/stat.h>

typedef struct zm_solving { /* how far a solve is */
    char phase[64];
    double done;          /* of the phase, 0 to 1; negative: nobody knows */
    double seconds, left; /* since it began; left of the phase, negative: nobody knows */
    double began;
} zm_solving;

typedef struct zm_spot { /* a table made on the spot, in a context of its own */
    zm_context *context;
    zm_table *aside; /* of what follows a position; else it is the source's */
} zm_spot;

struct zm_open {
    zm_open *next;  /* in the list; the last used comes first */
    unsigned users; /* the three below are guarded by the lock of the list */
    bool listed;
    double looked; /* when its folder was */
    zm_context *context;
    const zm_game *game;
    zm_variant *variant;
    char path[ZM_VARIANT_TEXT]; /* as in addresses: "default", "size=10,pawns=5" */
    bool aside;                 /* its table is of what follows a position that play never gets to */
    char manifest[4096];        /* its file; "": no folder is known */
    struct stat file;           /* it, as it was when the table was opened; all 0: it was not there */
    zm_value_source *source;    /* where its values come from; NULL: it is aside */
    char problem[1024];         /* why there is no finished table, without paths of this machine; "": there is one */
    pthread_mutex_t making;     /* for who makes a table on the spot, or a search */
    bool solving;               /* that is being done; the two are guarded by the lock of the list */
    zm_solving far;             /* and so far it is */
    _Atomic(zm_spot *) spot;
    _Atomic(zm_advice *) advice; /* made when it is needed */
};

zm_variants *zm_variants_open(zm_server *s); /* NULL: out of memory */
void zm_variants_close(zm_variants *l);

/* A game by its name alone. ZM_NOT_FOUND: there is none. */
zm_status zm_game_named(zm_server *s, zm_context *c, const char *name, const zm_game **out);
/* A plugin that did not return once is refused from then on, with this message. */
void zm_game_refuse(zm_server *s, const char *name, const char *why);
zm_status zm_game_returns(zm_server *s, zm_context *c, const char *name);
/* The variant that an address names, to be given back. `make`: if it is not open, open it; else ZM_BUSY. ZM_NOT_FOUND:
 * no such game. */
zm_status zm_variants_find(zm_server *s, zm_context *c, const char *game, const char *path, bool make, zm_open **out);
void zm_variants_use(zm_variants *l, zm_open *o); /* once more, to be given back once more */
void zm_variants_give(zm_variants *l, zm_open *o);

/* The table of all that play reaches, from the folder or made on the spot; NULL: there is none (yet). */
const zm_table *zm_open_table(const zm_open *o);
bool zm_open_on_spot(const zm_open *o); /* it was made here */
/* The finished one in the folder; NULL: there is none. */
const zm_table *zm_open_finished(const zm_open *o);
/* The search that the values of a position come from. */
zm_status zm_open_search(zm_request *r, zm_open *o, zm_pos p, const zm_table **t);
/* Makes a table of all that play reaches; takes seconds. ZM_NO_MEMORY: it is too large. */
zm_status zm_open_solve(zm_request *r, zm_open *o);
/* How far is that? False: nobody makes one. */
bool zm_open_solving(zm_variants *l, const zm_open *o, zm_solving *out);
/* A solve begins; it is so far; what to say of it now. Whoever calls has the lock. */
void zm_solving_begin(zm_solving *s);
void zm_solving_note(zm_solving *s, const zm_progress *p);
zm_solving zm_solving_now(const zm_solving *s);
/* The same variant with a table that has a position which that of `o` has not: one that is open, or a new one made on
 * the spot (not in the lane: ZM_BUSY). To be given back. ZM_NO_MEMORY: too much follows it. */
zm_status zm_open_aside(zm_request *r, const zm_open *o, zm_pos p, zm_open **out);
/* What to do where it has no table. What is small enough to be solved by this server is not thought about: it fits.
 * To find it out may take seconds, and is for the lane, unless zm_open_advised. NULL: out of memory, or the request was
 * stopped. */
const zm_advice *zm_open_advice(zm_request *r, zm_open *o);
bool zm_open_advised(const zm_server *s, const zm_open *o);
/* What to type: "zermelo solve chomp rows=3". */
const char *zm_open_command(const zm_server *s, const zm_open *o, const char *command, char *out, size_t size);
/* "size=10,pawns=5", "default". */
char *zm_variant_path(const zm_variant *v, char out[ZM_VARIANT_TEXT]);
/* Settings out of such a text, which is cut up; returns how many, ZM_MAX_OPTIONS + 1 when there are too many. */
unsigned zm_path_settings(char *path, const char *setting[ZM_MAX_OPTIONS]);

#endif
