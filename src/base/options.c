/* options.c: see options.h. */
#include "options.h"

#include <string.h>

zm_status zm_take_options(zm_context *c, const void *options, const char *what, void *out, size_t size)
{
    size_t given = sizeof given;
    memset(out, 0, size);
    if (options)
        memcpy(&given, options, sizeof given);
    if (given < sizeof given)
        return zm_fail(c, ZM_BAD_INPUT, "%s without a size: begin them with ZM_OPTIONS(%s)", what, what);
    if (given > size)
        return zm_fail(c, ZM_BAD_INPUT, "%s of %zu bytes are of a newer version: this library knows the first %zu",
                       what, given, size);
    if (options)
        memcpy(out, options, given);
    memcpy(out, &size, sizeof size);
    return ZM_OK;
}
