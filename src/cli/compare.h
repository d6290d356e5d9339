/* compare.h: what `zermelo compare` has found, for its text and its JSON. */
#ifndef ZM_CLI_COMPARE_H
#define ZM_CLI_COMPARE_H

#include "print.h"

typedef enum zm_row_state {
    ZM_ROW_SOLVED,
    ZM_ROW_UNSOLVED, /* --no-solve, and there is no table */
    ZM_ROW_REFUSED,  /* the game does not have it: options that do not go together */
    ZM_ROW_FAILED,
} zm_row_state;

typedef struct zm_row {
    zm_row_state state;
    zm_status status;
    char problem[1024];
    char name[ZM_VARIANT_TEXT]; /* what varies: "geese=4" */
    zm_variant settings;        /* only its options: the data is gone */
    uint64_t bound;
    bool already; /* the table was there */
    zm_summary summary;
    unsigned turn; /* at the start */
    char longest[ZM_MAX_TEXT];
    uint64_t table_bytes;
    zm_sample sample; /* only its counts */
    unsigned number;  /* among the solved ones */
} zm_row;

typedef struct zm_comparison {
    zm_cli *cli;
    zm_spread *spread;
    zm_sample_options sample;
    zm_row *row; /* spread->count */
    unsigned solved, failed;
    /* of the solved ones */
    const zm_row *ranked[ZM_MAX_SPREAD];
    zm_lean lean[ZM_MAX_SPREAD];
    unsigned firsts[ZM_MAX_SPREAD]; /* by how many measures it is the fairest */
    unsigned best;                  /* the fairest of all */
} zm_comparison;

/* The value that variant i was given for an option; NULL: none, it has its default. */
const char *zm_compared_value(const zm_comparison *k, unsigned i, unsigned option);
double zm_bytes_a_state(const zm_row *r);

zm_status zm_compare_text(const zm_comparison *k);
void zm_compare_json(const zm_comparison *k);

#endif
