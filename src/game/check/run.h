/* run.h: what the files that check a game (check.h) hand to each other: the state that is looked at, and room for
 * what rules write. */
#ifndef ZM_GAME_CHECK_RUN_H
#define ZM_GAME_CHECK_RUN_H

#include "check.h"
#include "game/guarded.h"

#include <zermelo/rules.h>
#include <zermelo/variant.h>

/* Arrays that the rules write to, each by the functions it is named after. */
typedef enum zm_room {
    ZM_ROOM_MOVES,
    ZM_ROOM_OTHER, /* moves too, of other positions */
    ZM_ROOM_LEAVING,
    ZM_ROOM_WEIGHTS,
    ZM_ROOM_CHILDREN,
    ZM_ROOM_PARTS,
    ZM_ROOM_AGAIN, /* parts of a part */
    ZM_ROOM_CELLS,
    ZM_ROOM_TOUCHES,
    ZM_ROOM_WINNING,
    ZM_ROOM_IMAGE,
    ZM_ROOM_POINTS,
    ZM_ROOM_IN_HAND,
    ZM_ROOM_STAYING, /* `leaving` tells how many others there are */
    ZM_ROOMS,
} zm_room;

typedef struct zm_check_run {
    zm_context *c;
    const zm_variant *v;
    zm_variant own;     /* what v points to: the variant that is checked, with `mistake` */
    zm_mistake mistake; /* of the game in asking for its options */
    const zm_game *g;
    uint64_t random;
    unsigned plays, passes; /* moves of the random games, and how many of them passed the turn */
    zm_tried tried;
    zm_pos p; /* the state looked at, its end and its moves */
    zm_end end;
    unsigned count;
    zm_move move; /* to the successor looked at */
    bool playing; /* random games, whose mistakes are told before those of bits that play does not come to: */
    char later[640];
    zm_pos later_at;
    zm_guarded room[ZM_ROOMS];
    zm_move *moves, *other;
    char text[ZM_MAX_TEXT];
    zm_pos next[2][ZM_MAX_MOVES];
    uint64_t hash[ZM_MAX_MOVES];
    /* of the visit to the parents of one successor */
    zm_pos child;
    unsigned visited;
    bool found;
    zm_status visit_status;
} zm_check_run;

enum {
    ZM_CHECK_SUCCESSORS = 12, /* looked at closely, of each state */
    ZM_CHECK_LOOKS = 256,     /* moves that are looked at for one that ends the game; children that are compared */
};

/* ---- check.c ---- */
uint64_t zm_check_draw(zm_check_run *k, uint64_t below);
/* Fails with the game, the variant, the position at hand and what is wrong. */
zm_status zm_check_wrong(zm_check_run *k, const char *format, ...) __attribute__((format(printf, 2, 3)));

zm_status zm_check_later(zm_check_run *k); /* with what was kept for later, if anything */

typedef struct zm_check_rule { /* what goes with what */
    bool well;
    const char *says;
} zm_check_rule;
zm_status zm_check_rules(zm_check_run *k, const zm_check_rule *rules, size_t count);
#define ZM_CHECK_RULES(k, rules) zm_check_rules(k, rules, sizeof rules / sizeof *rules)

/* ---- each facet; what it does not check is NULL ---- */
typedef struct zm_check_facet {
    zm_status (*once)(zm_check_run *k);                             /* of the game and the variant; k->p is the start */
    zm_status (*state)(zm_check_run *k);                            /* of k->p, with its end and moves */
    zm_status (*successor)(zm_check_run *k, zm_pos p, zm_pos next); /* of a position after a move, and its state */
    zm_status (*after)(zm_check_run *k);                            /* of k->p, whose successors are right */
} zm_check_facet;

extern const zm_check_facet zm_check_core, zm_check_dice, zm_check_looks, zm_check_sources, zm_check_counts,
    zm_check_index, zm_check_backward, zm_check_rows, zm_check_hunt, zm_check_race, zm_check_search, zm_check_sums,
    zm_check_bits;

/* ---- core.c ---- */
zm_text zm_check_write(zm_check_run *k, zm_pos p);                               /* as text, in k->text */
zm_status zm_check_text(zm_check_run *k, const zm_text *text, const char *what); /* may it be shown? */
zm_status zm_check_notation(zm_check_run *k, zm_pos p, bool is_state);
zm_status zm_check_basis(zm_check_run *k); /* finds the end and the moves of k->p */
zm_status zm_check_move_texts(zm_check_run *k);
zm_status zm_check_fingerprint(zm_check_run *k, zm_pos p); /* of k->p, its image, or a position after a move */
zm_status zm_check_start(zm_check_run *k);                 /* has it the end and the successors of its fingerprint? */
zm_status zm_check_image(zm_check_run *k);                 /* of k->p, under a symmetry of the board */
/* The different states that moves lead to, sorted; returns how many. */
unsigned zm_check_successors(zm_check_run *k, zm_pos p, zm_pos *out, zm_end *end);

/* ---- dice.c ---- */
zm_status zm_check_rolls(zm_check_run *k);

/* ---- index.c ---- */
zm_status zm_check_place(zm_check_run *k, zm_pos p);
bool zm_check_can_pick(const zm_check_run *k); /* places at random, */
zm_status zm_check_pick(zm_check_run *k, bool *is_state, zm_pos *p);

/* ---- rooms.c ---- */
zm_status zm_check_open_rooms(zm_check_run *k);
void zm_check_close_rooms(zm_check_run *k);
zm_status zm_check_stains(zm_check_run *k);

/* Short names for the files of this folder. */
typedef zm_check_run run;
#define draw zm_check_draw
#define wrong zm_check_wrong

#endif
