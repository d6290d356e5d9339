/* serve.c: `zermelo serve`: games, their values and the page over HTTP, until somebody stops it. */
#include "print.h"

#include "args.h"

#ifdef ZERMELO_SERVE

#include "base/text.h"
#include "serve/serve.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

static zm_status read_count(const zm_cli *cli, const char *flag, int64_t least, int64_t most, unsigned *out)
{
    int64_t n = *out;
    ZM_TRY(cli->context, zm_cli_number(cli, flag, least, most, &n));
    *out = (unsigned)n;
    return ZM_OK;
}

static zm_status read_hosts(const zm_cli *cli, zm_serve_options *o)
{
    for (unsigned i = 0; i < cli->flags; i++) {
        if (strcmp(cli->given[i].flag->name, "host") != 0)
            continue;
        if (o->hosts == ZM_SERVE_HOSTS)
            return zm_fail(cli->context, ZM_BAD_INPUT, "--host: %d names are the most", ZM_SERVE_HOSTS);
        o->host[o->hosts++] = cli->given[i].value;
    }
    return ZM_OK;
}

static zm_status read_options(const zm_cli *cli, zm_serve_options *o)
{
    zm_context *c = cli->context;
    int64_t largest = ZM_SERVE_LARGEST;
    *o = (zm_serve_options){.tables = zm_cli_tables(cli),
                            .address = zm_cli_value(cli, "address"),
                            .port = ZM_SERVE_PORT,
                            .threads = zm_threads(c),
                            .memory = zm_memory_limit(c),
                            .connections = ZM_SERVE_CONNECTIONS,
                            .solves = ZM_SERVE_USUAL,
                            .solve_seconds = ZM_SERVE_SOLVE_SECONDS,
                            .patience = ZM_SERVE_PATIENCE,
                            .request_memory = ZM_SERVE_REQUEST_MEMORY,
                            .header_seconds = ZM_SERVE_HEADER_SECONDS};
    ZM_TRY(c, read_count(cli, "port", 0, 65535, &o->port));
    ZM_TRY(c, read_count(cli, "rate", 1, 1000000, &o->rate));
    ZM_TRY(c, read_count(cli, "connections", 1, 60000, &o->connections));
    if (zm_cli_value(cli, "solves"))
        ZM_TRY(c, read_count(cli, "solves", 0, 4, &o->solves));
    ZM_TRY(c, read_count(cli, "solve-time", 1, 10000000, &o->solve_seconds));
    ZM_TRY(c, read_count(cli, "patience", 1, 100000, &o->patience));
    ZM_TRY(c, read_count(cli, "header-time", 1, 3600, &o->header_seconds));
    ZM_TRY(c, zm_cli_size(cli, "request-memory", &o->request_memory));
    ZM_TRY(c, zm_cli_size(cli, "disk", &o->disk));
    ZM_TRY(c, zm_cli_number(cli, "largest", 1, INT64_MAX, &largest));
    o->largest = (uint64_t)largest;
    return read_hosts(cli, o);
}

/* One line or one object, when it is ready to be asked. */
static void say(const zm_cli *cli, const zm_server *s)
{
    if (cli->json) {
        zm_json j = {.out = stdout};
        zm_json_open(&j, NULL, '{');
        zm_json_text(&j, "url", zm_server_url(s));
        zm_json_number(&j, "port", zm_server_port(s));
        zm_json_bool(&j, "page", zm_server_page(s));
        zm_json_close(&j, '}');
        putchar('\n');
    } else {
        printf("Zermelo answers at %s  (Ctrl-C ends it)\n", zm_server_url(s));
        if (!zm_server_page(s))
            printf("This build has no page; %sapi/openapi.json says what can be asked.\n", zm_server_url(s));
    }
    fflush(stdout);
}

/* On standard error, because it is for who starts it, and no answer. */
static void warn(const zm_cli *cli, const zm_server *s)
{
    const zm_serve_options *o = zm_server_options(s);
    char disk[32];
    if (cli->quiet || zm_server_loopback(s))
        return;
    fprintf(stderr, "zermelo: everybody who can reach %s can ask this server, without a password; ", o->address);
    if (o->solves)
        fprintf(stderr, "they can have it solve, and write %s of tables (--disk)\n", zm_bytes_text(o->disk, disk));
    else
        fputs("it does not solve in the background (--solves 1 allows it)\n", stderr);
}

/* Each connection is a file: as many as the system lets us have. */
static void raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == files.rlim_max)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static zm_status run(zm_cli *cli)
{
    zm_serve_options options;
    zm_server *server;
    ZM_TRY(cli->context, read_options(cli, &options));
    raise_files();
    signal(SIGPIPE, SIG_IGN); /* somebody who has hung up is no reason to end */
    ZM_TRY(cli->context, zm_server_open(cli->context, &options, &server));
    warn(cli, server);
    say(cli, server);
    zm_server_run(server, cli->context);
    if (!cli->json && !cli->quiet)
        puts("stopped");
    zm_server_close(server);
    return ZM_OK;
}

#else

static zm_status run(zm_cli *cli)
{
    return zm_fail(cli->context, ZM_BAD_INPUT,
                   "this zermelo was built without a server: that needs libmicrohttpd and Jansson (scripts/deps)");
}

#endif

extern const zm_command zm_command_serve;
const zm_command zm_command_serve = {
    .name = "serve",
    .usage = "",
    .summary = "the page for browsers, and JSON for programs, over HTTP",
    .about = "Open the address it prints in a browser. Only this machine can reach it, unless --address says otherwise "
             "(0.0.0.0: everybody who can reach the machine). Values come from the tables there are; small variants "
             "are solved when they are asked for, and larger ones on request, in the background, into the folder of "
             "tables; at another address than loopback only with --solves N. /api/openapi.json describes what programs "
             "can ask. Ctrl-C ends it; a solve that is "
             "under way then goes on the next time.",
    .example = "zermelo serve --port 8000",
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"port", "N", NULL, "where to listen (8080); 0: any that is free", 0},
              {"address", "A", NULL, "an address of this machine, in numbers (127.0.0.1)", 0},
              {"host", "NAME", NULL, "a name it answers to, besides localhost; may be given several times", 0},
              {"rate", "N", NULL, "requests a second from one address (100; none at loopback)", 0},
              {"connections", "N", NULL,
               "at once (1024), from one address an eighth of that, not at loopback; when there are more, the one that "
               "waits longest is closed",
               0},
              {"header-time", "SECONDS", NULL, "how long a request may take to arrive (10)", 0},
              {"patience", "SECONDS", NULL, "how long an answer may take (60)", 0},
              {"request-memory", "SIZE", NULL, "memory that an answer may take (512M)", 0},
              {"solves", "N", NULL, "variants that are solved at once in the background (1; at other addresses 0)", 0},
              {"disk", "SIZE", NULL, "that they may write in all (no limit; at other addresses 8G)", 0},
              {"solve-time", "SECONDS", NULL, "how long such a solve may take (3600)", 0},
              {"largest", "PLACES", NULL, "of a variant that may be solved so (1073741824)", 0}},
    .run = run,
};
