/* device_source.h: the one C file of a game as CUDA C++ takes it. */
#ifndef ZM_GAME_DEVICE_SOURCE_H
#define ZM_GAME_DEVICE_SOURCE_H

#include <zermelo/base.h>

#include <stdio.h>

/* Writes the file with what a compiler for a device must be told; see device_source.c. */
zm_status zm_write_device_source(zm_context *c, const char *path, FILE *out);

#endif
