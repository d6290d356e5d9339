/* agent.c: ways to choose a move.
 *
 *   perfect    the best value: a win, the sooner the better; else a draw; else a loss, the later the better
 *   by-share   the policy of the blog on Hasenspiel: first the moves after which the other side cannot force a win; among
 *              these the one after which the mover wins the largest share of all games that can still be played */
#include <zermelo/play.h>
#include <zermelo/solve.h>

#include <string.h>

static bool by_value(const zm_choice *a, const zm_choice *b) { return a->value > b->value; }

static bool by_share(const zm_choice *a, const zm_choice *b)
{
    bool a_lost = zm_is_loss(a->value), b_lost = zm_is_loss(b->value);
    return a_lost != b_lost ? b_lost : a->share > b->share;
}

static const zm_agent agents[] = {
    {"perfect", "the best value: wins soon, loses late", false, by_value},
    {"by-share", "does not lose what is not lost, then wins most of the games that can follow", true, by_share},
};

size_t zm_agent_count(void) { return sizeof agents / sizeof *agents; }
const zm_agent *zm_agent_at(size_t i) { return &agents[i]; }

const zm_agent *zm_agent_find(const char *name)
{
    for (size_t i = 0; i < zm_agent_count(); i++)
        if (!strcmp(agents[i].name, name))
            return &agents[i];
    return NULL;
}

static zm_status find_share(zm_context *c, const zm_variant *v, unsigned turn, zm_choice *m)
{
    zm_tree tree;
    ZM_TRY(c, zm_count_games(c, v, m->next, &tree));
    /* In an impartial game the tree's first player is the one to move there: the other one. */
    m->share = tree.share[zm_impartial(v) ? 1 : turn];
    zm_tree_free(&tree);
    return ZM_OK;
}

/* Insertion keeps equals in order; positions have a few dozen moves. */
static void sort(zm_choices *s, bool (*better)(const zm_choice *, const zm_choice *))
{
    for (unsigned i = 1; i < s->count; i++) {
        zm_choice m = s->choice[i];
        unsigned at = i;
        for (; at && better(&m, &s->choice[at - 1]); at--)
            s->choice[at] = s->choice[at - 1];
        s->choice[at] = m;
    }
}

zm_status zm_agent_sort(zm_context *c, const zm_variant *v, const zm_agent *a, zm_choices *choices)
{
    for (unsigned i = 0; a->by_share && i < choices->count; i++)
        ZM_TRY(c, find_share(c, v, choices->turn, &choices->choice[i]));
    sort(choices, a->better);
    return ZM_OK;
}
