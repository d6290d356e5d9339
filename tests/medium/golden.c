/* golden.c: what tests/golden.txt has recorded is computed again, by every method and engine it names. The head of that
 * file has its format.
 *
 * --record writes the file anew, with what is computed now: scripts/golden does that. It refuses where two ways to the
 * same values disagree. */
#include "golden_lab.h"

enum { ENTRIES = 100, WORDS = 16, WAYS = 12 };

/* An entry of the file: a head "GAME SETTING...: KIND", the ways "by WAY...", and lines that are compared. */
typedef struct entry {
    unsigned number;                                                     /* of its head's line in the file */
    char head[GOLDEN_WIDTH], by[GOLDEN_WIDTH], before[8 * GOLDEN_WIDTH]; /* before: comments and empty lines */
    golden_lines lines;
} entry;

static struct {
    char path[4096], after[8 * GOLDEN_WIDTH];
    unsigned count;
    entry entry[ENTRIES];
    bool record;
} file;

/* ---- the file ---- */
static void append(char *text, size_t size, const char *more)
{
    const size_t used = strlen(text);
    assert_true(used + strlen(more) < size);
    snprintf(text + used, size - used, "%s", more);
}

static void take_line(char *line, unsigned number)
{
    entry *e = file.count ? &file.entry[file.count - 1] : NULL;
    const bool inside = !strncmp(line, "  ", 2);
    if (*line == '#' || !*line) {
        append(file.after, sizeof file.after, line);
        append(file.after, sizeof file.after, "\n");
    } else if (!inside) {
        assert_true(file.count < ENTRIES);
        e = &file.entry[file.count++];
        e->number = number;
        append(e->head, sizeof e->head, line);
        append(e->before, sizeof e->before, file.after);
        *file.after = 0;
    } else if (!e) {
        fail_msg("golden.txt:%u: a line before the first head", number);
    } else if (!strncmp(line, "  by ", 5)) {
        append(e->by, sizeof e->by, line + strspn(line + 4, " ") + 4);
    } else {
        golden_lines *l = &e->lines;
        assert_true(l->count < GOLDEN_LINES);
        append(l->line[l->count++], GOLDEN_WIDTH, line + 2);
    }
}

static int read_file(void **state)
{
    char line[GOLDEN_WIDTH];
    const char *source = getenv("SOURCE");
    snprintf(file.path, sizeof file.path, "%s/tests/golden.txt", source ? source : ".");
    FILE *f = fopen(file.path, "r");
    if (!f) {
        fprintf(stderr, "%s: cannot be read; SOURCE names the project's folder\n", file.path);
        return 1;
    }
    for (unsigned number = 1; fgets(line, sizeof line, f); number++) {
        line[strcspn(line, "\n")] = 0;
        take_line(line, number);
    }
    fclose(f);
    return 0;
}

static void write_file(void)
{
    FILE *f = fopen(file.path, "w");
    assert_non_null(f);
    for (unsigned i = 0; i < file.count; i++) {
        const entry *e = &file.entry[i];
        fprintf(f, "%s%s\n", e->before, e->head);
        if (*e->by)
            fprintf(f, "  by         %s\n", e->by);
        for (unsigned k = 0; k < e->lines.count; k++)
            fprintf(f, "  %s\n", e->lines.line[k]);
    }
    fputs(file.after, f);
    assert_int_equal(fclose(f), 0);
}

/* ---- what is asked for: a head in words ---- */
typedef struct wish {
    zm_context *c;
    zm_variant *v; /* NULL: an expression */
    char room[GOLDEN_WIDTH], kind_room[GOLDEN_WIDTH];
    const char *expression;
    const char *kind[WORDS]; /* the kind and what goes with it */
    zm_solve_options o;
    bool moves;    /* of an export */
    unsigned bits; /* of an export */
    char tables[4096], exported[4096];
} wish;

static unsigned split(char *text, const char **word)
{
    unsigned n = 0;
    for (char *rest = text, *at; (at = strsep(&rest, " "));)
        if (*at) {
            assert_true(n < WORDS - 1);
            word[n++] = at;
        }
    word[n] = NULL;
    return n;
}

static bool is_kind(const wish *w, const char *name) { return !strcmp(w->kind[0], name); }

static unsigned number_after(const wish *w, const char *name)
{
    for (unsigned i = 0; w->kind[i]; i++)
        if (!strcmp(w->kind[i], name) && w->kind[i + 1])
            return (unsigned)strtoul(w->kind[i + 1], NULL, 10);
    return 0;
}

static bool has_word(const wish *w, const char *name)
{
    for (unsigned i = 0; w->kind[i]; i++)
        if (!strcmp(w->kind[i], name))
            return true;
    return false;
}

static void open_variant(wish *w, char *text)
{
    const char *word[WORDS];
    const zm_game *g;
    const unsigned n = split(text, word);
    if (zm_find_game(w->c, word[0], &g) != ZM_OK || zm_variant_new(w->c, g, word + 1, n - 1, &w->v) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
}

static void open_wish(wish *w, const entry *e)
{
    char *colon;
    *w = (wish){.c = zm_context_new()};
    zm_set_sync(w->c, false);
    append(w->room, sizeof w->room, e->head);
    colon = strstr(w->room, ": ");
    if (!colon)
        golden_fail("not \"GAME SETTING...: KIND\"");
    *colon = 0;
    append(w->kind_room, sizeof w->kind_room, colon + 2);
    split(w->kind_room, w->kind);
    if (is_kind(w, "value"))
        w->expression = w->room;
    else
        open_variant(w, w->room);
    unit_path("golden", w->tables);
    unit_path("golden-exported", w->exported);
    w->o = ZM_OPTIONS(zm_solve_options, .tables = w->tables, .again = true, .wdl = is_kind(w, "wdl"),
                      .one_vector = has_word(w, "one-vector"), .bits = number_after(w, "bits"),
                      .book_plies = number_after(w, "book"), .book_beyond = number_after(w, "far"),
                      .beyond_from = number_after(w, "from"));
    w->moves = is_kind(w, "moves");
    w->bits = w->o.bits;
}

static void close_wish(wish *w)
{
    if (w->v) {
        zm_table_remove(w->c, w->v, w->tables);
        zm_table_remove(w->c, w->v, w->exported);
        zm_variant_free(w->c, w->v);
    }
    assert_int_equal(zm_memory_used(w->c), 0);
    zm_context_free(w->c);
}

/* ---- one way: "METHOD", "ENGINE:METHOD", "METHOD+export" ---- */
static bool read_way(const char *text, zm_solve_options *o, bool *exports)
{
    char room[64], *method = room, *plus;
    snprintf(room, sizeof room, "%s", text);
    plus = strstr(room, "+export");
    *exports = plus != NULL;
    if (plus)
        *plus = 0;
    char *colon = strchr(room, ':');
    o->engine = ZM_ENGINE_CPU;
    if (colon) {
        *colon = 0;
        method = colon + 1;
        if (!zm_engine_parse(room, &o->engine))
            return false;
    }
    return zm_method_parse(method, &o->method) && o->method != ZM_METHOD_AUTO;
}

static zm_table *export_table(wish *w, zm_table *from, zm_summary *said)
{
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = w->exported, .moves = w->moves,
                                           .bits = w->moves ? 0 : w->bits, .again = true);
    zm_exported made;
    zm_table *t;
    if (zm_table_export(w->c, from, &o, &made) != ZM_OK || zm_table_open(w->c, w->v, w->exported, &t) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
    zm_table_close(from);
    *said = made.summary;
    return t;
}

static void solve_way(wish *w, const char *way, golden_lines *out)
{
    zm_solve_options o = w->o;
    zm_solved solved;
    zm_table *t;
    bool exports;
    if (!read_way(way, &o, &exports))
        golden_fail("\"%s\" is not METHOD, ENGINE:METHOD or METHOD+export", way);
    if (exports)
        o.bits = 0;
    if (zm_solve(w->c, w->v, &o, &solved) != ZM_OK ||
        (o.book_plies ? zm_book_open : zm_table_open)(w->c, w->v, w->tables, &t) != ZM_OK)
        golden_fail("by %s: %s", way, zm_message(w->c));
    if (exports)
        t = export_table(w, t, &solved.summary);
    golden_table(w->c, t, &solved.summary, out);
    zm_table_close(t);
}

/* ---- kinds without a table ---- */
/* Numbers of states by their distance from the start. */
static void count_plies(wish *w, golden_lines *out)
{
    zm_plies p;
    XXH3_state_t *s = golden_open();
    if (zm_enumerate(w->c, w->v, &p) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
    for (uint32_t i = 0; i < p.plies; i++)
        golden_add(s, p.count[i], 8);
    golden_say(out, "plies", "%u, %" PRIu64 " states, counts %016" PRIx64, p.plies, p.states, golden_close(s));
    zm_plies_free(w->c, &p);
}

static void count_games(wish *w, golden_lines *out)
{
    zm_tree t;
    if (zm_count_games(w->c, w->v, w->v->game->start(w->v), &t) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
    golden_say(out, "games", "%s, %s %s, %s %s, drawn %s", t.games, zm_player(w->v->game, 0), t.won_by[0],
               zm_player(w->v->game, 1), t.won_by[1], t.drawn);
    golden_say(out, "nodes", "%s, %u plies", t.all_nodes, t.plies);
    zm_tree_free(&t);
}

static void tabulate(wish *w, golden_lines *out)
{
    zm_tabulation t;
    XXH3_state_t *s = golden_open();
    if (zm_tabulate(w->c, w->v, w->kind[1], &t) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
    for (unsigned i = 0; i < t.count; i++) {
        golden_add(s, (uint64_t)(int64_t)t.row[i].value, 8);
        golden_add(s, t.row[i].positions, 8);
        golden_add(s, t.row[i].states, 8);
    }
    golden_say(out, "positions", "%" PRIu64 ", %" PRIu64 " states, %s: start %d, %u values, counts %016" PRIx64,
               t.positions, t.states, t.value, t.start, t.count, golden_close(s));
}

static void say_kind(zm_values *values, zm_expression *e, zm_kind kind, golden_lines *out)
{
    zm_answer a;
    char number[16];
    const zm_status s = zm_value_of(values, e, kind, &a);
    if (s == ZM_BAD_INPUT)
        return; /* games with extra turns have a Grundy number only */
    assert_int_equal(s, ZM_OK);
    snprintf(number, sizeof number, "%u", a.number);
    golden_say(out, zm_kind_name[kind], "%s by %s",
               a.number == ZM_SL                                  ? "SL"
               : a.number == ZM_SW                                ? "SW"
               : a.number == ZM_GRUNDY_LOONY && kind == ZM_GRUNDY ? "loony"
                                                                  : number,
               a.theorem ? "theorem" : "search");
}

static void say_outcome(zm_values *values, zm_expression *e, bool misere, golden_lines *out)
{
    zm_answer a;
    bool wins;
    const zm_status s = zm_outcome_of(values, e, misere, &wins, &a);
    if (s == ZM_BAD_INPUT)
        return;
    assert_int_equal(s, ZM_OK);
    golden_say(out, misere ? "misere" : "outcome", "%s by %s", wins ? "win" : "loss", a.theorem ? "theorem" : "search");
}

static void evaluate(wish *w, golden_lines *out)
{
    zm_values *values;
    zm_expression *e;
    if (zm_values_open(w->c, 0, &values) != ZM_OK || zm_expression_read(values, w->expression, &e) != ZM_OK)
        golden_fail("%s", zm_message(w->c));
    say_outcome(values, e, false, out);
    say_outcome(values, e, true, out);
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        say_kind(values, e, k, out);
    zm_expression_free(e);
    zm_values_close(values);
}

/* ---- an entry: every way to it, beside what is recorded ---- */
static size_t name_length(const char *line) { return strcspn(line, " "); }

static char *line_like(golden_lines *l, const char *line)
{
    const size_t n = name_length(line);
    for (unsigned i = 0; i < l->count; i++)
        if (name_length(l->line[i]) == n && !strncmp(l->line[i], line, n))
            return l->line[i];
    return NULL;
}

/* What one way has said goes beside what others have: a line is there already and is the same, or it is new. */
static unsigned join(golden_lines *all, const golden_lines *one, const entry *e, const char *way)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < one->count; i++) {
        const char *has = line_like(all, one->line[i]);
        assert_true(has || all->count < GOLDEN_LINES);
        if (!has) {
            append(all->line[all->count++], GOLDEN_WIDTH, one->line[i]);
        } else if (strcmp(has, one->line[i])) {
            print_error("golden.txt:%u: %s: two ways disagree\n    first     %s\n    by %s  %s\n", e->number, e->head,
                        has, way, one->line[i]);
            wrong++;
        }
    }
    return wrong;
}

static void tell(const entry *e, const char *recorded, const char *now)
{
    print_error("golden.txt:%u: %s\n    recorded  %s\n    now       %s\n", e->number, e->head,
                recorded ? recorded : "(nothing)", now ? now : "(nothing)");
}

/* How many lines differ; e NULL: they are not told. */
static unsigned compare(golden_lines *recorded, golden_lines *now, const entry *e)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < now->count; i++) {
        const char *was = line_like(recorded, now->line[i]);
        if (was && !strcmp(was, now->line[i]))
            continue;
        if (e)
            tell(e, was, now->line[i]);
        wrong++;
    }
    for (unsigned i = 0; i < recorded->count; i++)
        if (!line_like(now, recorded->line[i])) {
            if (e)
                tell(e, recorded->line[i], NULL);
            wrong++;
        }
    return wrong;
}

/* Every method that can solve the variant is to be among the ways; the others are refused at once. */
static unsigned look_for_more_ways(wish *w, const entry *e)
{
    static const zm_method plain[] = {ZM_METHOD_HASH,    ZM_METHOD_SWEEP, ZM_METHOD_BACKWARD,
                                      ZM_METHOD_FORWARD, ZM_METHOD_HUNT,  ZM_METHOD_PAIR};
    unsigned more = 0;
    for (zm_engine engine = ZM_ENGINE_CPU; engine <= ZM_ENGINE_CUDA_HOST; engine++)
        for (unsigned i = 0; engine != ZM_ENGINE_CUDA && i < sizeof plain / sizeof *plain; i++) {
            const zm_solve_options o =
                ZM_OPTIONS(zm_solve_options, .method = plain[i], .engine = engine, .wdl = w->o.wdl);
            char way[64], by[GOLDEN_WIDTH + 2], spaced[66];
            zm_solved solved;
            snprintf(way, sizeof way, "%s%s%s", engine ? zm_engine_name(engine) : "", engine ? ":" : "",
                     zm_method_name(plain[i]));
            snprintf(by, sizeof by, " %s ", e->by);
            snprintf(spaced, sizeof spaced, " %s ", way);
            if (strstr(by, spaced) || zm_solve(w->c, w->v, &o, &solved) != ZM_OK)
                continue;
            print_error("golden.txt:%u: %s: can also be solved by %s, which its line \"by\" does not have\n", e->number,
                        e->head, way);
            more++;
        }
    return more;
}

static unsigned solve_all_ways(wish *w, const entry *e, golden_lines *out)
{
    char room[GOLDEN_WIDTH];
    const char *way[WORDS];
    unsigned wrong = 0;
    snprintf(room, sizeof room, "%s", e->by);
    for (unsigned i = 0, n = split(room, way); i < n; i++) {
        golden_lines one = {0};
        zm_set_threads(w->c, 1 + i % 2);
        solve_way(w, way[i], &one);
        wrong += join(out, &one, e, way[i]);
    }
    if (!out->count)
        golden_fail("no way to solve it is named");
    if (is_kind(w, "distance") || is_kind(w, "wdl"))
        wrong += look_for_more_ways(w, e);
    return wrong;
}

/* How many lines differ. */
static unsigned check_entry(entry *e, bool record)
{
    golden_lines now = {0};
    unsigned wrong = 0;
    wish w;
    snprintf(golden_place, sizeof golden_place, "golden.txt:%u: %s", e->number, e->head);
    open_wish(&w, e);
    if (is_kind(&w, "plies"))
        count_plies(&w, &now);
    else if (is_kind(&w, "games"))
        count_games(&w, &now);
    else if (is_kind(&w, "tabulate"))
        tabulate(&w, &now);
    else if (is_kind(&w, "value"))
        evaluate(&w, &now);
    else
        wrong = solve_all_ways(&w, e, &now);
    close_wish(&w);
    if (record && !wrong)
        e->lines = now;
    return wrong ? wrong : compare(&e->lines, &now, e);
}

/* ---- the tests ---- */
static void what_is_recorded_is_what_is_computed(void **state)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < file.count; i++)
        wrong += check_entry(&file.entry[i], file.record);
    if (wrong)
        fail_msg("%u differences. Is the change wanted? scripts/golden records it; the commit says why.", wrong);
    if (file.record)
        write_file();
}

static void one_other_digit_is_noticed(void **state)
{
    unsigned tried = 0;
    for (unsigned i = 0; i < file.count; i++)
        if (!strcmp(file.entry[i].head, "tic-tac-toe: distance"))
            for (unsigned k = 0; k < file.entry[i].lines.count; k++, tried++) {
                entry e = file.entry[i];
                char *last = e.lines.line[k] + strlen(e.lines.line[k]) - 1;
                *last = *last == '1' ? '2' : '1';
                assert_int_equal(compare(&e.lines, &file.entry[i].lines, NULL), 1);
            }
    assert_true(tried >= 5);
}

static void heads_are_in_order(void **state)
{
    for (unsigned i = 1; i < file.count; i++)
        if (strcmp(file.entry[i - 1].head, file.entry[i].head) > 0)
            fail_msg("golden.txt:%u: %s: before the line above it by the alphabet", file.entry[i].number,
                     file.entry[i].head);
}

static bool some_head(const char *begins, const char *kind)
{
    for (unsigned i = 0; i < file.count; i++) {
        const char *colon = strstr(file.entry[i].head, ": ");
        const size_t n = strlen(begins), m = strlen(kind);
        if (!strncmp(file.entry[i].head, begins, n) && (!n || strchr(": ", file.entry[i].head[n])) &&
            !strncmp(colon + 2, kind, m) && (!m || strchr(" ", colon[2 + m])))
            return true;
    }
    return false;
}

static bool some_way(zm_method method, zm_engine engine)
{
    for (unsigned i = 0; i < file.count; i++) {
        char room[GOLDEN_WIDTH];
        const char *way[WORDS];
        snprintf(room, sizeof room, "%s", file.entry[i].by);
        for (unsigned k = 0, n = split(room, way); k < n; k++) {
            zm_solve_options o = ZM_OPTIONS(zm_solve_options);
            bool exports;
            if (read_way(way[k], &o, &exports) && o.engine == engine && (!method || o.method == method))
                return true;
        }
    }
    return false;
}

static void every_game_kind_method_and_engine_is_there(void **state)
{
    static const char *const kinds[] = {"distance", "wdl",   "odds",  "bits",     "moves",
                                        "book",     "plies", "games", "tabulate", "value"};
    for (size_t i = 0; i < zm_builtin_count(); i++)
        if (!some_head(zm_builtin(i)->name, ""))
            fail_msg("golden.txt has nothing of %s", zm_builtin(i)->name);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!some_head("", kinds[i]))
            fail_msg("golden.txt has no \"%s\"", kinds[i]);
    for (zm_method m = ZM_METHOD_HASH; m <= ZM_METHOD_SEARCH; m++)
        if (!some_way(m, ZM_ENGINE_CPU))
            fail_msg("golden.txt has nothing by %s", zm_method_name(m));
    assert_true(some_way(ZM_METHOD_AUTO, ZM_ENGINE_CUDA_HOST));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_are_in_order),
        cmocka_unit_test(every_game_kind_method_and_engine_is_there),
        cmocka_unit_test(what_is_recorded_is_what_is_computed),
        cmocka_unit_test(one_other_digit_is_noticed),
    };
    file.record = argc > 1 && !strcmp(argv[1], "--record");
    return cmocka_run_group_tests(tests, read_file, NULL);
}
