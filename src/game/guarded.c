/* guarded.c: see guarded.h. */
#include "guarded.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNED = 16, FILLING = 0xA5 };

bool zm_guarded_open(size_t bytes, zm_guarded *out)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (bytes + page - 1) / page * page;
    *out = (zm_guarded){.bytes = bytes, .pages_bytes = whole + 4 * page, .written_bytes = whole + 2 * page};
    void *pages = mmap(NULL, out->pages_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return false;
    out->pages = pages;
    out->begin = out->pages + page;
    if (mprotect(out->begin, out->written_bytes, PROT_READ | PROT_WRITE))
        return false;
    out->data = out->begin + page + (whole - bytes) / ALIGNED * ALIGNED; /* close to the page behind it */
    memset(out->begin, FILLING, (size_t)(out->data - out->begin));
    memset(out->data + bytes, FILLING, (size_t)(out->begin + out->written_bytes - out->data) - bytes);
    return true;
}

void zm_guarded_close(zm_guarded *g)
{
    if (g->pages)
        munmap(g->pages, g->pages_bytes);
    *g = (zm_guarded){0};
}

static bool is_filled(const uint8_t *p, size_t bytes)
{
    return !bytes || (*p == FILLING && !memcmp(p, p + 1, bytes - 1));
}

long zm_guarded_stain(const zm_guarded *g)
{
    const uint8_t *p = g->data, *end = g->begin + g->written_bytes;
    if (!is_filled(g->begin, (size_t)(g->data - g->begin))) {
        while (*--p == FILLING)
            ;
        return (long)(p - g->data);
    }
    p += g->bytes;
    if (is_filled(p, (size_t)(end - p)))
        return 0;
    while (*p == FILLING)
        p++;
    return (long)(p - g->data);
}
