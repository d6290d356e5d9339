/* verdict.c: see verify.h. What is wrong with a table, in one line. */
#include "base/percent.h"
#include "table/write/writer.h"
#include "verify.h"

#include <inttypes.h>
#include <stdio.h>

void zm_blame(zm_fault *first, zm_fault found)
{
    if (first->kind == ZM_NO_FAULT || found.at < first->at)
        *first = found;
}

bool zm_find_key(const zm_pos *keys, uint64_t count, zm_pos p, zm_place *at)
{
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (zm_before(keys[middle], p))
            low = middle + 1;
        else
            high = middle;
    }
    *at = (zm_place){.tier = 0, .index = low};
    return low < count && zm_same(keys[low], p);
}

char *zm_value_text(zm_value v, bool distances, char out[ZM_VALUE_WORDS])
{
    if (v == ZM_NONE || zm_is_draw(v))
        snprintf(out, ZM_VALUE_WORDS, v == ZM_NONE ? "no value" : "draw");
    else if (!distances && !zm_remoteness(v))
        snprintf(out, ZM_VALUE_WORDS, "%s", zm_is_win(v) ? "win" : "loss");
    else
        snprintf(out, ZM_VALUE_WORDS, "%s in %u", zm_is_win(v) ? "win" : "loss", zm_remoteness(v));
    return out;
}

typedef struct telling { /* a fault in words */
    zm_context *context;
    const zm_variant *variant;
    const zm_fault *fault;
    char table[ZM_TABLE_NAME], state[ZM_MAX_TEXT], next[ZM_MAX_TEXT], stored[ZM_VALUE_WORDS], right[ZM_VALUE_WORDS];
} telling;

/* Both states are named: the one that was looked for, and the one whose place it is. */
static zm_status report_misplaced(const telling *t)
{
    const zm_variant *v = t->variant;
    const zm_place at = v->game->index->rank(v, t->fault->successor);
    char other[ZM_MAX_TEXT] = "";
    zm_write_position(v, v->game->index->unrank(v, at), other, sizeof other);
    return zm_fail(t->context, ZM_WRONG,
                   "table `%s`, tier %" PRIu32 ": a move leads from %s to %s, whose place (tier %" PRIu32
                   ", index %" PRIu64 ") is that of %s: rank and unrank of %s disagree",
                   t->table, t->fault->tier, t->state, t->next, at.tier, at.index, other, v->game->name);
}

/* What is wrong with the value of a state. */
static zm_status report_value(const telling *t)
{
    const zm_fault *f = t->fault;
    switch (f->kind) {
    case ZM_WRONG_VALUE:
        return zm_fail(t->context, ZM_WRONG, "table `%s`, tier %" PRIu32 ": %s is stored as %s, its moves make it %s",
                       t->table, f->tier, t->state, t->stored, t->right);
    case ZM_IN_A_CIRCLE:
        return zm_fail(
            t->context, ZM_WRONG,
            "table `%s`, tier %" PRIu32
            ": %s is stored as %s, but only because of states that are so because of it: nobody can force it",
            t->table, f->tier, t->state, t->stored);
    default:
        return zm_fail(t->context, ZM_WRONG, "table `%s`, tier %" PRIu32 ": %s has no value, its moves make it %s",
                       t->table, f->tier, t->state, f->right ? t->right : "a state");
    }
}

/* What is wrong with the rules in a state. */
static zm_status report_rules(const telling *t)
{
    const zm_fault *f = t->fault;
    if (f->kind == ZM_NO_STATE)
        return zm_fail(t->context, ZM_WRONG,
                       "table `%s`, tier %" PRIu32 ", place %" PRIu64
                       ": its position %s is not its own fingerprint, has no "
                       "side to move, or has another place: the rules of %s contradict themselves",
                       t->table, f->tier, f->at, t->state, t->variant->game->name);
    return zm_fail(t->context, ZM_WRONG,
                   "table `%s`, tier %" PRIu32
                   ": %s has a roll without a move, or the weights of its rolls are all 0 or "
                   "add up to more than 65535",
                   t->table, f->tier, t->state);
}

/* What is wrong with where a move leads. */
static zm_status report_move(telling *t)
{
    const zm_fault *f = t->fault;
    zm_write_position(t->variant, f->successor, t->next, sizeof t->next);
    if (f->kind == ZM_MISPLACED)
        return report_misplaced(t);
    if (f->kind == ZM_TURN_CHANGED)
        return zm_fail(t->context, ZM_WRONG,
                       "table `%s`, tier %" PRIu32
                       ": a move leads from %s to %s, whose fingerprint has another side to move",
                       t->table, f->tier, t->state, t->next);
    return zm_fail(t->context, ZM_WRONG, "table `%s`, tier %" PRIu32 ": a move leads from %s to %s, which is %s",
                   t->table, f->tier, t->state, t->next,
                   f->kind == ZM_UPWARD ? "in a tier it must not lead to" : "not in the table");
}

zm_status zm_report_fault(zm_context *c, const zm_table *table, const zm_fault *f)
{
    const zm_variant *v = table->variant;
    const bool distances = zm_table_distances(table);
    telling t = {.context = c, .variant = v, .fault = f};
    zm_table_name(v, t.table);
    if (zm_table_dice(table)) {
        zm_percent_range(f->stored_odds, t.stored);
        zm_percent_range(f->right_odds, t.right);
    } else {
        zm_value_text(f->stored, distances, t.stored);
        zm_value_text(f->right, distances, t.right);
    }
    if (f->kind == ZM_NOT_REACHED) /* the rules are not asked to write it down */
        return zm_fail(c, ZM_WRONG,
                       "table `%s`, tier %" PRIu32 ", place %" PRIu64 ": stored as %s, but play never gets there",
                       t.table, f->tier, f->at, t.stored);
    zm_write_position(v, f->state, t.state, sizeof t.state);
    switch (f->kind) {
    case ZM_WRONG_VALUE:
    case ZM_IN_A_CIRCLE:
    case ZM_NO_VALUE: return report_value(&t);
    case ZM_NO_STATE:
    case ZM_BAD_ROLL: return report_rules(&t);
    default: return report_move(&t);
    }
}

/* ---- counts ---- */
static bool same_odds(zm_odds a, zm_odds b) { return a.lower == b.lower && a.upper == b.upper; }

static bool same_odds_counts(const zm_summary *has, const zm_summary *is, bool position)
{
    if (has->states != is->states || has->widest != is->widest || has->has_open != is->has_open)
        return false;
    if (!is->has_open)
        return true;
    return same_odds(has->least, is->least) && same_odds(has->most, is->most) &&
           (!position ||
            (zm_same(has->least_position, is->least_position) && zm_same(has->most_position, is->most_position)));
}

/* "28 states, least 10 % to 20 %, most 70 % to 80 %, widest 5"; positions are named where they are known. */
static char *odds_counts_text(const zm_variant *v, const zm_summary *s, bool position, char *out, size_t size)
{
    char least[ZM_VALUE_WORDS], most[ZM_VALUE_WORDS], at[ZM_MAX_TEXT] = "", there[ZM_MAX_TEXT] = "";
    const zm_odds none = zm_no_odds();
    if (position && s->has_open) {
        zm_write_position(v, s->least_position, at, sizeof at);
        zm_write_position(v, s->most_position, there, sizeof there);
    }
    snprintf(out, size, "%" PRIu64 " states, least %s%s%s, most %s%s%s, widest %" PRIu32, s->states,
             zm_percent_range(s->has_open ? s->least : none, least), *at ? " at " : "", at,
             zm_percent_range(s->has_open ? s->most : none, most), *there ? " at " : "", there, s->widest);
    return out;
}

/* What the table has is only named by numbers: a position that is wrong may be none. */
static zm_status compare_odds(zm_context *c, const zm_table *t, const char *where, const zm_summary *has,
                              const zm_summary *is, bool position)
{
    char name[ZM_TABLE_NAME], said[3 * ZM_MAX_TEXT], right[3 * ZM_MAX_TEXT];
    if (same_odds_counts(has, is, position))
        return ZM_OK;
    return zm_fail(c, ZM_WRONG, "table `%s`, %s: counts are %s; they should be %s", zm_table_name(t->variant, name),
                   where, odds_counts_text(t->variant, has, false, said, sizeof said),
                   odds_counts_text(t->variant, is, position, right, sizeof right));
}

static zm_status compare(zm_context *c, const zm_table *t, const char *where, const zm_summary *has,
                         const zm_summary *is, bool position)
{
    char name[ZM_TABLE_NAME];
    if (zm_table_dice(t))
        return compare_odds(c, t, where, has, is, position);
    bool same = has->states == is->states && has->won_by[0] == is->won_by[0] && has->won_by[1] == is->won_by[1] &&
                has->drawn == is->drawn && has->has_longest == is->has_longest && has->longest == is->longest;
    if (same && (!position || !is->has_longest || zm_same(has->longest_position, is->longest_position)))
        return ZM_OK;
    return zm_fail(c, ZM_WRONG,
                   "table `%s`, %s: counts are %" PRIu64 " states, %" PRIu64 " and %" PRIu64 " won, %" PRIu64
                   " drawn, longest %u; they should be %" PRIu64 ", %" PRIu64 " and %" PRIu64 ", %" PRIu64 ", %u%s",
                   zm_table_name(t->variant, name), where, has->states, has->won_by[0], has->won_by[1], has->drawn,
                   has->longest, is->states, is->won_by[0], is->won_by[1], is->drawn, is->longest,
                   same ? ", at another position" : "");
}

zm_status zm_ledger_open(zm_context *c, const zm_table *t, zm_ledger *l)
{
    const zm_manifest *m = &t->manifest;
    uint32_t most = 0;
    *l = (zm_ledger){.table = t};
    for (uint32_t i = 0; i < m->part_count; i++)
        most = m->part[i].tiers > most ? m->part[i].tiers : most;
    return zm_alloc(c, &l->rows, most, sizeof *l->rows, "the tiers of a table's file");
}

void zm_ledger_close(zm_context *c, zm_ledger *l) { zm_release(c, l->rows); }

zm_status zm_ledger_tier(zm_context *c, zm_ledger *l, uint32_t tier, const zm_summary *is)
{
    const uint32_t part = l->table->layout.tier[tier].part;
    const zm_manifest_part *q = &l->table->manifest.part[part];
    char where[32];
    if (!l->left) {
        ZM_TRY(c, zm_table_rows(c, l->table, part, l->rows));
        l->left = q->tiers;
        l->part = (zm_summary){0};
    }
    snprintf(where, sizeof where, "tier %" PRIu32, tier);
    ZM_TRY(c, compare(c, l->table, where, &l->rows[tier - q->first], is, false));
    zm_summary_add(&l->part, is);
    if (--l->left)
        return ZM_OK;
    zm_summary_add(&l->total, &l->part);
    return compare(c, l->table, zm_part_name(part, where), &q->sum, &l->part, true);
}

zm_status zm_ledger_end(zm_context *c, zm_ledger *l)
{
    return compare(c, l->table, "summary", &l->table->manifest.total, &l->total, true);
}

zm_status zm_verify_start(zm_context *c, const zm_table *t)
{
    const zm_pos start = zm_start_state(t->variant);
    const zm_summary *has = &t->manifest.total;
    char name[ZM_TABLE_NAME], state[ZM_MAX_TEXT] = "", stored[ZM_VALUE_WORDS], said[ZM_VALUE_WORDS];
    bool same;
    if (!t->manifest.keyed &&
        !zm_same(t->variant->game->index->unrank(t->variant, t->variant->game->index->rank(t->variant, start)),
                 start)) {
        zm_write_position(t->variant, start, state, sizeof state);
        return zm_fail(
            c, ZM_WRONG,
            "table `%s`: the place of the start %s is that of another position: rank and unrank of %s disagree",
            zm_table_name(t->variant, name), state, t->variant->game->name);
    }
    if (zm_table_dice(t)) {
        zm_odds odds;
        ZM_TRY(c, zm_table_probe_odds(c, t, start, &odds));
        same = zm_is_odds(odds) && same_odds(odds, has->start_odds);
        zm_percent_range(odds, stored);
        zm_percent_range(has->start_odds, said);
    } else {
        zm_value value;
        ZM_TRY(c, zm_table_probe(c, t, start, &value));
        same = value != ZM_NONE && value == has->start;
        zm_value_text(value, zm_table_distances(t), stored);
        zm_value_text(has->start, zm_table_distances(t), said);
    }
    if (same)
        return ZM_OK;
    zm_write_position(t->variant, start, state, sizeof state);
    return zm_fail(c, ZM_WRONG, "table `%s`: the start %s is stored as %s, the summary has it as %s",
                   zm_table_name(t->variant, name), state, stored, said);
}

zm_status zm_verify_tiers(zm_context *c, const zm_table *t, zm_tier_fn *verify, void *arg, zm_verified *out)
{
    zm_ledger ledger;
    zm_status s = zm_ledger_open(c, t, &ledger);
    for (uint32_t tier = t->layout.tiers; tier-- > 0 && s == ZM_OK;)
        s = verify(arg, tier, &ledger, out);
    if (s == ZM_OK)
        s = zm_ledger_end(c, &ledger);
    zm_ledger_close(c, &ledger);
    return s;
}
