/* picture_json.h: a picture as JSON, for pages that draw it themselves. docs/json.md has the fields. */
#ifndef ZM_DRAW_PICTURE_JSON_H
#define ZM_DRAW_PICTURE_JSON_H

#include "base/json.h"
#include "picture.h"

/* An object; `key` is NULL inside arrays and where it is all there is. */
void zm_picture_json(zm_json *j, const char *key, const zm_picture *p);

#endif
