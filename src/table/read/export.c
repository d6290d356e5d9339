/* export.c: from a finished table of odds a smaller one: best moves, or the odds in fewer bits.
 *
 * BEST MOVES. All that is needed to play: of each state and roll the move after which the mover is most likely to win.
 * The rest is left to the rules. With a die and four pieces that is two bits a roll, twelve a state, before compression
 * (Sabirov 2019, section 4.3).
 * FEWER BITS. lower is rounded down and upper up to multiples of 2^(32-bits): lower & ~mask and upper | mask. What was
 * an interval that holds stays one, and no bound moves by more than mask, mask / (2^32 - 1) of a certain win.
 *
 * Tiers come in order and in pieces, so a tier larger than memory is no harm; of the odds those of a tier and its
 * children are kept where there is room. Cost: for best moves one expansion a state, for fewer bits one pass. */
#include "best_move.h"
#include "game/expand.h"
#include "reader.h"
#include "table/write/writer.h"
#include "tier_values.h"

#include "base/options.h"
#include "base/stop.h"

#include <string.h>
#include <sys/stat.h>

enum { PIECE = 1 << 18, CHUNK = 1024 }; /* places that are written at once; that a thread takes */

typedef struct exporter {
    zm_context *context;
    const zm_table *table;
    const zm_variant *variant;
    const zm_game *rules;
    const zm_export_options *options;
    zm_tier_values known;
    zm_writer *writer;
    uint64_t *size;
    zm_odds *odds;   /* of a piece */
    uint64_t *moves; /* the same */
    uint32_t tier;
    uint64_t from, count; /* the piece */
} exporter;

typedef struct share { /* of a thread */
    zm_summary sum;
    zm_move *move;
    zm_status status;
} share;

/* ---- best moves ---- */
typedef struct asking {
    const exporter *k;
    zm_status *status;
} asking;

static zm_odds odds_of(const void *arg, zm_pos state)
{
    const asking *a = arg;
    zm_odds odds = zm_no_odds();
    if (*a->status == ZM_OK)
        *a->status = zm_tier_values_odds(&a->k->known, a->k->rules->index->rank(a->k->variant, state), &odds);
    return odds;
}

static uint64_t best_moves(const exporter *k, zm_pos p, share *s)
{
    const asking a = {k, &s->status};
    const unsigned bits = zm_move_bits(k->variant);
    uint64_t word = 0;
    for (unsigned roll = 0; roll < k->rules->dice->rolls && s->status == ZM_OK; roll++) {
        const unsigned count = k->rules->dice->moves(k->variant, p, roll, s->move);
        if (bits < 32 && count > 1u << bits) {
            s->status = zm_fail(k->context, ZM_BAD_INPUT, "%s: %u moves with one roll are too many for %u bits",
                                k->variant->game->name, count, bits);
            break;
        }
        word |= (uint64_t)zm_best_of(k->variant, p, s->move, count, odds_of, &a) << roll * bits;
    }
    return word;
}

/* ---- one place ---- */
static zm_odds rounded(const exporter *k, zm_odds o)
{
    return zm_odds_rounded(o, k->options->moves ? 0 : k->options->bits);
}

static bool is_over(const exporter *k, zm_pos p)
{
    return k->rules->ended && k->rules->ended(k->variant, p) != ZM_OPEN;
}

static void export_place(const exporter *k, uint64_t i, share *s)
{
    k->moves[i] = 0;
    if (!zm_is_odds(k->odds[i]))
        return;
    const zm_pos p = k->rules->index->unrank(k->variant, (zm_place){k->tier, k->from + i});
    s->status = zm_table_check_state(k->context, k->table, p);
    if (s->status != ZM_OK)
        return;
    const bool over = is_over(k, p);
    if (k->options->moves && !over)
        k->moves[i] = best_moves(k, p, s);
    if (!over) /* what is certain stays so */
        k->odds[i] = rounded(k, k->odds[i]);
    zm_summary_count_odds(&s->sum, p, k->odds[i], over);
}

static void export_places(exporter *k, share *all)
{
#pragma omp parallel num_threads(k->count > CHUNK ? (int)zm_threads(k->context) : 1)
    {
        share mine = {.sum.dice = true};
        mine.status = zm_alloc(k->context, &mine.move, ZM_MAX_MOVES, sizeof *mine.move, "the moves of a position");
#pragma omp for schedule(dynamic, CHUNK)
        for (uint64_t i = 0; i < k->count; i++)
            if (mine.status == ZM_OK)
                export_place(k, i, &mine);
        zm_release(k->context, mine.move);
#pragma omp critical(zm_export_add)
        {
            zm_summary_add(&all->sum, &mine.sum);
            all->status = all->status == ZM_OK ? mine.status : all->status;
        }
    }
}

/* ---- tiers ---- */
static zm_status export_piece(exporter *k, share *all)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_check_stop(c));
    ZM_TRY(c, zm_table_read_odds_piece(c, k->table, k->tier, k->from, k->count, k->odds));
    export_places(k, all);
    ZM_TRY(c, all->status);
    return k->options->moves ? zm_writer_add_moves_piece(k->writer, k->moves, k->count)
                             : zm_writer_add_odds_piece(k->writer, k->odds, k->count);
}

static zm_status export_tier(exporter *k)
{
    const uint64_t size = k->size[k->tier];
    share all = {.sum.dice = true};
    if (k->options->moves)
        ZM_TRY(k->context, zm_tier_values_family(&k->known, k->tier));
    ZM_TRY(k->context, zm_writer_begin_odds(k->writer, k->tier));
    for (k->from = 0; k->from < size; k->from += k->count) {
        k->count = size - k->from < PIECE ? size - k->from : PIECE;
        ZM_TRY(k->context, export_piece(k, &all));
    }
    return zm_writer_end_odds(k->writer, &all.sum);
}

static zm_status export_tiers(exporter *k)
{
    for (k->tier = zm_writer_done(k->writer); k->tier < k->table->layout.tiers; k->tier++)
        ZM_TRY(k->context, export_tier(k));
    return ZM_OK;
}

/* ---- all of it ---- */
static zm_status check(const exporter *k)
{
    const zm_export_options *o = k->options;
    char to[ZM_PATH];
    struct stat a, b;
    if (!k->table->manifest.odds || k->table->manifest.keyed)
        return zm_fail(k->context, ZM_BAD_INPUT,
                       "best moves and fewer bits are made from a table of probabilities with an index");
    if (!o->moves && (o->bits < 1 || o->bits > 31))
        return zm_fail(k->context, ZM_BAD_INPUT, "probabilities are rounded to 1 to 31 bits, not %u", o->bits);
    ZM_TRY(k->context, zm_table_path(k->context, k->variant, o->to, to, sizeof to));
    if (!stat(to, &a) && !stat(k->table->folder, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        return zm_fail(k->context, ZM_BAD_INPUT,
                       "the table would overwrite the one it is made from: name another folder");
    return ZM_OK;
}

static zm_status make_room(exporter *k)
{
    zm_context *c = k->context;
    const uint32_t tiers = k->table->layout.tiers;
    ZM_TRY(c, zm_alloc(c, &k->size, tiers, sizeof *k->size, "sizes of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->odds, PIECE, sizeof *k->odds, "a piece of a table"));
    ZM_TRY(c, zm_alloc(c, &k->moves, PIECE, sizeof *k->moves, "a piece of a table"));
    for (uint32_t tier = 0; tier < tiers; tier++)
        k->size[tier] = zm_table_tier_size(k->table, tier);
    return zm_tier_values_open(c, k->table, &k->known);
}

static zm_status run(exporter *k, zm_exported *out)
{
    zm_context *c = k->context;
    const zm_export_options *o = k->options;
    ZM_TRY(c, check(k));
    ZM_TRY(c, make_room(k));
    const zm_writer_plan plan = {.tiers = k->table->layout.tiers,
                                 .tier_size = k->size,
                                 .odds = !o->moves,
                                 .estimates = !o->moves && k->table->manifest.estimates,
                                 .bits = o->moves ? 0 : o->bits,
                                 .moves = o->moves,
                                 .again = o->again,
                                 .part_states = k->table->manifest.part_states};
    ZM_TRY(c, zm_writer_open(c, k->variant, o->to, &plan, &k->writer));
    zm_progress_begin(c, "writing", k->table->layout.places);
    zm_status status = export_tiers(k);
    zm_progress_end(c);
    ZM_TRY(c, status);
    out->places = k->table->layout.places;
    return zm_writer_finish_odds(k->writer, rounded(k, zm_table_summary(k->table)->start_odds), &out->summary,
                                 &out->bytes);
}

zm_status zm_table_export(zm_context *c, const zm_table *t, const zm_export_options *options, zm_exported *out)
{
    exporter *k;
    *out = (zm_exported){0};
    ZM_TAKE_OPTIONS(c, zm_export_options, options, o);
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "an export"));
    *k = (exporter){.context = c, .table = t, .variant = t->variant, .rules = t->variant->game, .options = &o};
    zm_status status = run(k, out);
    zm_writer_close(k->writer);
    zm_tier_values_close(&k->known);
    zm_release(c, k->size);
    zm_release(c, k->odds);
    zm_release(c, k->moves);
    zm_release(c, k);
    return status;
}
