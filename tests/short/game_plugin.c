/* game_plugin.c: plugins that are none, or of another ABI, or not whole, are refused in one line; what `zermelo new`
 * writes is built, found by name and loaded once; nothing is installed that does not pass. */
#include "unit.h"

#include "game/build.h"
#include "game/trace/trace.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zermelo/zermelo.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    char folder[4096];
    setenv("ZERMELO_PLUGINS", unit_path("plugins", folder), 1);
    context = zm_context_new();
    return !context || chdir(getenv("TMPDIR"));
}

static int tear_down(void **state)
{
    (void)state;
    zm_context_free(context);
    return 0;
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* A shared object by hand, as someone else's would be. */
static void compile(const char *source, const char *output)
{
    char command[8192];
    write_text("hand.c", source);
    snprintf(command, sizeof command, "cc -shared -fPIC -DZM_PLUGIN -I'%s/include' hand.c -o %s", getenv("SOURCE"),
             output);
    assert_int_equal(system(command), 0);
}

static void not_loaded(const char *path, zm_status status, const char *message)
{
    const zm_game *g;
    assert_int_equal(zm_find_game(context, path, &g), status);
    assert_null(g);
    assert_string_equal(zm_message(context), message);
}

#define MAKE_ONE "make a plugin with: zermelo build NAME.c"

static void what_is_no_plugin_is_refused(void **state)
{
    (void)state;
    write_text("text.so", "not a shared object\n");
    write_text("empty.so", "");
    write_text("broken.so", "\177ELF and nothing more");
    mkdir("folder.so", 0777);
    compile("int x;", "other.so");
    not_loaded("./nothing.so", ZM_NOT_FOUND, "cannot read plugin ./nothing.so: No such file or directory; " MAKE_ONE);
    not_loaded("text.so", ZM_BAD_INPUT, "plugin text.so is not a shared object; " MAKE_ONE);
    not_loaded("empty.so", ZM_BAD_INPUT, "plugin empty.so is not a shared object; " MAKE_ONE);
    not_loaded("folder.so", ZM_BAD_INPUT, "plugin folder.so is not a file; " MAKE_ONE);
    not_loaded("other.so", ZM_BAD_INPUT,
               "plugin other.so is a shared object but not a game (it does not export zm_plugin_abi); "
               "its source must end with ZM_GAME(...) and be built with: zermelo build NAME.c");
    const zm_game *g;
    assert_int_equal(zm_find_game(context, "broken.so", &g), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(context), "plugin broken.so cannot be loaded: "));
}

static void another_abi_is_refused_before_anything_else_is_looked_at(void **state)
{
    (void)state;
    compile("const unsigned zm_plugin_abi = 999; const int zm_plugin_game = 1;", "abi.so");
    char message[200];
    snprintf(message, sizeof message,
             "plugin ./abi.so was built for ABI 999, this zermelo has ABI %u; build it again with: "
             "zermelo build",
             ZM_ABI);
    not_loaded("./abi.so", ZM_BAD_INPUT, message);
}

static void missing_parts_are_named(void **state)
{
    (void)state;
    compile("#include <zermelo/rules.h>\nZM_GAME(x, \"x\", .title = \"X\")", "parts.so");
    not_loaded("./parts.so", ZM_BAD_INPUT,
               "plugin ./parts.so: its game lacks about, start, moves, play, read, write; required "
               "are name, title, about, start, moves, play, read and write");
    compile("#include <zermelo/rules.h>\n"
            "ZM_GAME(x, \"x\", .title = \"X\", .about = \"X.\", .dice = ZM_DICE(.rolls = 2), .index = ZM_INDEX(.inside "
            "= 1))",
            "members.so");
    not_loaded("./members.so", ZM_BAD_INPUT,
               "plugin ./members.so: its game lacks start, play, read, write, moves of dice, tiers of index, "
               "tier_size of index, rank of index, unrank of index; required are name, title, about, start, moves, "
               "play, read and write");
    compile("#include <zermelo/rules.h>\nstatic const zm_board b = ZM_BOARD(.first = \"x\");\n"
            "ZM_GAME(x, \"x\", .title = \"X\", .board = &b)",
            "board.so");
    not_loaded("./board.so", ZM_BAD_INPUT,
               "plugin ./board.so: its board lacks rows; a board has rows and the letters of first or second");
    compile("#include <zermelo/rules.h>\nstatic const zm_board b = ZM_BOARD(.rows = \"3\", .first = \"x\");\n"
            "ZM_GAME(x, \"x\", .title = \"X\", .board = &b)",
            "board2.so");
    not_loaded("./board2.so", ZM_BAD_INPUT,
               "plugin ./board2.so: its game lacks about, moves, play; required are name, title, about, moves, play "
               "and board");
    char source[128];
    snprintf(source, sizeof source, "const unsigned zm_plugin_abi = %u; const void *const zm_plugin_game = 0;", ZM_ABI);
    compile(source, "null.so");
    not_loaded("./null.so", ZM_BAD_INPUT,
               "plugin ./null.so holds no game (its zm_plugin_game is NULL); end its source with ZM_GAME(...)");
}

/* A facet knows which headers it was compiled with, whoever compiled it. */
static void facets_of_another_version_are_refused(void **state)
{
    (void)state;
    const zm_game dice = {.name = "toss", .dice = &(const zm_dice){.version = ZM_DICE_VERSION + 1}};
    const zm_game index = {.name = "toss", .index = &(const zm_index){.all_reachable = true}};
    zm_variant *v;
    compile("#include <zermelo/rules.h>\n"
            "ZM_GAME(x, \"x\", .looks = ZM_LOOKS(), .dice = &(const zm_dice){.version = 9, .rolls = 2})",
            "dice.so");
    not_loaded("./dice.so", ZM_BAD_INPUT,
               "plugin ./dice.so: its facet dice was built for version 9, this zermelo has version 1; "
               "rebuild it: zermelo build FILE");
    assert_int_equal(zm_variant_new(context, &dice, NULL, 0, &v), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context),
                        "game toss: its facet dice was built for version 2, this zermelo has version 1; "
                        "rebuild it: zermelo build FILE");
    assert_int_equal(zm_variant_new(context, &index, NULL, 0, &v), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context),
                        "game toss: its facet index was built for version 0, this zermelo has version 1; "
                        "write it with ZM_INDEX(...) and rebuild it: zermelo build FILE");
}

static void build(const char *source, zm_status status, const char *answer)
{
    char where[4096] = "";
    zm_status s = zm_build_plugin(context, source, NULL, ZM_NOT_FOR_GPU, where, sizeof where, NULL);
    if (s != status)
        fail_msg("%s", zm_message(context));
    assert_string_equal(s == ZM_OK ? where : zm_message(context), answer);
}

static void a_new_game_is_built_found_by_name_and_loaded_once(void **state)
{
    (void)state;
    char path[4096];
    const zm_game *by_name, *by_path;
    assert_int_equal(zm_new_game(context, "my-game", ZM_NEW_HEAPS, NULL), ZM_OK);
    build("my-game.c", ZM_OK, unit_path("plugins/my-game.so", path));
    assert_int_equal(zm_find_game(context, "my-game", &by_name), ZM_OK);
    assert_int_equal(zm_find_game(context, path, &by_path), ZM_OK);
    assert_ptr_equal(by_name, by_path);
    assert_string_equal(by_name->title, "My Game");
    char *names = zm_plugin_names();
    assert_memory_equal(names, "my-game\0", 9);
    free(names);
    not_loaded("my-gamee", ZM_BAD_INPUT,
               "there is no game \"my-gamee\"; did you mean \"my-game\"? \"zermelo list\" shows all");
}

static void new_refuses_bad_names_and_overwrites_nothing(void **state)
{
    (void)state;
    write_text("there.c", "mine");
    assert_int_equal(zm_new_game(context, "there", ZM_NEW_BOARD, NULL), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context), "there.c is there already; it is not overwritten");
    assert_int_equal(zm_new_game(context, "nim", ZM_NEW_BOARD, NULL), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context), "nim is the name of a built-in game; choose another, for example my-nim");
    static const char *const bad[] = {"", "My-Game", "../x", "9-men", "a b", "a_b"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_new_game(context, bad[i], ZM_NEW_BOARD, NULL), ZM_BAD_INPUT);
    assert_int_equal(zm_new_game(context, "x", ZM_NEW_BOARD, "no/such/folder/x.c"), ZM_IO);
}

static void a_game_with_a_built_in_name_is_put_beside_its_source(void **state)
{
    (void)state;
    char command[8192];
    const zm_game *g;
    snprintf(command, sizeof command, "cp '%s/src/games/nim/game.c' nim.c", getenv("SOURCE"));
    assert_int_equal(system(command), 0);
    build("nim.c", ZM_OK, "./nim.so");
    assert_int_equal(zm_find_game(context, "./nim.so", &g), ZM_OK);
    assert_string_equal(g->name, "nim");
}

/* A plugin's functions are noted, and its inner loops take others; the count must not see its symmetry through any of
 * them. Notes outlive what they are of, and must not lead to it. */
static void positions_before_symmetry_are_counted_and_notes_forgotten(void **state)
{
    (void)state;
    char command[8192];
    const zm_game *g;
    zm_variant *v;
    zm_plies states, positions;
    zm_context *c = zm_context_new();
    snprintf(command, sizeof command, "cp '%s/src/games/tic-tac-toe/game.c' tic-tac-toe.c", getenv("SOURCE"));
    assert_int_equal(system(command), 0);
    build("tic-tac-toe.c", ZM_OK, "./tic-tac-toe.so");
    assert_int_equal(zm_find_game(c, "./tic-tac-toe.so", &g), ZM_OK);
    assert_true(zm_is_traced(g));
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_enumerate(c, v, &states), ZM_OK);
    assert_int_equal(zm_enumerate_positions(c, v, &positions), ZM_OK);
    assert_int_equal(states.states, 765);
    assert_int_equal(positions.states, 5478);
    for (const zm_trace_call *call = zm_trace_first(); call; call = call->next)
        assert_true(!call->game || call->game == g);
    zm_plies_free(c, &states);
    zm_plies_free(c, &positions);
    g->start(v);
    assert_ptr_equal(zm_trace_here()->game, g);
    zm_variant_free(c, v);
    zm_context_free(c);
    for (const zm_trace_call *call = zm_trace_first(); call; call = call->next)
        assert_null(call->game);
}

/* ---- notes ---- */
static zm_pos noted_start(const zm_variant *v) { return (void)v, (zm_pos){0}; }
static bool noted_is_position(const zm_variant *v, zm_pos p) { return (void)v, !p.hi; }
static unsigned noted_symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    (void)v;
    image[0] = 0;
    return !operation;
}

static void assert_noted(const char *function, const zm_game *g, const zm_variant *v)
{
    assert_string_equal(zm_trace_here()->function->name, function);
    assert_ptr_equal(zm_trace_here()->game, g);
    assert_ptr_equal(zm_trace_here()->variant, v);
}

static void noted_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const zm_game *g = v->game;
    visit(arg, p);
    assert_noted("parents", g, v);
}

static void ask_another(void *variant, zm_pos p)
{
    const zm_variant *v = variant;
    v->game->is_position(v, p);
    assert_noted("is_position", v->game, v);
}

static const zm_game noted = {.start = noted_start,
                              .is_position = noted_is_position,
                              .backward = ZM_BACKWARD(.parents = noted_parents),
                              .counts = ZM_COUNTS(.symmetry = noted_symmetry)};

static void calls_are_noted_also_after_a_visit_to_another_game(void **state)
{
    (void)state;
    zm_traced one, other;
    zm_trace_game(&one, &noted);
    zm_trace_game(&other, &noted);
    zm_variant v = {.game = &one.game.game}, w = {.game = &other.game.game};
    uint8_t image[ZM_MAX_CELLS];
    assert_int_equal(v.game->counts->symmetry(&v, 0, image), 1);
    assert_noted("symmetry", &one.game.game, &v);
    assert_true(v.game->is_position(&v, (zm_pos){0}));
    assert_noted("is_position", &one.game.game, &v);
    v.game->backward->parents(&v, (zm_pos){0}, ask_another, &w);
    zm_trace_forget_game(&one.game.game);
    zm_trace_forget_game(&other.game.game);
}

/* Functions of facets that a completed game need not have, and those in lists, are traced too. Quick rules go past all
 * of it but `unrank`. */
static unsigned traced_squares(const zm_variant *v) { return (void)v, 32; }
static uint64_t traced_encode(const zm_variant *v, zm_pos p) { return (void)v, p.lo; }
static unsigned traced_choose(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count)
{
    return (void)v, (void)p, (void)moves, count - 1;
}
static bool traced_lead(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,
                        zm_visit_leaving *visit, void *arg)
{
    (void)tier, (void)row, (void)columns, (void)count;
    visit(arg, 7, (zm_place){1, 2});
    assert_noted("rows.lead", v->game, v);
    return true;
}
static zm_place traced_rank(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){0, p.lo}; }
static zm_pos traced_unrank(const zm_variant *v, zm_place at) { return (void)v, (zm_pos){.lo = at.index}; }

static void ask_encode(void *variant, uint32_t column, zm_place to)
{
    const zm_variant *v = variant;
    assert_int_equal(column, 7);
    assert_int_equal(to.index, 2);
    assert_int_equal(v->game->sources->codes[1].encode(v, (zm_pos){.lo = 5}), 5);
    assert_noted("encode", v->game, v);
}

static unsigned traced_moves(const zm_variant *v, zm_pos p, zm_move *out) { return (void)v, (void)p, (void)out, 0; }
static void drop_index(zm_completed *g, const void *arg)
{
    (void)arg;
    g->index = (zm_index){.version = 0};
}

/* Inner loops then ask `moves` once per state, so it is noted. */
static void without_an_index_quick_rules_note_moves(void **state)
{
    (void)state;
    const zm_game game = {.start = noted_start,
                          .moves = traced_moves,
                          .index = ZM_INDEX(.rank = traced_rank, .unrank = traced_unrank)};
    zm_traced traced, copy;
    zm_trace_game(&traced, &game);
    zm_traced_copy(&copy, &traced.game.game, drop_index, NULL);
    const zm_variant with = {.game = &traced.game.game}, without = {.game = &copy.game.game};
    assert_ptr_equal(zm_quick_rules(&with)->moves, traced_moves);
    assert_null(zm_quick_rules(&without)->index->rank);
    assert_int_equal(zm_quick_rules(&without)->moves(&without, (zm_pos){0}, NULL), 0);
    assert_noted("moves", without.game, &without);
    zm_trace_forget_game(without.game);
}

static void functions_of_all_facets_are_traced(void **state)
{
    (void)state;
    const zm_game game = {.start = noted_start,
                          .index = ZM_INDEX(.rank = traced_rank, .unrank = traced_unrank),
                          .rows = ZM_ROWS(.lead = traced_lead),
                          .hunt = ZM_HUNT(.squares = traced_squares),
                          .sources = ZM_SOURCES(.codes = {{"a", "", NULL, NULL}, {"b", "", traced_encode, NULL}},
                                                .policies = {{"last", "", traced_choose}})};
    zm_traced traced;
    zm_trace_game(&traced, &game);
    const zm_variant v = {.game = &traced.game.game};
    assert_null(v.game->sources->codes[0].encode);
    assert_int_equal(v.game->hunt->squares(&v), 32);
    assert_noted("hunt.squares", v.game, &v);
    assert_int_equal(v.game->sources->policies[0].choose(&v, (zm_pos){0}, NULL, 3), 2);
    assert_noted("choose", v.game, &v);
    assert_true(v.game->rows->lead(&v, 0, 0, NULL, 0, ask_encode, (void *)(uintptr_t)&v));
    assert_ptr_equal(zm_quick_rules(&v)->hunt, game.hunt);
    assert_ptr_equal(zm_quick_rules(&v)->index->rank, traced_rank);
    assert_int_equal(zm_quick_rules(&v)->index->unrank(&v, (zm_place){3, 4}).lo, 4);
    assert_noted("unrank", v.game, &v);
    zm_trace_forget_game(v.game);
}

/* A file of the project, copied here. */
static void copy_file(const char *to, const char *from)
{
    char command[8192];
    snprintf(command, sizeof command, "cp '%s/%s' %s", getenv("SOURCE"), from, to);
    assert_int_equal(system(command), 0);
}

/* The game of the tests with one thing changed, in a file called `source`. */
static void change(const char *source, const char *from, const char *to)
{
    char command[1024];
    if (access("good.c", F_OK))
        copy_file("good.c", "tests/coin_game.c");
    snprintf(command, sizeof command, "sed 's/%s/%s/' good.c > %s && ! cmp -s good.c %s", from, to, source, source);
    assert_int_equal(system(command), 0);
}

static void what_does_not_pass_is_not_installed(void **state)
{
    (void)state;
    build("nothing.c", ZM_NOT_FOUND, "cannot read nothing.c: No such file or directory");
    write_text("note.txt", "x");
    build("note.txt", ZM_BAD_INPUT, "note.txt is not a C file; \"zermelo new NAME\" writes one to begin with");
    change("syntax.c", "return n;", "return m;");
    fflush(NULL);
    build("syntax.c", ZM_BAD_INPUT, "syntax.c does not compile; the compiler's messages are above");
    change("name.c", "return n;", "return zm_tale_lowest(n);");
    fflush(NULL);
    build("name.c", ZM_BAD_INPUT, "name.c does not compile; the compiler's messages are above");
    change("crash.c", "return n;", "abort();");
    build("crash.c", ZM_BAD_INPUT,
          "crash.c: its rules crashed when they were tried out (Aborted) in `moves` with coins=21 most=3, "
          "position \"21:ee:1\"");
    change("segment.c", "return n;", "return *(volatile unsigned *)8;");
    build("segment.c", ZM_BAD_INPUT,
          "segment.c: its rules crashed when they were tried out (Segmentation fault) in `moves` with "
          "coins=21 most=3, position \"21:ee:1\"");
    change("quit.c", "return n;", "_Exit(0);");
    build("quit.c", ZM_BAD_INPUT,
          "quit.c: its rules ended the program when they were tried out in `moves` with coins=21 most=3, "
          "position \"21:ee:1\"");
    change("option.c", "\"coins\", \"21\"", "\"coins\", \"x\"");
    build("option.c", ZM_BAD_INPUT,
          "game good: the default \"x\" of its option coins is not a whole number; it can be 1 to 999");
    change("parity.c", "p.hi ^= mover(p)", "p.hi ^= 3");
    char where[4096];
    assert_int_equal(zm_build_plugin(context, "parity.c", NULL, ZM_NOT_FOR_GPU, where, sizeof where, NULL),
                     ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(context),
                           "game good (coins=21 most=3), position \"21:ee:1\": read refuses what write gives"));
    char path[4096];
    assert_int_not_equal(access(unit_path("plugins/good.so", path), F_OK), 0);
}

/* Rules are asked on many threads, millions of times: they only answer. */
static void rules_that_print_or_start_processes_are_not_installed(void **state)
{
    (void)state;
    change("prints.c", "return n;", "puts(\"looking\"); return n;");
    build("prints.c", ZM_BAD_INPUT,
          "prints.c: its rules print (\"looking\"); they may only answer what they are asked");
    static const char *const start[] = {"if (fork() == 0) _exit(0);", "if (fork() == 0) return n;",
                                        "if (system(\"true\")) n = 0;"};
    for (unsigned i = 0; i < 3; i++) {
        char to[256];
        snprintf(to, sizeof to,
                 "int fork(void); void _exit(int); int system(const char *);"
                 " static int once; if (!once++) { %s } return n;",
                 start[i]);
        change("forks.c", "return n;", to);
        build("forks.c", ZM_BAD_INPUT, "forks.c: its rules start processes; they may only answer what they are asked");
    }
}

/* Whoever can write to a plugin runs code as its user. */
static void plugins_that_others_can_write_are_not_loaded(void **state)
{
    (void)state;
    char here[4096], text[16384];
    const zm_game *g;
    assert_int_equal(zm_new_game(context, "trusted", ZM_NEW_BOARD, NULL), ZM_OK);
    mkdir("place", 0755);
    char where[4096];
    assert_int_equal(zm_build_plugin(context, "trusted.c", "place/trusted.so", ZM_NOT_FOR_GPU, where, sizeof where,
                                     NULL),
                     ZM_OK);
    assert_int_equal(zm_find_game(context, "place/trusted.so", &g), ZM_OK);
    assert_non_null(realpath("place", here));
    const struct {
        const char *path;
        mode_t mode, right;
        bool well;
    } tried[] = {{"place/trusted.so", 0666, 0644, false},
                 {"place", 0777, 0755, false},
                 {"place", 01777, 0755, true}, /* as /tmp: others cannot replace it */
                 {"place", 0500, 0755, true}};
    for (unsigned i = 0; i < 4; i++) {
        chmod(tried[i].path, tried[i].mode);
        const bool file = strchr(tried[i].path, '/');
        snprintf(
            text, sizeof text,
            "plugin place/trusted.so is not loaded: others can write to the %s %s%s; make it yours alone with: chmod "
            "go-w %s%s",
            file ? "file" : "folder", here, file ? "/trusted.so" : "", here, file ? "/trusted.so" : "");
        if (tried[i].well)
            assert_int_equal(zm_find_game(context, "place/trusted.so", &g), ZM_OK);
        else
            not_loaded("place/trusted.so", ZM_BAD_INPUT, text);
        chmod(tried[i].path, tried[i].right);
    }
    if (geteuid()) /* only root can give files away */
        return;
    assert_int_equal(chown("place/trusted.so", 12345, 0), 0);
    assert_int_equal(zm_find_game(context, "place/trusted.so", &g), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(context), "belongs to another user (number 12345); it must be yours or root's"));
}

static void data_that_was_forgotten_or_is_too_small_is_told(void **state)
{
    (void)state;
    change("forgot.c", "\\.data_bytes = sizeof(settings), ", "");
    build(
        "forgot.c", ZM_BAD_INPUT,
        "forgot.c: its rules crashed when they were tried out (Segmentation fault) in `prepare` with coins=21 most=3; "
        "the game has no .data_bytes, so its data is NULL");
    change("small.c", "data_bytes = sizeof(settings)", "data_bytes = 4");
    build("small.c", ZM_BAD_INPUT, "good coins=21 most=3: prepare writes past the 4 bytes of its data_bytes");
    change("before.c", "settings \\*s = data;", "settings *s = data; s[-1].coins = 0;");
    build("before.c", ZM_BAD_INPUT, "good coins=21 most=3: prepare writes before the 8 bytes of its data_bytes");
}

static void keep_line(void *arg, const char *line) { snprintf(arg, 512, "%s", line); }

static void a_turn_that_never_passes_is_mentioned(void **state)
{
    (void)state;
    char line[512] = "", path[4096];
    zm_set_note(context, keep_line, line);
    change("same.c", "return zm_next_turn(p);", "return p;");
    build("same.c", ZM_OK, unit_path("plugins/good.so", path));
    assert_non_null(strstr(line, "game good: the turn never passed in "));
    *line = 0;
    build("good.c", ZM_OK, path);
    assert_string_equal(line, "");
    unlink(path);
}

static void without_a_compiler_there_is_a_clear_line(void **state)
{
    (void)state;
    change("any.c", "21", "20");
    setenv("CC", "no-such-compiler -v", 1);
    build("any.c", ZM_IO,
          "cannot run the compiler \"no-such-compiler\": No such file or directory; install gcc, or name another "
          "in CC");
    unsetenv("CC");
}

static void temporary_folders_are_removed(void **state)
{
    (void)state;
    assert_int_equal(system("! ls -d zermelo-build-* 2>/dev/null && ! ls plugins/*part~ 2>/dev/null"), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_is_no_plugin_is_refused),
        TEST(another_abi_is_refused_before_anything_else_is_looked_at),
        TEST(missing_parts_are_named),
        TEST(facets_of_another_version_are_refused),
        TEST(a_new_game_is_built_found_by_name_and_loaded_once),
        TEST(new_refuses_bad_names_and_overwrites_nothing),
        TEST(a_game_with_a_built_in_name_is_put_beside_its_source),
        TEST(positions_before_symmetry_are_counted_and_notes_forgotten),
        TEST(functions_of_all_facets_are_traced),
        TEST(without_an_index_quick_rules_note_moves),
        TEST(calls_are_noted_also_after_a_visit_to_another_game),
        TEST(what_does_not_pass_is_not_installed),
        TEST(rules_that_print_or_start_processes_are_not_installed),
        TEST(plugins_that_others_can_write_are_not_loaded),
        TEST(data_that_was_forgotten_or_is_too_small_is_told),
        TEST(a_turn_that_never_passes_is_mentioned),
        TEST(without_a_compiler_there_is_a_clear_line),
        TEST(temporary_folders_are_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
