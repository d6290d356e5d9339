/* game.h: the one rules interface. A game is a constant zm_game; everything Zermelo does follows from it.
 *
 * REQUIRED are start, moves (with dice: roll_moves), play, read and write. The rest is optional and says what it buys.
 * Rules are pure functions: the same answer for the same arguments, no memory of earlier calls, safe on any thread.
 * docs/adding-a-game.md walks through a new game step by step. */
#ifndef ZERMELO_GAME_H
#define ZERMELO_GAME_H

#include <zermelo/base.h>
#include <zermelo/combinations.h>
#include <zermelo/position.h>
#include <zermelo/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_ABI 13u /* changes whenever a structure of this file does */

enum {
    ZM_MAX_OPTIONS = 12,
    ZM_MAX_LIST = 16,       /* numbers in a list option */
    ZM_MAX_MOVES = 1 << 16, /* moves of one position; 20 geese can be taken in 42,105 ways in one */
    ZM_MAX_TEXT = 256,      /* bytes of a position, move or option value as text, the final 0 included */
    ZM_MAX_CHILDREN = 1 << 13,
    ZM_MAX_CELLS = 256,
    ZM_MAX_TOUCHES = 64,
    ZM_MAX_LOOKS = 4,
    ZM_MAX_PHASES = 4,
    ZM_MAX_PARTS = 64, /* that a position falls into */
    ZM_MAX_CODES = 4,
    ZM_MAX_BENCH = 4,
    ZM_MAX_PUBLISHED = 32,
    ZM_MAX_ROLLS = 64,
    ZM_MAX_POLICIES = 4,
    ZM_MAX_PAIRS = 16,
    ZM_MAX_OPERATIONS = 64, /* that map a board onto itself */
    ZM_MAX_KINDS = 4,       /* of pieces, where placements are counted */
};

typedef struct zm_game zm_game;
typedef struct zm_variant zm_variant;
typedef uint64_t zm_move; /* like positions, only the game knows what it means */

/* How a game stands, for the side to move. ZM_BEYOND is no end: play has led to more than 128 bits can hold. A game in which that
 * can happen says so (`limit`), and its `play` then gives one position that stands for all of these. A solve that meets it
 * is an error that tells the limit; it never gets a value. */
typedef enum zm_end { ZM_OPEN = 0, ZM_LOSS, ZM_DRAW, ZM_WIN, ZM_BEYOND } zm_end;

/* What is wrong with a text, and where: `at` counts bytes from 0, ZM_WHOLE blames no single place. */
#define ZM_WHOLE ((size_t)-1)
typedef struct zm_mistake {
    size_t at;
    char text[200];
} zm_mistake;

/* Fills *why and returns false, so that a reader can `return zm_wrong(why, at, "...")`. */
bool zm_wrong(zm_mistake *why, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- options: typed, ranged, documented ---- */
typedef enum zm_option_kind { ZM_INT_OPTION = 1, ZM_CHOICE_OPTION, ZM_LIST_OPTION, ZM_TEXT_OPTION } zm_option_kind;

typedef struct zm_option {
    const char *name;
    zm_option_kind kind;
    const char *fallback; /* as text; NULL: `prepare` sets it from the other options */
    int64_t min, max;     /* of a number, or of each number of a list (those at most 65535) */
    const char *choices;  /* "none|passed|blog" */
    const char *help;
} zm_option;

/* clang-format off */
#define ZM_INT(name_, default_, min_, max_, help_) {name_, ZM_INT_OPTION, default_, min_, max_, NULL, help_}
#define ZM_CHOICE(name_, default_, choices_, help_) {name_, ZM_CHOICE_OPTION, default_, 0, 0, choices_, help_}
#define ZM_LIST(name_, default_, min_, max_, help_) {name_, ZM_LIST_OPTION, default_, min_, max_, NULL, help_}
#define ZM_TEXT(name_, default_, help_) {name_, ZM_TEXT_OPTION, default_, 0, 0, NULL, help_}
/* clang-format on */

struct zm_variant {
    const zm_game *game;
    /* What `prepare` made: one flat block of game->data_bytes, so that it can be copied to a device. */
    const void *data;
    const struct zm_board_data *board; /* what its declared board became (board.h): one flat block, too */
    struct {
        int64_t number; /* of an int; the place of a choice in its list, from 0 */
        uint16_t list[ZM_MAX_LIST];
        unsigned count; /* numbers in the list */
        char text[64];  /* canonical; "" while not set */
    } option[ZM_MAX_OPTIONS];
};

/* By name; a name the game does not have is a mistake in the game and aborts. Read them in `prepare` and `start`,
 * keep what hot functions need in `data`. */
int64_t zm_option_number(const zm_variant *v, const char *name); /* of an int, or the place of a choice */
const char *zm_option_text(const zm_variant *v, const char *name);
unsigned zm_option_list(const zm_variant *v, const char *name, uint16_t out[ZM_MAX_LIST]); /* returns how many */
void zm_option_set(zm_variant *v, const char *name, const char *text); /* in `prepare`, for options without a default */

/* ---- a dense index ---- */
typedef struct zm_place {
    uint32_t tier;
    uint64_t index;
} zm_place;

/* What moves do that stay inside a tier. */
typedef enum zm_inside {
    ZM_CYCLES = 0, /* anything: positions may come back */
    ZM_DESCENDS,   /* they lead to smaller indices */
    ZM_LEAVES,     /* there are none: every move leaves the tier */
} zm_inside;

typedef void zm_visit(void *arg, zm_pos p);
typedef void zm_visit_index(void *arg, uint64_t index, bool doubtful);

/* Ways to play several games at once. A player who is to move and cannot has lost. */
typedef enum zm_compound {
    ZM_SUM = 0,   /* in one of them */
    ZM_UNION,     /* in some of them */
    ZM_SELECTIVE, /* in some of them, not all */
    ZM_AND,       /* in all of them: over when one is */
    ZM_ALSO,      /* in all that are not over */
    ZM_WTIA,      /* in one of them, and who ends one wins: the winner takes it all */
} zm_compound;

struct zm_hunt;       /* hunt.h: a lone piece against many */
struct zm_rows;       /* rows.h: tiers in rows that share one side's pieces */
struct zm_race;       /* race.h: two sides that run with dice */
struct zm_search;     /* search.h: values without a table */
struct zm_tabulation; /* tabulate.h: the values of all positions at once */
struct zm_solver;     /* of the library: a method */
struct zm_verifier;   /* likewise: a way to verify tables */
struct zm_layer;      /* layers.h: how many states there are after each number of plies */

/* The rules proper. All functions take the variant first. Positions handed to them are states (representatives); only
 * `moves`, `play`, `ended`, `turn` and `fingerprint` also get others, such as people type. */
/* clang-format off */
#define ZM_RULES_FIELDS                                                                                                \
    /* REQUIRED. The position the game starts from. */                                                                 \
    zm_pos (*start)(const zm_variant *v);                                                                              \
    /* REQUIRED. Writes the moves of an open position, returns how many (at most ZM_MAX_MOVES). */                     \
    unsigned (*moves)(const zm_variant *v, zm_pos p, zm_move *out);                                                    \
    /* OPTIONAL. Dice: how many different rolls there are, at most ZM_MAX_ROLLS. Positions are then those before a      \
     * roll, `roll_moves` takes the place of `moves`, and values are probabilities. 0: no dice. */                     \
    unsigned rolls;                                                                                                    \
    /* REQUIRED with `rolls`. The moves of an open position with this roll, counted from 0. There is at least one:     \
     * where nothing can be moved, to pass is the move. A move knows its roll: no two rolls share one. */              \
    unsigned (*roll_moves)(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out);                                \
    /* OPTIONAL, with `rolls`. How likely each roll is in p, as weights that add up to 1 to 65535. Without it all      \
     * are as likely. */                                                                                               \
    void (*odds)(const zm_variant *v, zm_pos p, uint32_t *weight);                                                     \
    /* OPTIONAL, with `rolls`. How far the side to move is ahead in an open position, -1 to 1. Buys: first values that are near \
     * the truth (zermelo/lead.h). */                                                                                  \
    double (*lead)(const zm_variant *v, zm_pos p);                                                                     \
    /* OPTIONAL. Positions show the board as the side to move sees it: the turn (the topmost bit) only says who that   \
     * is and is no part of the state. Unlike in impartial games it may stay. Buys: half the states. */                \
    bool from_mover;                                                                                                   \
    /* OPTIONAL. Two sides that run with dice, each its own way, and meet only to capture. Buys: many placements of    \
     * the other side at once. */                                                                                      \
    const struct zm_race *race;                                                                                        \
    /* REQUIRED. The position after a move. The turn may stay (a second jump, an extra turn). */                       \
    zm_pos (*play)(const zm_variant *v, zm_pos p, zm_move m);                                                          \
    /* OPTIONAL. Is it over, and how, for the side to move? Without it the game ends when there is no move. In either  \
     * case a player who is to move, in an open position, and cannot, has lost. */                                     \
    zm_end (*ended)(const zm_variant *v, zm_pos p);                                                                    \
    /* OPTIONAL. Whose turn: 0 or 1. Without it, the topmost bit of the position says. */                              \
    unsigned (*turn)(const zm_variant *v, zm_pos p);                                                                   \
    /* OPTIONAL. Both players have the same moves: the turn is then no part of the state (the topmost bit is           \
     * cleared), which halves the states and makes sums of games possible. "first" is whoever is to move. */           \
    bool impartial;                                                                                                    \
    /* OPTIONAL, with `impartial`. Is the turn part of the state in this variant after all, because a move may leave   \
     * it where it is (an extra turn)? Without it, never. */                                                           \
    bool (*keeps_turn)(const zm_variant *v);                                                                           \
    /* OPTIONAL. The representative of all positions symmetric to p (idempotent, same turn). Buys: fewer states. */    \
    zm_pos (*fingerprint)(const zm_variant *v, zm_pos p);                                                              \
    /* OPTIONAL, all four or none: a dense index. Buys: arrays instead of a hash, 2 bytes a state instead of 60,       \
     * tables without keys, resumable solves. Tiers are numbered so that every move leads to a tier with a smaller     \
     * number or stays. A place no state has is a waste, no error; what `unrank` gives for it means nothing, but it returns. */ \
    uint32_t (*tiers)(const zm_variant *v);                                                                            \
    uint64_t (*tier_size)(const zm_variant *v, uint32_t tier);                                                         \
    zm_place (*rank)(const zm_variant *v, zm_pos p);                                                                   \
    zm_pos (*unrank)(const zm_variant *v, zm_place at);                                                                \
    /* OPTIONAL. What moves inside a tier do. Buys: no search for cycles where there are none. */                      \
    zm_inside inside;                                                                                                  \
    /* OPTIONAL. Every place is a state that play reaches from the start. Buys: nothing has to be enumerated. */       \
    bool all_reachable;                                                                                                \
    /* OPTIONAL. Do all states count in this variant, whether play reaches them from the start or not? Then `unrank` is  \
     * called with every place, and those are states whose position is its own fingerprint. Buys: endgames alone. */   \
    bool (*all_states)(const zm_variant *v);                                                                           \
    /* OPTIONAL, with `all_states`. Is there a state at this place? Buys: it is known sooner. */                       \
    bool (*is_state)(const zm_variant *v, zm_place at);                                                                \
    /* OPTIONAL. The other tiers that moves from this tier can lead to, each once, returns how many (at most           \
     * ZM_MAX_CHILDREN). Buys: tiers side by side on threads, and only what is needed in memory. Without it all        \
     * smaller tiers are taken for children. */                                                                        \
    unsigned (*children)(const zm_variant *v, uint32_t tier, uint32_t *out);                                           \
    /* OPTIONAL. Visits every state from which one move leads to p, at least once each; states that play does not      \
     * reach may be among them, positions that are none may not. With `from_mover` the turn passes with every move.    \
     * Buys: backward classification, whose work grows with what is decided. */                                        \
    void (*parents)(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg);                                        \
    /* OPTIONAL. Has this variant's `parents` few enough to visit? Without it, always. Where it says no, `parents` is  \
     * not called: a chain of jumps can end a move from millions of states. */                                         \
    bool (*few_parents)(const zm_variant *v);                                                                          \
    /* OPTIONAL, both or none, with ZM_CYCLES, where every move that stays in its tier passes the turn. `leaving` writes the   \
     * moves of an open state that leave its tier and tells how many others there are; `parents_inside` visits the index of \
     * every state of the same tier with a move to p, once for each such move. Where symmetries of one of the two make    \
     * another number of them it is doubtful. Buys: moves are counted down, not looked at again. */                       \
    unsigned (*leaving)(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying);                               \
    void (*parents_inside)(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg);                           \
    /* OPTIONAL. More moves than this no position has. Buys: threads with little memory of their own, as a GPU has them. */ \
    unsigned most_moves;                                                                                               \
    /* OPTIONAL, both or none, with `parents_inside`. The places of a tier come in rows of so many that have much in common, such \
     * as the pieces of one side; `parents_of_row` does as `parents_inside` for some places of a row, told by their columns in \
     * ascending order. Buys: what they have in common is found once. */                                               \
    uint32_t (*row_width)(const zm_variant *v, uint32_t tier);                                                         \
    void (*parents_of_row)(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,  \
                           zm_visit_index *visit, void *arg);                                                          \
    /* OPTIONAL, with `parents_inside`. The places of a tier come in rows that have one side's pieces in common. Buys: what the   \
     * places of a row have in common is found once, and threads own rows (rows.h). */                                  \
    const struct zm_rows *rows;                                                                                        \
    /* OPTIONAL. A lone piece against many. Buys: all squares of the lone piece at once, as one machine word. */       \
    const struct zm_hunt *hunt;                                                                                        \
    /* OPTIONAL, for games in which nothing comes back. What a search should know. Buys: values of positions whose game \
     * is too large for a table. */                                                                                    \
    const struct zm_search *search;                                                                                    \
    /* OPTIONAL, for impartial games. The positions of the same game that p falls into, played as `compound` says;     \
     * returns how many, at most ZM_MAX_PARTS: 0 when nothing is left, 1 (p or one like it) when it is one piece.      \
     * Buys: values of large positions from those of their parts. */                                                   \
    unsigned (*parts)(const zm_variant *v, zm_pos p, zm_pos *out);                                                     \
    zm_compound compound;                                                                                              \
    /* OPTIONAL. How they are played in this variant, where options decide it. Without it always as `compound` says. */\
    zm_compound (*compound_of)(const zm_variant *v);
/* clang-format on */

typedef struct zm_rules {
    ZM_RULES_FIELDS
} zm_rules;

/* ---- what people see ---- */
typedef struct zm_cell { /* one field of a drawn board */
    uint8_t row, col;    /* from the top left */
    char piece;          /* as in the notation; '.' is empty */
    bool dark;           /* a dark square */
} zm_cell;

typedef enum zm_naming {
    ZM_AS_IN_CHESS = 0, /* where there are dark squares: letters, and numbers from the bottom; else not at all */
    ZM_BY_NUMBERS,      /* from 0 at the top left */
    ZM_BY_COLUMNS,      /* columns from 1, rows not at all */
    ZM_BY_ROWS,         /* rows from 1 at the bottom, columns from 1 */
    ZM_BY_LINES,  /* with line_board: h2.1 is the first line of the second row of horizontal ones, v for vertical */
    ZM_NOT_NAMED, /* squares are told in another way */
} zm_naming;

/* How a piece looks in a picture. Discs, crosses and rings have the colour of the player whose name begins with the letter; where players have
 * no names of their own, x is the first's and o the second's; w and b are white and black. */
typedef enum zm_shape {
    ZM_DISC = 0, /* with its letter */
    ZM_COIN,     /* with its letter unless it is an o */
    ZM_CROSS,
    ZM_RING,
    ZM_BLOCK,         /* the whole field */
    ZM_BLOCK_CROSSED, /* with a cross in it */
} zm_shape;

typedef struct zm_piece {
    char letter; /* as in the notation; 0 ends a list */
    zm_shape shape;
} zm_piece;

typedef struct zm_point { /* where a field of the drawn board is */
    uint8_t row, col;
} zm_point;

/* How a person makes a move on the drawn board. Where positions are drawn as heaps, a spot's column is the heap, from 0, and its row
 * the pile in it, from the bottom. */
typedef struct zm_touches {
    unsigned count; /* fields to touch, in order: from, to; a placement is one, a pass none */
    zm_point touch[ZM_MAX_TOUCHES];
    unsigned captures; /* fields that lose a piece besides */
    zm_point captured[ZM_MAX_CELLS];
} zm_touches;

typedef struct zm_code { /* a number for a position that a paper or another program uses */
    const char *name, *help;
    uint64_t (*encode)(const zm_variant *v, zm_pos p);
    bool (*decode)(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
} zm_code;

typedef struct zm_bench { /* something worth measuring */
    const char *methods;  /* "hunt sweep"; "hunt+wdl": only who wins; "hunt+device": on a GPU, and only there */
    const char *settings; /* "size=10 pawns=5" */
} zm_bench;

typedef struct zm_source { /* who published something, and where */
    const char *name;      /* a word for lines and columns: "thesis" */
    const char *title;     /* "Bianca Teufl's thesis (2018), Table 8.2" */
} zm_source;

#define ZM_NOT_GIVEN UINT64_MAX /* a number the source does not print */

typedef struct zm_published { /* what a source says of one variant, as printed, right or wrong */
    const zm_source *source;
    const char *settings; /* what is not default, in the order of the options: "geese=4" */
    uint64_t states, won_by[2], drawn;
    const char *table; /* how large its table is, as printed: "13 MB"; NULL: not given */
} zm_published;

typedef struct zm_bound { /* how many states there can be at most, found without looking at them */
    const zm_source *source;
    const char *formula;
    uint64_t (*states)(const zm_variant *v); /* 0: it does not hold for this variant */
} zm_bound;

typedef struct zm_policy { /* a way of playing that people use */
    const char *name, *help;
    /* Which of the moves of p (one or more; with dice, those with the roll) it makes: a place in the list. */
    unsigned (*choose)(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count);
} zm_policy;

typedef struct zm_crossed { /* what a source says of agents that met in one variant, as printed */
    const zm_source *source;
    const char *settings; /* as of zm_published */
    struct {
        const char *first, *second; /* agents, the one who begins first */
        double percent;             /* that the first wins */
    } pair[ZM_MAX_PAIRS];
} zm_crossed;

struct zm_game {
    unsigned abi;
    const char *name;  /* as typed: "tic-tac-toe" */
    const char *title; /* as read: "Tic-Tac-Toe" */
    /* The next three may depend on options: "{men} men", "{flying=yes:Three may fly.|Nobody flies.}" (zm_words_of). */
    const char *about;      /* the rules in plain words, a few lines */
    const char *known;      /* OPTIONAL. What is known of it, with sources */
    const char *notation;   /* OPTIONAL. One line on how positions are written, with an example */
    const char *players[2]; /* OPTIONAL. Default "first" and "second" */
    zm_option options[ZM_MAX_OPTIONS];
    size_t data_bytes; /* OPTIONAL. Size of what `prepare` fills */
    /* OPTIONAL. Completes and checks the options of a new variant and fills its data (zeroed). False: *why says what. */
    bool (*prepare)(zm_variant *v, void *data, zm_mistake *why);
    /* REQUIRED. A position from text and as text (at most ZM_MAX_TEXT bytes). `read` refuses what is malformed or
     * impossible, and says where and why; what it accepts is a position of the game, reachable or not. */
    bool (*read)(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why);
    void (*write)(const zm_variant *v, zm_pos p, char *out);
    /* OPTIONAL. Are these 128 bits a position of this variant, as `start`, `play` and `read` make them? It is the only function that gets
     * positions which nobody has checked: typed bits, those of a table from elsewhere. So it must look at every bit before it uses it
     * as a place in an array. Buys: `decode` of bits and places; positions of tables are checked before anything else sees them, and
     * without it the position of the longest win is not shown and tables should be your own. */
    bool (*is_position)(const zm_variant *v, zm_pos p);
    /* OPTIONAL, not with an index. What a position can hold, in a line, where play can lead to more: `ended` gives ZM_BEYOND then. */
    const char *limit;
    /* OPTIONAL. A move as text, different for each move of a position. Default: the position it leads to. */
    void (*write_move)(const zm_variant *v, zm_pos p, zm_move m, char *out);
    /* OPTIONAL. The board as cells, returns how many (at most ZM_MAX_CELLS). Buys: drawn boards. */
    unsigned (*cells)(const zm_variant *v, zm_pos p, zm_cell *out);
    /* OPTIONAL. How a person makes the move on that board; *out is empty. Buys: boards to play on, where neither `write_move` names
     * the fields ("a1-b2") nor the boards before and after the move tell. They tell: a piece that goes from one field to another,
     * takes others on its way, or appears; a line that is drawn; fields that change, the last first; a heap that gets smaller. */
    void (*touches)(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out);
    /* OPTIONAL. The cells are a drawing by lines: + for dots, in even rows and columns, - and | for the lines between them,
     * fields in odd rows and columns (# for none). Buys: lines drawn as lines. */
    bool line_board;
    /* OPTIONAL. The cells are points, not squares: does a line join these two? Buys: pictures of points and lines. */
    bool (*joined)(const zm_variant *v, const zm_cell *a, const zm_cell *b);
    /* OPTIONAL. Is this cell in a place of its own, such as a house? Buys: boards shade it. */
    bool (*at_home)(const zm_variant *v, const zm_cell *cell);
    /* OPTIONAL. The operations that map the board onto itself, the one that leaves all as it is first: where each point goes, points
     * numbered from 0 as the game likes. Returns how many points there are; 0: there is no operation with this number, there are
     * fewer. Pieces stay what they are. Buys: `stats --burnside`. */
    unsigned (*symmetry)(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS]);
    /* OPTIONAL. What the notation calls rows and columns. Buys: boards say it. */
    zm_naming naming;
    /* OPTIONAL. What moves call a field that has a name of its own, at most 11 letters; "": nothing. Buys: boards say it. */
    void (*name_cell)(const zm_variant *v, zm_pos p, const zm_cell *cell, char *out);
    /* OPTIONAL. What people write for a value of p, for the side to move, where they have a number for it. Buys: it is shown too. */
    int (*score)(const zm_variant *v, zm_pos p, zm_value value);
    const char *score_help; /* REQUIRED with `score`: what it means, in a line */
    /* OPTIONAL. What each player has so far, where points decide; false: not in this variant. Buys: pictures tell it. */
    bool (*points)(const zm_variant *v, zm_pos p, unsigned out[2]);
    /* OPTIONAL. Pieces of each player that are still to come onto the board; false: there are none in this variant. Buys: pictures show them. */
    bool (*in_hand)(const zm_variant *v, zm_pos p, unsigned out[2]);
    /* OPTIONAL, both or none. What the side to move does in this part of the game, in a word: one of `phases`. Buys: pictures tell it. */
    const char *phases[ZM_MAX_PHASES];
    unsigned (*phase)(const zm_variant *v, zm_pos p);
    /* OPTIONAL. The fields by which a position that is over was won: four in a row. Returns how many, at most ZM_MAX_TOUCHES. Buys: boards
     * show them. */
    unsigned (*winning)(const zm_variant *v, zm_pos p, zm_point *out);
    /* OPTIONAL. Pieces that are no discs in pictures. */
    zm_piece looks[ZM_MAX_LOOKS];
    /* OPTIONAL. For the ready-made board parts below: letters, rows, columns; and what completes or refuses a board. */
    struct {
        const char *letters;
        unsigned rows, cols;
    } board;
    bool (*legal)(const zm_variant *v, zm_pos *p, zm_mistake *why);
    /* OPTIONAL. Positions worth a table, in rows and columns. Buys: `value --table`. */
    void (*grid)(const zm_variant *v, unsigned *rows, unsigned *cols);
    zm_pos (*grid_at)(const zm_variant *v, unsigned row, unsigned col);
    /* OPTIONAL, where the grid is one row. The values seem to repeat with this period from `first` on: up to which column must
     * that be seen to be proved for ever? It is about all values; in a game with `parts` about the one that theirs add up to.
     * Buys: `value --table` says which periods are proved. */
    uint64_t (*proven)(const zm_variant *v, uint64_t first, uint64_t period);
    /* OPTIONAL, where the grid is one row and `parts` are a sum. The Grundy number of a column, from those of the columns before it,
     * which must be all that its moves lead to. Buys: rows of ten thousands at once. */
    uint32_t (*grundy_at)(const zm_variant *v, unsigned col, const uint32_t *before);
    /* OPTIONAL. The values of all positions at once, by a way of the game's own. tabulate.h says what is asked. Unlike rules it allocates (from the context), runs threads and reports progress. Buys: `zm_tabulate`. */
    zm_status (*tabulate)(zm_context *c, const zm_variant *v, const char *value, struct zm_tabulation *out);
    /* OPTIONAL. How many states there are after 0, 1, ... `most` plies, fewer when play ends before, without looking at them one by one. `each` is told
     * of one layer after the other. It allocates and reports as `tabulate` does. Buys: `stats --plies` far beyond what can be walked. */
    zm_status (*count_layers)(zm_context *c, const zm_variant *v, unsigned most,
                              void (*each)(void *arg, const struct zm_layer *layer), void *arg);
    /* OPTIONAL, for games that are built in. Methods of the game's own, NULL at the end (src/solve/method.h), and a verifier of its own
     * (src/verify/verify.h). Buys: what fits this game only. */
    const struct zm_solver *const *solvers;
    const struct zm_verifier *verifier;
    /* OPTIONAL. Buys: `encode` and `decode` in the numbers of a paper. */
    zm_code codes[ZM_MAX_CODES];
    /* OPTIONAL. What `zermelo bench` measures of it. */
    zm_bench bench[ZM_MAX_BENCH];
    /* OPTIONAL. Buys: `solve`, `info` and `compare` show the bound, and what was published beside what they find. */
    zm_bound bound;
    zm_published published[ZM_MAX_PUBLISHED];
    /* OPTIONAL. Buys: agents of these names. */
    zm_policy policies[ZM_MAX_POLICIES];
    /* OPTIONAL. Buys: `arena` shows what was published beside what it finds. */
    const zm_crossed *crossed; /* ends with one that has no source */
    union {
        struct {
            ZM_RULES_FIELDS
        };
        zm_rules rules; /* the same, as one thing */
    };
};

#ifdef ZM_PLUGIN /* `zermelo build` defines it */
#define ZM_EXPORT(id)                                                                  \
    __attribute__((visibility("default"))) extern const unsigned zm_plugin_abi;        \
    const unsigned zm_plugin_abi = ZM_ABI;                                             \
    __attribute__((visibility("default"))) extern const zm_game *const zm_plugin_game; \
    const zm_game *const zm_plugin_game = &zm_game_##id;
#else
#define ZM_EXPORT(id)
#endif

#define ZM_GAME(id, name_, ...)                                               \
    extern const zm_game zm_game_##id;                                        \
    const zm_game zm_game_##id = {.abi = ZM_ABI, .name = name_, __VA_ARGS__}; \
    ZM_EXPORT(id)

/* ---- ready-made parts for small games ---- */
/* The number at text[*at], which moves behind it; what is no number, or not min to max, is refused. */
bool zm_read_number(const char *text, size_t *at, unsigned min, unsigned max, unsigned *n, zm_mistake *why);
/* Up to eight numbers of a byte each, "1,2,3", in p.lo. As many as the game's first list option has. Where the turn
 * is kept in the topmost bit and the game is not impartial, ":2" follows when the second player is to move. */
bool zm_read_list8(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why);
void zm_write_list8(const zm_variant *v, zm_pos p, char *out);
bool zm_is_list8(const zm_variant *v, zm_pos p);
zm_pos zm_pack8(const zm_variant *v, const char *list_option); /* a list option as such a position */
/* `parts` where each number is a game of its own and its place does not matter: those that are not 0, each as the first. */
unsigned zm_parts_list8(const zm_variant *v, zm_pos p, zm_pos *out);
/* A board of squares with one of up to four letters each, two bits a square in p.lo, the first highest, up to 32 squares.
 * `board` says which letters stand for 0, 1, 2, 3; `legal` is asked about every board that is read. */
bool zm_read_board(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why); /* "xo..x...." */
bool zm_is_board(const zm_variant *v, zm_pos p);                                       /* `legal` is asked too */
void zm_write_board(const zm_variant *v, zm_pos p, char *out);
void zm_write_square(const zm_variant *v, zm_pos p, zm_move m,
                     char *out); /* a move that is a square: its number from 1 */
unsigned zm_board_cells(const zm_variant *v, zm_pos p, zm_cell *out);
void zm_name_square(const zm_variant *v, zm_pos p, const zm_cell *cell, char *out); /* as zm_write_square has it */
uint64_t zm_board_bits(const zm_variant *v, zm_pos p);
bool zm_board_from_bits(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
uint64_t zm_board_base(const zm_variant *v, zm_pos p);
bool zm_board_from_base(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
#define ZM_CODE_BITS2                                                                      \
    {                                                                                      \
        "bits2", "two bits a square, the first highest", zm_board_bits, zm_board_from_bits \
    }
#define ZM_CODE_BASE3                                                                               \
    {                                                                                               \
        "base3", "a digit a square in base 3, the first highest", zm_board_base, zm_board_from_base \
    }

bool zm_prepare_list8(zm_variant *v, void *data, zm_mistake *why); /* refuses lists of more than eight */

#ifdef __cplusplus
}
#endif

#endif
