/* agent.c: the agents there are, how they are written, and the order in which each of them likes the moves of a
 * position.
 *
 *   perfect    the best value: a win, the sooner the better; else a draw; else a loss, the later the better. Of equal draws and
 *              losses the one that sets the most traps: after which the largest share of the other's replies gives away what he
 *              has. Of wins without distances the one that leaves the tier soonest (way.c).
 *   by-share   the policy of the blog on Hasenspiel: first the moves after which the other side cannot force a win; among
 *              these the one after which the mover wins the largest share of all games that can still be played
 *   random     takes them as they come, and so do a human and a policy of the game, which decide later */
#include "think.h"

#include "base/text.h"

#include <zermelo/solve.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const agents[ZM_AGENTS] = {"perfect", "by-share", "random", "skill", "human"};

/* ---- as text ---- */
const char *zm_agent_name(zm_agent_kind kind) { return kind < ZM_AGENTS ? agents[kind] : "policy"; }

static unsigned policies_of(const zm_game *g)
{
    unsigned n = 0;
    while (g && n < ZM_MAX_POLICIES && g->sources->policies[n].name)
        n++;
    return n;
}

static zm_status no_such_agent(zm_context *c, const zm_game *g, const char *text)
{
    const char *names[ZM_AGENTS + ZM_MAX_POLICIES];
    char list[256] = "";
    unsigned count = 0;
    for (; count < ZM_AGENTS; count++)
        names[count] = count == ZM_SKILL ? "skill=0.5" : agents[count];
    for (unsigned i = 0; i < policies_of(g); i++)
        names[count++] = g->sources->policies[i].name;
    const char *near = zm_nearest(text, names, count);
    if (near && strncmp(near, "skill", 5) != 0)
        return zm_fail(c, ZM_BAD_INPUT, "there is no agent \"%.40s\"; did you mean \"%s\"?", text, near);
    for (unsigned i = 0; i < count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    return zm_fail(c, ZM_BAD_INPUT, "there is no agent \"%.40s\"; there are: %s", text, list);
}

static zm_status read_skill(zm_context *c, const char *text, double *skill)
{
    char *end;
    *skill = strtod(text, &end);
    const bool plain = *text && text[strspn(text, "0123456789.")] == 0 && !*end;
    if (!plain || !(*skill >= 0 && *skill <= 1))
        return zm_fail(c, ZM_BAD_INPUT, "skill=\"%.40s\" must be a number from 0 (random) to 1 (perfect), as skill=0.7",
                       text);
    return ZM_OK;
}

zm_status zm_agent_read(zm_context *c, const zm_game *g, const char *text, zm_agent *out)
{
    *out = (zm_agent){.kind = ZM_SKILL};
    if (!strncmp(text, "skill=", 6))
        return read_skill(c, text + 6, &out->skill);
    for (unsigned i = 0; i < ZM_AGENTS; i++)
        if (i != ZM_SKILL && !strcmp(text, agents[i])) {
            out->kind = (zm_agent_kind)i;
            return ZM_OK;
        }
    for (unsigned i = 0; i < policies_of(g); i++)
        if (!strcmp(text, g->sources->policies[i].name)) {
            *out = (zm_agent){.kind = ZM_POLICY, .policy = &g->sources->policies[i]};
            return ZM_OK;
        }
    return no_such_agent(c, g, text);
}

char *zm_agent_write(const zm_agent *a, char *out, size_t size)
{
    if (a->kind == ZM_SKILL)
        snprintf(out, size, "skill=%.6g", a->skill);
    else
        snprintf(out, size, "%s", a->policy ? a->policy->name : agents[a->kind]);
    return out;
}

bool zm_agent_needs_table(const zm_agent *a)
{
    return a->kind == ZM_PERFECT || a->kind == ZM_BY_SHARE || (a->kind == ZM_SKILL && a->skill > 0);
}

/* ---- orders ---- */
typedef bool better_fn(const zm_choice *a, const zm_choice *b);

static bool by_value(const zm_choice *a, const zm_choice *b) { return a->value > b->value; }

static bool by_traps(const zm_choice *a, const zm_choice *b)
{
    if (a->value != b->value)
        return a->value > b->value;
    if (a->way != b->way)
        return a->way - 1 < b->way - 1; /* what is not known comes last */
    return a->traps > b->traps;
}

static bool by_share(const zm_choice *a, const zm_choice *b)
{
    bool a_lost = zm_is_loss(a->value), b_lost = zm_is_loss(b->value);
    return a_lost != b_lost ? b_lost : a->share > b->share;
}

static int compare(const void *x, const void *y, void *arg)
{
    const zm_choice *a = x, *b = y;
    better_fn *const *better = arg;
    return (*better)(a, b) ? -1 : (*better)(b, a) ? 1 : a->number < b->number ? -1 : 1;
}

static void sort(zm_choices *s, better_fn *better)
{
    qsort_r(s->choice, s->count, sizeof *s->choice, compare, &better);
    for (s->best = 0; s->best < s->count && !better(&s->choice[0], &s->choice[s->best]);)
        s->best++;
}

void zm_choices_sort(zm_choices *choices) { sort(choices, by_value); }

/* ---- shares ---- */
static zm_status find_share(zm_context *c, const zm_variant *v, unsigned turn, zm_choice *m)
{
    zm_tree tree;
    ZM_TRY(c, zm_count_games(c, v, m->next, &tree));
    /* In an impartial game the tree's first player is the one to move there: the other one. */
    m->share = tree.share[zm_impartial(v) ? 1 : turn];
    zm_tree_free(&tree);
    return ZM_OK;
}

static zm_status sort_by_share(zm_context *c, const zm_variant *v, zm_choices *choices)
{
    for (unsigned i = 0; i < choices->count; i++)
        ZM_TRY(c, find_share(c, v, choices->turn, &choices->choice[i]));
    sort(choices, by_share);
    return ZM_OK;
}

/* ---- perfect ---- */
/* Only what decides between equals is looked for. */
static zm_status sort_perfectly(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *choices)
{
    sort(choices, by_value);
    if (choices->best < 2)
        return ZM_OK;
    if (!zm_is_win(choices->choice[0].value))
        ZM_TRY(c, zm_find_traps(c, v, t, choices));
    else if (choices->wdl)
        ZM_TRY(c, zm_find_ways(c, v, t, choices));
    sort(choices, by_traps);
    return ZM_OK;
}

zm_status zm_agent_sort(zm_context *c, const zm_variant *v, const zm_table *t, const zm_agent *a, zm_choices *choices)
{
    choices->best = choices->count;
    switch (a->kind) {
    case ZM_PERFECT:
    case ZM_SKILL: return sort_perfectly(c, v, t, choices);
    case ZM_BY_SHARE: return sort_by_share(c, v, choices);
    default: return ZM_OK;
    }
}
