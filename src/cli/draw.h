/* draw.h: pictures that other commands draw. */
#ifndef ZM_CLI_DRAW_H
#define ZM_CLI_DRAW_H

#include "command.h"

#define ZM_FLAG_OUTPUT                                                                                           \
    {                                                                                                            \
        "output", "FILE", NULL, "draw it there, in the format of the ending: .svg, .png, .pdf, .mp or .txt", 'o' \
    }

/* A table of values, row by row, with a caption, in the file that --output says; nothing when it does not. */
zm_status zm_cli_draw_table(zm_cli *cli, const char *caption, unsigned rows, unsigned cols, const uint32_t *number);

#endif
