/* command.h: what a command is, and what it is handed when it runs.
 *
 * A command is one file of this folder with one constant zm_command. Flags, help, JSON help and completion all come
 * from that constant, so they cannot disagree. main.c parses the words, finds the game and its variant, calls `run`,
 * and turns the status into an exit code and a line on standard error: commands never exit and never print errors. */
#ifndef ZM_CLI_COMMAND_H
#define ZM_CLI_COMMAND_H

#include <zermelo/zermelo.h>

#include <stdio.h>

enum { ZM_CLI_WORDS = 64, ZM_CLI_FLAGS = 24, ZM_CLI_COLUMNS = 80 };

typedef struct zm_flag {
    const char *name;    /* without the dashes; NULL ends a list */
    const char *value;   /* what stands for its value in the help: "DIR"; NULL: a switch */
    const char *choices; /* "auto|hash"; NULL: anything */
    const char *help;
    char letter; /* 'o' for -o; 0: none */
} zm_flag;

#define ZM_FLAG_TABLES                                                                                        \
    {                                                                                                         \
        "tables", "DIR", NULL, "where tables are kept (else $ZERMELO_TABLES, else the user's data folder)", 0 \
    }
#define ZM_FLAG_THREADS                                                               \
    {                                                                                 \
        "threads", "N", NULL, "how many threads to use (else all the machine has)", 0 \
    }
#define ZM_FLAG_MEMORY                                                                            \
    {                                                                                             \
        "memory", "SIZE", NULL, "memory to keep to, as 512M or 2G (else 4/5 of the machine's)", 0 \
    }

#define ZM_FLAG_GPU_MEMORY                                                                         \
    {                                                                                              \
        "gpu-memory", "SIZE", NULL, "of a GPU's memory to take at most (else all that is free)", 0 \
    }

#define ZM_FLAG_VALUES                                                                              \
    {                                                                                               \
        "values", "KIND", "distance|wdl", "who wins and how far (the default), or only who wins", 0 \
    }

typedef struct zm_cli zm_cli;

typedef struct zm_command {
    const char *name;
    const char *usage;   /* what follows the name */
    const char *summary; /* one line */
    const char *about;   /* a paragraph for --help */
    const char *example; /* GAME in it is shown as the name of a game there is */
    bool game;           /* the first word is a GAME and opt=val settings are taken */
    bool spread;         /* settings may name several values: it makes its variants itself */
    bool game_optional;  /* it may be left out; then there is no variant either */
    bool verifies;       /* a damaged table is its answer (exit 1), not a mishap (exit 2) */
    bool long_search;    /* it searches as long as it takes */
    bool hidden;
    bool raw;      /* gets its words as they are, flags and all */
    unsigned most; /* words it takes at most, GAME included */
    zm_flag flags[ZM_CLI_FLAGS];
    zm_status (*run)(zm_cli *cli);
} zm_command;

struct zm_cli {
    zm_context *context;
    const zm_command *command;
    bool json, quiet, help, utf8;
    const char *word[ZM_CLI_WORDS]; /* positionals; with a game, word[0] is its name */
    unsigned words;
    const char *setting[ZM_CLI_WORDS]; /* opt=val */
    unsigned settings;
    struct {
        const zm_flag *flag;
        const char *value;
    } given[ZM_CLI_WORDS];
    unsigned flags;

    /* Filled before `run` where the command takes a game; freed after it. */
    const zm_game *game;
    zm_variant *variant;
    bool bar;                   /* a progress bar is on the screen */
    double logged, log_seconds; /* when progress was last written where there is no screen, and how often it is */
    zm_value_source *source;    /* NULL: the command has asked for no values yet */
    const zm_table *table;      /* the source's, that has the values asked for; NULL: there are none */
    bool keeps;                 /* what it has done when it is interrupted: the same command goes on from there */
    bool partial;               /* some of what was asked for was shown, some failed (exit 1) */
};

/* Every command, in the order of the help. */
const zm_command *const *zm_commands(size_t *count);
const zm_command *zm_command_find(const char *name);
zm_status zm_unknown_command(zm_context *c, const char *word);  /* with the nearest there is */
const char *zm_usage(const zm_command *command, char out[200]); /* "usage: zermelo solve GAME [opt=val ...]" */
void zm_command_help(const zm_cli *cli, const zm_command *command);

/* Where the values of the command's variant come from; these set cli->table. The finished table in the folder: */
zm_status zm_cli_open_table(zm_cli *cli);
/* A table that has this position, stored or found on the spot (zermelo/value_source.h). */
zm_status zm_cli_find_values(zm_cli *cli, zm_pos p);
/* The same for those who can do without: cli->table may be NULL. */
zm_status zm_cli_look_for_values(zm_cli *cli, zm_pos p);
/* A table of all that play reaches, stored or found on the spot. */
zm_status zm_cli_find_table(zm_cli *cli);
zm_status zm_cli_open_source(zm_cli *cli); /* only that */
/* The folder --tables says; NULL: the usual one. */
const char *zm_cli_tables(const zm_cli *cli);
/* The position that word `at` says, the start when there is no such word or it is `start`. */
zm_status zm_cli_position(zm_cli *cli, unsigned at, zm_pos *p);

#endif
