/* games_fuchs_und_henne.c: the rules against a plain reading of them, the index, the notation, the small variants of
 * FACTS.md. Seconds, but on a busy machine with sanitizers more: */
#include "unit.h"

#include "game/check/check.h"
#include "games/fuchs-und-henne/rules.h"

#include <zermelo/zermelo.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    zm_set_sync(context, false);
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static zm_variant *variant(size_t count, const char *const *settings)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(context, "fuchs-und-henne", &g), ZM_OK);
    if (zm_variant_new(context, g, settings, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return v;
}

static zm_pos read_as(const zm_variant *v, const char *text)
{
    zm_pos p;
    if (zm_read_position(context, v, text, &p) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return p;
}

/* ---- a plain reading of the rules (FACTS.md), on a board of rows and columns ---- */
typedef struct board {
    char at[7][7]; /* ' ' where no field is */
    char turn;     /* h, f, r, p */
} board;

typedef struct options {
    char diagonals; /* d, a, n */
    char multi;     /* o, m, n */
    bool must;      /* must_capture */
    unsigned foxes; /* at the start */
    unsigned house; /* hens that must come home */
} options;

typedef struct found {
    zm_pos p[1 << 16];
    unsigned count;
} found;

static board board_of(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    const char *from = text;
    board b;
    zm_write_position(v, p, text, sizeof text);
    for (int r = 0; r < 7; r++, from++)
        for (int c = 0; c < 7; c++)
            b.at[r][c] = (r < 2 || r > 4) && (c < 2 || c > 4) ? ' ' : *from++;
    b.turn = *from;
    return b;
}

static void add(const zm_variant *v, const board *b, char turn, found *to)
{
    char text[ZM_MAX_TEXT], *out = text;
    for (int r = 0; r < 7; r++) {
        for (int c = 0; c < 7; c++)
            if (b->at[r][c] != ' ')
                *out++ = b->at[r][c];
        *out++ = r < 6 ? '/' : ':';
    }
    *out++ = turn;
    *out = 0;
    const zm_pos p = read_as(v, text);
    for (unsigned i = 0; i < to->count; i++)
        if (zm_same(to->p[i], p))
            return;
    to->p[to->count++] = p;
}

static char piece(const board *b, int r, int c) { return r < 0 || r > 6 || c < 0 || c > 6 ? ' ' : b->at[r][c]; }
static bool in_house(int r, int c) { return r >= 4 && c >= 2 && c <= 4; }

static unsigned count(const board *b, char what, bool only_house)
{
    unsigned n = 0;
    for (int i = 0; i < 49; i++)
        n += b->at[i / 7][i % 7] == what && (!only_house || in_house(i / 7, i % 7));
    return n;
}

static bool may(const options *o, int r, int c, int down, int right)
{
    if (!down || !right)
        return down || right;
    return o->diagonals == 'a' || (o->diagonals == 'd' && (r + c) % 2 == 0);
}

static bool jumps(const options *o, const board *b, int r, int c, int down, int right)
{
    return may(o, r, c, down, right) && piece(b, r + down, c + right) == 'h' && !in_house(r + down, c + right) &&
           piece(b, r + 2 * down, c + 2 * right) == '.';
}

static bool can_jump(const options *o, const board *b, int r, int c)
{
    bool can = false;
    for (int i = 0; i < 9; i++)
        can |= jumps(o, b, r, c, i / 3 - 1, i % 3 - 1);
    return can;
}

static void plain_jumps(const zm_variant *v, const options *o, board b, int r, int c, /* NOLINT(misc-no-recursion) */
                        found *to)
{
    for (int i = 0; i < 9; i++) {
        const int down = i / 3 - 1, right = i % 3 - 1, r2 = r + 2 * down, c2 = c + 2 * right;
        if (!jumps(o, &b, r, c, down, right))
            continue;
        board next = b;
        next.at[r][c] = next.at[r + down][c + right] = '.';
        next.at[r2][c2] = 'f';
        const bool over = count(&next, 'h', false) < o->house, more = o->multi != 'n' && !over;
        if (o->multi != 'm' || !more || !can_jump(o, &next, r2, c2))
            add(v, &next, !over && count(&next, 'f', false) < o->foxes ? 'p' : 'h', to);
        if (more)
            plain_jumps(v, o, next, r2, c2, to);
    }
}

static void plain_foxes(const zm_variant *v, const options *o, const board *b, found *to)
{
    bool missed = false;
    for (int i = 0; i < 49; i++)
        missed |= o->must && b->at[i / 7][i % 7] == 'f' && can_jump(o, b, i / 7, i % 7);
    for (int i = 0; i < 49; i++)
        for (int k = 0; k < 9 && b->at[i / 7][i % 7] == 'f'; k++) {
            const int r = i / 7, c = i % 7, down = k / 3 - 1, right = k % 3 - 1;
            if (!may(o, r, c, down, right) || piece(b, r + down, c + right) != '.')
                continue;
            board next = *b;
            next.at[r][c] = '.';
            next.at[r + down][c + right] = 'f';
            add(v, &next, missed ? 'r' : 'h', to);
        }
    for (int i = 0; i < 49; i++)
        if (b->at[i / 7][i % 7] == 'f')
            plain_jumps(v, o, *b, i / 7, i % 7, to);
}

static void plain_hens(const zm_variant *v, const board *b, found *to)
{
    static const int down[3] = {1, 0, 0}, right[3] = {0, -1, 1};
    for (int i = 0; i < 49; i++)
        for (int k = 0; k < 3 && b->at[i / 7][i % 7] == 'h'; k++) {
            const int r = i / 7 + down[k], c = i % 7 + right[k];
            if (piece(b, r, c) != '.')
                continue;
            board next = *b;
            next.at[i / 7][i % 7] = '.';
            next.at[r][c] = 'h';
            add(v, &next, 'f', to);
        }
}

static void plain_changes(const zm_variant *v, const board *b, char before, char after, found *to)
{
    for (int i = 0; i < 49; i++)
        if (b->at[i / 7][i % 7] == before) {
            board next = *b;
            next.at[i / 7][i % 7] = after;
            add(v, &next, 'h', to);
        }
}

static void plain_successors(const zm_variant *v, const options *o, zm_pos p, found *to)
{
    const board b = board_of(v, p);
    to->count = 0;
    if (count(&b, 'h', false) < o->house || !count(&b, 'f', false) || count(&b, 'h', true) >= o->house)
        return;
    if (b.turn == 'h')
        plain_hens(v, &b, to);
    else if (b.turn == 'f')
        plain_foxes(v, o, &b, to);
    else
        plain_changes(v, &b, b.turn == 'r' ? 'f' : '.', b.turn == 'r' ? '.' : 'f', to);
}

static int by_position(const void *a, const void *b)
{
    const zm_pos x = *(const zm_pos *)a, y = *(const zm_pos *)b;
    return zm_same(x, y) ? 0 : zm_before(x, y) ? -1 : 1;
}

/* Two foxes that both come back to where they were may have taken the same: two moves then lead to one position. */
static void compare_at(const zm_variant *v, const options *o, zm_pos p)
{
    static found plain, ours;
    static zm_move moves[ZM_MAX_MOVES];
    unsigned n, different = 0;
    plain_successors(v, o, p, &plain);
    zm_moves_of(v, p, moves, &n);
    for (unsigned i = 0; i < n; i++)
        ours.p[i] = v->game->play(v, p, moves[i]);
    qsort(plain.p, plain.count, sizeof(zm_pos), by_position);
    qsort(ours.p, n, sizeof(zm_pos), by_position);
    for (unsigned i = 0; i < n; i++)
        if (!i || !zm_same(ours.p[i], ours.p[i - 1]))
            ours.p[different++] = ours.p[i];
    assert_int_equal(different, plain.count);
    assert_memory_equal(plain.p, ours.p, plain.count * sizeof(zm_pos));
}

/* Any placement will do, reachable or not. */
static zm_pos random_position(const zm_variant *v, uint64_t *seed)
{
    const hen_data *d = hen_of(v);
    const unsigned n = d->house + (unsigned)(unit_random(seed) % (d->hens - d->house + 1));
    const unsigned want = d->foxes == 1 || !d->huffs ? d->foxes : 1 + (unsigned)(unit_random(seed) % 2);
    uint64_t hens = 0, foxes = 0;
    while (zm_count_bits(hens) < n)
        hens |= zm_bit((unsigned)(unit_random(seed) % CROSS_FIELDS));
    while (zm_count_bits(foxes) < want)
        foxes |= zm_bit((unsigned)(unit_random(seed) % CROSS_FIELDS)) & ~hens;
    const unsigned task = (unsigned)(unit_random(seed) % 6);
    if (task == HEN_REMOVES && d->huffs)
        return hen_position(hens, foxes, HEN_REMOVES, 0);
    if (task == HEN_PUTS && d->huffs && want < d->foxes && n < d->hens)
        return hen_position(hens, foxes, HEN_PUTS, 0);
    return hen_position(hens, foxes, HEN_MOVES, task != 5);
}

static void facts_moves_are_those_of_a_plain_reading_of_the_rules(void **state)
{
    static const struct {
        const char *settings[4];
        options o;
    } cases[] = {
        {{"hens=20"}, {'d', 'o', true, 2, 9}},
        {{"hens=15", "foxes=1", "diagonals=all"}, {'a', 'o', true, 1, 9}},
        {{"hens=12", "diagonals=none", "multi=must", "house=3"}, {'n', 'm', true, 2, 3}},
        {{"hens=12", "diagonals=all", "multi=must", "house=4"}, {'a', 'm', true, 2, 4}},
        {{"hens=13", "must_capture=no", "multi=no"}, {'d', 'n', false, 2, 9}},
        {{"hens=9", "must_capture=no", "house=5"}, {'d', 'o', false, 2, 5}},
    };
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = 0;
        while (n < 4 && cases[i].settings[n])
            n++;
        zm_variant *v = variant(n, cases[i].settings);
        for (unsigned k = 0; k < 2000; k++)
            compare_at(v, &cases[i].o, random_position(v, &seed));
        zm_variant_free(context, v);
    }
}

/* ---- starts and ends ---- */
static void check_start(size_t n, const char *const *settings, const char *start)
{
    char text[ZM_MAX_TEXT];
    zm_variant *v = variant(n, settings);
    zm_write_position(v, v->game->start(v), text, sizeof text);
    assert_string_equal(text, start);
    zm_variant_free(context, v);
}

static void facts_starts(void **state)
{
    (void)state;
    check_start(0, NULL, "hhh/hhh/hhhhhhh/hhhhhhh/..f.f../.../...:h");
    check_start(1, (const char *[]){"hens=9"}, "hhh/hhh/hhh..../......./..f.f../.../...:h");
    check_start(2, (const char *[]){"hens=17", "foxes=1"}, "hhh/hhh/hhhhhhh/hhhh.../...f.../.../...:h");
}

static void facts_ends(void **state)
{
    static const struct {
        const char *position;
        zm_end end;
    } ends[] = {
        {"hhh/hhh/hhh..../......./..f.f../.../...:h", ZM_OPEN},
        {"hhh/hhh/hh...../......./..f.f../.../...:h", ZM_LOSS}, /* eight hens left */
        {"hhh/hhh/hh...../......./..f..../.../...:h", ZM_LOSS}, /* the other fox is not put back any more */
        {"hhh/hhh/hhh..../......./......./.../...:h", ZM_WIN},  /* no fox left */
        {"f.f/.../......./......./..hhh../hhh/hhh:f", ZM_LOSS}, /* all at home */
        {"f.f/.../......./......./.hhhh../hhh/hhh:f", ZM_LOSS},
        {"f.f/.../......./......./.hhh.../hhh/hhh:f", ZM_OPEN}, /* eight of nine */
    };
    zm_variant *v = variant(1, (const char *[]){"hens=10"});
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_int_equal(v->game->ended(v, read_as(v, ends[i].position)), ends[i].end);
    zm_variant_free(context, v);
}

/* ---- huffing and rescue ---- */
static zm_pos after(const zm_variant *v, const char *position, const char *move)
{
    const zm_pos p = read_as(v, position);
    static zm_move moves[ZM_MAX_MOVES];
    char text[ZM_MAX_TEXT];
    unsigned n;
    zm_moves_of(v, p, moves, &n);
    for (unsigned i = 0; i < n; i++) {
        zm_write_move(v, p, moves[i], text, sizeof text);
        if (!strcmp(text, move))
            return v->game->play(v, p, moves[i]);
    }
    fail_msg("%s has no move %s", position, move);
    return p;
}

static void check_after(const zm_variant *v, const char *position, const char *move, const char *expected)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(v, after(v, position, move), text, sizeof text);
    assert_string_equal(text, expected);
}

static void facts_a_missed_jump_costs_a_fox_and_a_capture_brings_it_back(void **state)
{
    zm_variant *v = variant(2, (const char *[]){"hens=4", "house=2"});
    (void)state;
    /* The fox on d3 could take d4 (and go on over d6 is blocked by the edge); the other one steps. */
    check_after(v, "hh./.../......./...h.../...f.../.../..f:f", "e1-e2", "hh./.../......./...h.../...f.../..f/...:r");
    check_after(v, "hh./.../......./...h.../...f.../..f/...:r", "xe2", "hh./.../......./...h.../...f.../.../...:h");
    check_after(v, "hh./.../......./...h.../...f.../..f/...:r", "xd3", "hh./.../......./...h.../......./..f/...:h");
    /* A lone fox takes: the other one comes back where the hens want it, then they move. */
    check_after(v, "hh./.../......./...h.../...f.../.../...:f", "d3xd5", "hh./.../...f.../......./......./.../...:p");
    check_after(v, "hh./.../...f.../......./......./.../...:p", "g3", "hh./.../...f.../......./......f/.../...:h");
    /* Two foxes: nothing comes back. One capture more and too few hens are left: nothing either. */
    check_after(v, "hh./.../......./...h.../...f.../.../..f:f", "d3xd5", "hh./.../...f.../......./......./.../..f:h");
    check_after(v, "h../.../......./...h.../...f.../.../...:f", "d3xd5", "h../.../...f.../......./......./.../...:h");
    /* The last fox that misses a jump goes, and the hens have won. */
    check_after(v, "hh./.../......./...h.../...f.../.../...:f", "d3-d2", "hh./.../......./...h.../......./.f./...:r");
    check_after(v, "hh./.../......./...h.../......./.f./...:r", "xd2", "hh./.../......./...h.../......./.../...:h");
    assert_int_equal(v->game->ended(v, read_as(v, "hh./.../......./...h.../......./.../...:h")), ZM_WIN);
    /* In the house hens are safe: there was no jump to miss. */
    check_after(v, "hh./.../......./...f.../...h.../.../..f:f", "e1-e2", "hh./.../......./...f.../...h.../..f/...:h");
    zm_variant_free(context, v);
}

/* ---- notation ---- */
static void refused(const zm_variant *v, const char *text, const char *why)
{
    zm_pos p;
    assert_int_not_equal(zm_read_position(context, v, text, &p), ZM_OK);
    if (!strstr(zm_message(context), why))
        fail_msg("%s: %s, not %s", text, zm_message(context), why);
}

static void what_cannot_be_is_refused(void **state)
{
    zm_variant *v = variant(1, (const char *[]){"hens=10"});
    zm_variant *lazy = variant(2, (const char *[]){"hens=10", "must_capture=no"});
    (void)state;
    refused(v, "hhh/hhh/hhhh...", "expected / after row 3");
    refused(v, "hhg/", "expected . (empty), h (hen) or f (fox)");
    refused(v, "fff/", "only 2 foxes");
    refused(v, "hhh/hhh/hhh..../......./..f.f../.../...:x", "expected whose turn");
    refused(v, "hhh/hhh/hhh..../......./..f.f../.../...:hh", "expected the end");
    refused(v, "hhh/hhh/h....../......./..f.f../.../...:h", "7 hens; 8 to 10 can be");
    refused(v, "hhh/hhh/hh...../......./..f.f../.../...:f", "the hens' turn (h)");
    refused(v, "hhh/hhh/hhh..../......./......./.../...:f", "no fox is left");
    refused(v, "hhh/hhh/hhh..../......./..f.f../.../...:p", "when one of two is left");
    refused(v, "hhh/hhh/hhhh.../......./..f..../.../...:p", "when one of two is left"); /* all ten: nothing was taken */
    refused(lazy, "hhh/hhh/hhh..../......./..f.f../.../...:r", "must_capture=yes");
    refused(lazy, "hhh/hhh/hhh..../......./..f..../.../...:h", "never removed");
    zm_variant_free(context, v);
    zm_variant_free(context, lazy);
}

static void more_must_come_home_than_there_are(void **state)
{
    const zm_game *g;
    zm_variant *v = NULL;
    const char *settings[] = {"hens=8"};
    (void)state;
    assert_int_equal(zm_find_game(context, "fuchs-und-henne", &g), ZM_OK);
    assert_int_not_equal(zm_variant_new(context, g, settings, 1, &v), ZM_OK);
    assert_non_null(strstr(zm_message(context), "9 must come home"));
}

/* ---- the index ---- */
/* Every place of a small variant: rank is the inverse of unrank but where a position is greater than its image. */
static void check_index(size_t n, const char *const *settings)
{
    zm_variant *v = variant(n, settings);
    const zm_game *r = v->game;
    for (uint32_t tier = 0; tier < r->index->tiers(v); tier++)
        for (uint64_t i = 0; i < r->index->tier_size(v, tier); i++) {
            const zm_place back = r->index->rank(v, r->index->unrank(v, (zm_place){tier, i}));
            assert_int_equal(back.tier, tier);
            assert_int_equal(back.index, i);
        }
    zm_variant_free(context, v);
}

static void index_and_position_are_inverse(void **state)
{
    (void)state;
    check_index(2, (const char *[]){"hens=2", "house=1"});
    check_index(3, (const char *[]){"hens=3", "house=2", "foxes=1"});
    check_index(3, (const char *[]){"hens=2", "house=1", "must_capture=no"});
}

static void the_whole_game_is_numbered(void **state)
{
    zm_variant *v = variant(0, NULL);
    const zm_game *r = v->game;
    uint64_t seed = 7;
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        const zm_pos p = r->fingerprint(v, random_position(v, &seed));
        const zm_place at = r->index->rank(v, p);
        assert_true(at.tier < r->index->tiers(v) && at.index < r->index->tier_size(v, at.tier));
        assert_true(zm_same(r->index->unrank(v, at), p));
    }
    zm_variant_free(context, v);
}

static void rules_keep_what_they_promise(void **state)
{
    (void)state;
    static const char *const settings[][3] = {{"hens=20"},
                                              {"hens=9"},
                                              {"hens=4", "house=2"},
                                              {"hens=5", "house=3", "multi=must"},
                                              {"hens=12", "diagonals=all", "foxes=1"},
                                              {"hens=3", "house=1", "must_capture=no"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        size_t n = 0;
        while (n < 3 && settings[i][n])
            n++;
        zm_variant *v = variant(n, settings[i]);
        if (zm_check_game(context, v, i + 1, 300) != ZM_OK)
            fail_msg("%s", zm_message(context));
        zm_variant_free(context, v);
    }
}

/* ---- FACTS.md: the small variants ---- */
typedef struct row {
    const char *settings[3];
    uint64_t states, removing, putting, hens, foxes, drawn;
    zm_value start;
} row;

typedef struct tasks {
    uint64_t count[3];
} tasks;

static void note_task(void *arg, uint32_t ply, zm_pos p)
{
    tasks *t = arg;
    (void)ply;
    __atomic_fetch_add(&t->count[hen_task_of(p)], 1, __ATOMIC_RELAXED);
}

static void check_row(const row *f, zm_method m)
{
    zm_variant *v = variant(3, f->settings);
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m);
    zm_solved s;
    if (zm_solve(context, v, &o, &s) != ZM_OK)
        fail_msg("%s", zm_message(context));
    assert_int_equal(s.summary.states, f->states);
    assert_int_equal(s.summary.won_by[0], f->hens);
    assert_int_equal(s.summary.won_by[1], f->foxes);
    assert_int_equal(s.summary.drawn, f->drawn);
    assert_int_equal(s.summary.start, f->start);
    zm_variant_free(context, v);
}

static const row rows[] = {
    {{"hens=3", "house=3", "foxes=1"}, 203485, 35558, 0, 54786, 45554, 103145, ZM_DRAWN},
    {{"hens=2", "house=2", "foxes=2"}, 319634, 68694, 0, 66844, 206874, 45916, 1 + 12},
    {{"hens=4", "house=4", "foxes=1"}, 1532404, 300958, 0, 378126, 431825, 722453, ZM_DRAWN},
    {{"hens=3", "house=3", "foxes=2"}, 3360591, 828757, 0, 331723, 1328241, 1700627, 1 + 16},
};

static void facts_small_variants(void **state)
{
    (void)state;
    zm_set_threads(context, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i], ZM_METHOD_AUTO);
    check_row(&rows[0], ZM_METHOD_HASH);
    check_row(&rows[1], ZM_METHOD_HASH);
}

static void facts_states_in_which_a_fox_is_removed_or_put_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        zm_variant *v = variant(3, rows[i].settings);
        tasks t = {{0}};
        zm_plies p;
        assert_int_equal(zm_enumerate_each(context, v, note_task, &t, &p), ZM_OK);
        assert_int_equal(t.count[HEN_REMOVES], rows[i].removing);
        assert_int_equal(t.count[HEN_PUTS], rows[i].putting);
        zm_plies_free(context, &p);
        zm_variant_free(context, v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_moves_are_those_of_a_plain_reading_of_the_rules),
        cmocka_unit_test(facts_starts),
        cmocka_unit_test(facts_ends),
        cmocka_unit_test(facts_a_missed_jump_costs_a_fox_and_a_capture_brings_it_back),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(more_must_come_home_than_there_are),
        cmocka_unit_test(index_and_position_are_inverse),
        cmocka_unit_test(the_whole_game_is_numbered),
        cmocka_unit_test(rules_keep_what_they_promise),
        cmocka_unit_test(facts_small_variants),
        cmocka_unit_test(facts_states_in_which_a_fox_is_removed_or_put_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
