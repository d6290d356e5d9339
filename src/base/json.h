/* json.h: writes JSON, one value after the other, commas and escapes done, to a file or into memory. Reading is
 * nobody's need here. */
#ifndef ZM_BASE_JSON_H
#define ZM_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct zm_json {
    FILE *out; /* NULL: into `text`, which grows and is to be freed with free() */
    bool comma;
    char *text; /* without a 0 at its end */
    size_t bytes, room;
    bool failed; /* there was no memory for more */
} zm_json;

/* `key` is NULL inside arrays. Big numbers (more than 2^53) are written as they are: JSON has no limit, readers may. */
void zm_json_open(zm_json *j, const char *key, char bracket);     /* '{' or '[' */
void zm_json_close(zm_json *j, char bracket);                     /* '}' or ']' */
void zm_json_text(zm_json *j, const char *key, const char *text); /* NULL gives null */
void zm_json_number(zm_json *j, const char *key, uint64_t n);
void zm_json_signed(zm_json *j, const char *key, int64_t n);
void zm_json_real(zm_json *j, const char *key, double x);
void zm_json_bool(zm_json *j, const char *key, bool b);
void zm_json_null(zm_json *j, const char *key);
void zm_json_raw(zm_json *j, const char *key, const char *digits); /* a number that is text already */

#endif
