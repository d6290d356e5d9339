/* compare.h: variants of a game side by side, and which of them is the fairest (`compare`). */
#ifndef ZM_ANSWER_COMPARE_H
#define ZM_ANSWER_COMPARE_H

#include "parts.h"
#include "summaries.h"

typedef enum zm_row_state {
    ZM_ROW_SOLVED,
    ZM_ROW_UNSOLVED, /* there is no table, and none was to be made */
    ZM_ROW_REFUSED,  /* the game does not have it: options that do not go together */
    ZM_ROW_FAILED,
} zm_row_state;

typedef struct zm_compare_row {
    zm_row_state state;
    zm_status status;
    char problem[1024];
    char name[ZM_VARIANT_TEXT];           /* what varies: "geese=4" */
    const char (*given)[ZM_SETTING_ROOM]; /* its settings, as they were given; borrowed */
    unsigned givens;
    zm_variant settings; /* only its options: the data is gone */
    uint64_t bound;
    bool already;     /* the table was there */
    const char *from; /* where the summary stands that it is from; NULL: from a table; borrowed */
    zm_summary summary;
    unsigned turn; /* at the start */
    char longest[ZM_MAX_TEXT];
    uint64_t table_bytes;
    zm_sample sample; /* only its counts */
    unsigned number;  /* among the solved ones */
} zm_compare_row;

typedef struct zm_comparison {
    const zm_game *game;
    zm_sample_options sample;
    bool varies[ZM_MAX_OPTIONS];
    unsigned count; /* at most ZM_MAX_SPREAD */
    zm_compare_row *row;
    unsigned solved;
    /* of the solved ones */
    const zm_compare_row *ranked[ZM_MAX_SPREAD];
    zm_lean lean[ZM_MAX_SPREAD];
    /* What first places are given by: the same, but a measure that is not known of all is of none. Only a drawn start
     * is fair whatever the others are. */
    zm_lean judged[ZM_MAX_SPREAD];
    unsigned firsts[ZM_MAX_SPREAD]; /* by how many measures it is the fairest */
    unsigned best;                  /* the fairest of all */
} zm_comparison;

/* What there is to say of a variant before its table is looked at. */
void zm_row_describe(const zm_variant *v, zm_compare_row *r);
/* By its options that vary; all that are not default when none does. After its state is known. */
void zm_row_name(const zm_comparison *k, zm_compare_row *r);
/* Its table, measured, with random games: it is one of the solved ones. */
zm_status zm_row_measure(zm_context *c, zm_comparison *k, const zm_variant *v, const zm_table *t, zm_compare_row *r);
/* The same without a table: a summary, and random games by the rules. What takes a table is not known then. */
zm_status zm_row_tell(zm_context *c, zm_comparison *k, const zm_variant *v, const zm_told *t, zm_compare_row *r);
/* Which is the fairest, once all are measured. */
void zm_comparison_rank(zm_comparison *k);

/* Of the solved ones, is number i the fairest by a measure? */
bool zm_row_first(const zm_comparison *k, unsigned i, unsigned measure);

/* The value that a variant was given for an option; NULL: none, it has its default. */
const char *zm_row_given(const zm_compare_row *r, const char *option);
double zm_bytes_a_state(const zm_compare_row *r);

/* From "game" to "fairest". */
void zm_json_compare(zm_json *j, const zm_comparison *k);

#endif
