/* leads.c: of a game with dice, how likely the side to move wins, by how far it is ahead: the least, the mean and the
 * most of all positions with the same lead (the distance-to-finish ratio of Sabirov 2019, Figures 4.3 and 4.4).
 *
 * One pass over the table in pieces; threads tally whole numbers, so the answer does not depend on them. */
#include "stats.h"

#include "base/stop.h"

#include <math.h>
#include <omp.h>

enum { PIECE = 1 << 18 };

typedef struct counting {
    zm_context *context;
    const zm_variant *variant;
    const zm_table *table;
} counting;

double zm_lead_at(unsigned i) { return (double)i * 2 / (ZM_LEADS - 1) - 1; }
double zm_lead_share(double twice) { return twice / 2 / ZM_CERTAIN; }
double zm_lead_mean(const zm_lead_odds *b) { return zm_lead_share((double)b->sum / (double)b->positions); }

void zm_lead_add(zm_lead_odds *a, const zm_lead_odds *b)
{
    if (!b->positions)
        return;
    a->least = !a->positions || b->least < a->least ? b->least : a->least;
    a->most = b->most > a->most ? b->most : a->most;
    a->sum += b->sum;
    a->positions += b->positions;
}

static zm_status note(const counting *k, uint32_t tier, uint64_t index, zm_odds odds, zm_lead_odds *bins)
{
    const uint64_t twice = (uint64_t)odds.lower + odds.upper;
    zm_pos p;
    if (!zm_is_odds(odds))
        return ZM_OK;
    ZM_TRY(k->context, zm_table_state(k->context, k->table, tier, index, &p));
    if (k->variant->game->ended && k->variant->game->ended(k->variant, p) != ZM_OPEN)
        return ZM_OK;
    const double at = (k->variant->game->dice->lead(k->variant, p) + 1) * (ZM_LEADS - 1) / 2;
    const unsigned i = at <= 0 ? 0 : at >= ZM_LEADS - 1 ? ZM_LEADS - 1 : (unsigned)lround(at);
    zm_lead_add(&bins[i], &(zm_lead_odds){1, twice, twice, twice});
    return ZM_OK;
}

static zm_status count_piece(const counting *k, uint32_t tier, uint64_t from, uint64_t count, const zm_odds *odds,
                             zm_leads *out)
{
    zm_status failed = ZM_OK;
#pragma omp parallel num_threads(zm_threads(k->context))
    {
        zm_lead_odds mine[ZM_LEADS] = {0};
        zm_status status = ZM_OK;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++)
            if (status == ZM_OK)
                status = note(k, tier, from + i, odds[i], mine);
#pragma omp critical(zm_stats_dice)
        {
            for (unsigned i = 0; i < ZM_LEADS; i++)
                zm_lead_add(&out->at[i], &mine[i]);
            failed = failed == ZM_OK ? status : failed;
        }
    }
    zm_progress_add(k->context, count);
    return failed;
}

static zm_status count_tiers(const counting *k, zm_odds *odds, zm_leads *out)
{
    zm_context *c = k->context;
    for (uint32_t tier = 0; tier < zm_table_tiers(k->table); tier++) {
        const uint64_t size = zm_table_tier_size(k->table, tier);
        for (uint64_t from = 0, count; from < size; from += count) {
            count = size - from < PIECE ? size - from : PIECE;
            ZM_TRY(c, zm_check_stop(c));
            ZM_TRY(c, zm_table_read_odds_piece(c, k->table, tier, from, count, odds));
            ZM_TRY(c, count_piece(k, tier, from, count, odds, out));
        }
    }
    return ZM_OK;
}

zm_status zm_leads_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_leads *out)
{
    const counting here = {c, v, t}, *k = &here;
    zm_odds *odds;
    if (!v->game->dice->lead)
        return zm_fail(c, ZM_BAD_INPUT, "%s does not say how far a side is ahead, by which games with dice are counted",
                       v->game->name);
    *out = (zm_leads){0};
    ZM_TRY(c, zm_alloc(c, &odds, PIECE, sizeof *odds, "a piece of a table"));
    zm_progress_begin(c, "counting", zm_table_summary(k->table)->states);
    zm_status status = count_tiers(k, odds, out);
    zm_progress_end(c);
    zm_release(c, odds);
    for (unsigned i = 0; i < ZM_LEADS; i++)
        out->positions += out->at[i].positions;
    return status == ZM_OK ? zm_curve_fit(c, k->variant, k->table, &out->curve) : status;
}

void zm_json_leads(zm_json *j, const zm_variant *v, const zm_leads *l)
{
    zm_json_settings(j, v);
    zm_json_text(j, "values", "odds");
    zm_json_number(j, "positions", l->positions);
    zm_json_open(j, "by_lead", '[');
    for (unsigned i = 0; i < ZM_LEADS; i++) {
        if (!l->at[i].positions)
            continue;
        zm_json_open(j, NULL, '{');
        zm_json_real(j, "lead", zm_lead_at(i));
        zm_json_number(j, "positions", l->at[i].positions);
        zm_json_real(j, "min", zm_lead_share((double)l->at[i].least));
        zm_json_real(j, "mean", zm_lead_mean(&l->at[i]));
        zm_json_real(j, "max", zm_lead_share((double)l->at[i].most));
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}
