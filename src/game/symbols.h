/* symbols.h: what a function is called in its source, found by its address. */
#ifndef ZM_GAME_SYMBOLS_H
#define ZM_GAME_SYMBOLS_H

#include <zermelo/base.h>

enum { ZM_SYMBOL_ROOM = 256 };

/* Writes the name of the function at this address, also of a static one, and returns true. False: the file it was loaded from has
 * been stripped of its symbols, is not an ELF file, or knows no name there that C could have. */
bool zm_symbol_at(zm_context *c, uintptr_t function, char out[ZM_SYMBOL_ROOM]);

#endif
