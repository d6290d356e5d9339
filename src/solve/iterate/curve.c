/* curve.c: see zermelo/lead.h. Least squares by the normal equations: with so few terms, and leads within -1 to 1, they
 * are tame. */
#include <zermelo/lead.h>

#include "base/stop.h"

#include <math.h>

enum { TERMS = ZM_CURVE_TERMS, PIECE = 1 << 16 };

double zm_curve_at(const zm_curve *k, double lead)
{
    double sum = 0;
    for (unsigned i = TERMS; i-- > 0;)
        sum = sum * lead + k->term[i];
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

typedef struct fit {
    double power[2 * TERMS - 1]; /* sums of lead^i */
    double right[TERMS];         /* sums of lead^i times the probability */
} fit;

static void add(fit *f, double lead, double probability)
{
    double power = 1;
    for (unsigned i = 0; i < 2 * TERMS - 1; i++, power *= lead) {
        f->power[i] += power;
        if (i < TERMS)
            f->right[i] += power * probability;
    }
}

/* Gauss, with the largest pivot of each column; what no state decides stays 0. */
static void solve(const fit *f, zm_curve *out)
{
    double row[TERMS][TERMS + 1];
    for (unsigned i = 0; i < TERMS; i++) {
        for (unsigned j = 0; j < TERMS; j++)
            row[i][j] = f->power[i + j];
        row[i][TERMS] = f->right[i];
    }
    for (unsigned k = 0; k < TERMS; k++) {
        unsigned best = k;
        for (unsigned i = k + 1; i < TERMS; i++)
            best = fabs(row[i][k]) > fabs(row[best][k]) ? i : best;
        for (unsigned j = 0; j <= TERMS; j++) {
            const double other = row[best][j];
            row[best][j] = row[k][j];
            row[k][j] = other;
        }
        for (unsigned i = 0; i < TERMS; i++)
            if (i != k && fabs(row[k][k]) > 1e-9 * f->power[0]) {
                const double times = row[i][k] / row[k][k];
                for (unsigned j = k; j <= TERMS; j++)
                    row[i][j] -= times * row[k][j];
            }
    }
    for (unsigned k = 0; k < TERMS; k++)
        out->term[k] = fabs(row[k][k]) > 1e-9 * f->power[0] ? row[k][TERMS] / row[k][k] : 0;
}

static zm_status add_piece(zm_context *c, const zm_variant *v, const zm_table *t, zm_place at, uint64_t count,
                           zm_odds *odds, fit *f)
{
    ZM_TRY(c, zm_check_stop(c));
    ZM_TRY(c, zm_table_read_odds_piece(c, t, at.tier, at.index, count, odds));
    for (uint64_t i = 0; i < count; i++) {
        zm_pos p;
        if (!zm_is_odds(odds[i]))
            continue;
        ZM_TRY(c, zm_table_state(c, t, at.tier, at.index + i, &p));
        if (!v->game->ended || v->game->ended(v, p) == ZM_OPEN)
            add(f, v->game->dice->lead(v, p), zm_odds_middle(odds[i]));
    }
    return ZM_OK;
}

static zm_status add_tiers(zm_context *c, const zm_variant *v, const zm_table *t, zm_odds *odds, fit *f)
{
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++)
        for (uint64_t size = zm_table_tier_size(t, tier), from = 0; from < size; from += PIECE)
            ZM_TRY(c, add_piece(c, v, t, (zm_place){tier, from}, size - from < PIECE ? size - from : PIECE, odds, f));
    return ZM_OK;
}

zm_status zm_curve_fit(zm_context *c, const zm_variant *v, const zm_table *t, zm_curve *out)
{
    fit f = {0};
    zm_odds *odds;
    if (!v->game->dice->lead || !zm_table_dice(t))
        return zm_fail(c, ZM_BAD_INPUT, "%s does not say how far a side is ahead", v->game->name);
    ZM_TRY(c, zm_alloc(c, &odds, PIECE, sizeof *odds, "a piece of a table"));
    const zm_status s = add_tiers(c, v, t, odds, &f);
    zm_release(c, odds);
    if (s == ZM_OK)
        solve(&f, out);
    return s;
}
