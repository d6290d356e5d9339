/* half.c: see half.h. */
#include "half.h"

#include <stdlib.h>
#include <string.h>

/* The boxes of a row with two lines, given the lines above them and those between them; -1 when one has three. */
static int full_of_row(unsigned width, unsigned above, unsigned between)
{
    const unsigned left = between, right = between >> 1, all = (1u << width) - 1;
    if (above & left & right & all)
        return -1;
    return (int)(((above & left) | (above & right) | (left & right)) & all);
}

/* ---- counting ---- */
double half_count(unsigned rows, unsigned width)
{
    double now[1 << HALF_WIDTH] = {1}, next[1 << HALF_WIDTH], all = 0;
    for (unsigned r = 0; r < rows; r++) {
        memset(next, 0, sizeof next);
        for (unsigned above = 0; above < 1u << width; above++) {
            double ways = 0;
            for (unsigned full = 0; full < 1u << width; full++)
                ways += full & above ? 0 : now[full];
            for (unsigned between = 0; between < 2u << width; between++) {
                const int full = full_of_row(width, above, between);
                if (full >= 0)
                    next[full] += ways;
            }
        }
        memcpy(now, next, sizeof now);
    }
    for (unsigned full = 0; full < 1u << width; full++)
        all += now[full];
    return all;
}

/* ---- listing ---- */
static uint64_t key_of(uint32_t code, int full)
{
    return (uint64_t)__builtin_popcount(code) << 48 | (uint64_t)(unsigned)full << 32 | code;
}

/* All ways to go on from row r, when the row before it has these full boxes. */
static void list(half *h, unsigned r, uint32_t code, int before)
{
    if (r == h->rows) {
        h->key[h->count++] = key_of(code, before);
        return;
    }
    for (unsigned above = 0; above < 1u << h->width; above++)
        for (unsigned between = 0; !(above & (unsigned)before) && between < 2u << h->width; between++) {
            const int full = full_of_row(h->width, above, between);
            if (full >= 0)
                list(h, r + 1, code | above << half_h(h->width, r, 0) | between << half_v(h->width, r, 0), full);
        }
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int full_of(const half *h, uint32_t code)
{
    int full = 0;
    for (unsigned r = 0; r < h->rows && full >= 0; r++) {
        const unsigned above = code >> half_h(h->width, r, 0) & ((1u << h->width) - 1);
        const unsigned between = code >> half_v(h->width, r, 0) & ((2u << h->width) - 1);
        full = above & (unsigned)full ? -1 : full_of_row(h->width, above, between);
    }
    return full;
}

uint32_t half_find(const half *h, uint32_t code)
{
    const int full = full_of(h, code);
    if (full < 0)
        return NOWHERE;
    const uint64_t key = key_of(code, full);
    uint32_t low = 0, high = h->count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (h->key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return h->place[low];
}

static bool same_kind(uint64_t a, uint64_t b) { return a >> 32 == b >> 32; }

static uint32_t count_panels(const half *h)
{
    uint32_t panels = 0, in_panel = PANEL;
    for (uint32_t i = 0; i < h->count; i++, in_panel++)
        if (in_panel == PANEL || !same_kind(h->key[i], h->key[i - 1]))
            panels++, in_panel = 0;
    return panels;
}

static void cut(half *h)
{
    panel *p = h->panel - 1;
    for (uint32_t i = 0; i < h->count; i++) {
        if (!i || p->count == PANEL || !same_kind(h->key[i], h->key[i - 1]))
            *++p = (panel){i, (uint16_t)(h->key[i] >> 32), (uint8_t)(h->key[i] >> 48), 0};
        h->place[i] = (uint32_t)(p - h->panel) * PANEL + p->count++;
    }
}

/* The places that filling i can become, by one more line. */
static uint32_t grow(const half *h, uint32_t i, uint32_t *out)
{
    uint32_t n = 0;
    for (unsigned line = 0; line < h->rows * (2 * h->width + 1); line++) {
        const uint32_t code = (uint32_t)h->key[i], more = code | (uint32_t)1 << line;
        if (more != code && (out[n] = half_find(h, more)) != NOWHERE)
            n++;
    }
    return n;
}

static zm_status link_up(zm_context *c, half *h)
{
    uint32_t n = 0, room = 0, out[HALF_LINES + 1];
    for (uint32_t i = 0; i < h->count; i++) {
        const uint32_t more = grow(h, i, out);
        if (!h->next || n + more > room) {
            room = 2 * room + HALF_LINES;
            ZM_TRY(c, zm_resize(c, &h->next, room, sizeof *h->next, "the moves of half a board"));
        }
        memcpy(h->next + n, out, more * sizeof *out);
        h->first[i] = n;
        n += more;
    }
    h->first[h->count] = n;
    return ZM_OK;
}

zm_status half_make(zm_context *c, unsigned rows, unsigned width, half *h)
{
    const uint64_t most = (uint64_t)half_count(rows, width);
    *h = (half){.rows = rows, .width = width};
    ZM_TRY(c, zm_alloc(c, &h->key, most, sizeof *h->key, "half a board"));
    list(h, 0, 0, 0);
    qsort(h->key, h->count, sizeof *h->key, compare);
    h->panels = count_panels(h);
    ZM_TRY(c, zm_alloc(c, &h->place, h->count, sizeof *h->place, "half a board"));
    ZM_TRY(c, zm_alloc(c, &h->panel, h->panels, sizeof *h->panel, "half a board"));
    ZM_TRY(c, zm_alloc(c, &h->first, h->count + (uint64_t)1, sizeof *h->first, "half a board"));
    cut(h);
    return link_up(c, h);
}

void half_free(zm_context *c, half *h)
{
    zm_release(c, h->key);
    zm_release(c, h->place);
    zm_release(c, h->panel);
    zm_release(c, h->first);
    zm_release(c, h->next);
    *h = (half){0};
}

/* ---- sides ---- */
static void choose_panels(const half *h, unsigned middle, side *s)
{
    unsigned level = 0;
    for (uint32_t p = 0; p < h->panels; p++) {
        s->local[p] = NOWHERE;
        if (h->panel[p].full & middle)
            continue;
        while (level <= h->panel[p].lines)
            s->level[level++] = s->panels;
        s->global[s->panels] = p;
        s->local[p] = s->panels++;
    }
    while (level < SIDE_LEVELS)
        s->level[level++] = s->panels;
}

static void choose_moves(const half *h, side *s)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < s->panels * PANEL; x++) {
        const panel *p = &h->panel[s->global[x / PANEL]];
        const uint32_t i = p->first + x % PANEL;
        s->first[x] = n;
        for (uint32_t k = x % PANEL < p->count ? h->first[i] : 0; x % PANEL < p->count && k < h->first[i + 1]; k++) {
            const uint32_t to = s->local[h->next[k] / PANEL];
            if (to != NOWHERE)
                s->next[n++] = to * PANEL + h->next[k] % PANEL;
        }
    }
    s->first[s->panels * PANEL] = n;
}

zm_status side_make(zm_context *c, const half *h, unsigned middle, side *s)
{
    const char *what = "the panels of half a board";
    *s = (side){0};
    ZM_TRY(c, zm_alloc(c, &s->local, h->panels, sizeof *s->local, what));
    ZM_TRY(c, zm_alloc(c, &s->global, h->panels, sizeof *s->global, what));
    choose_panels(h, middle, s);
    ZM_TRY(c, zm_alloc(c, &s->first, (uint64_t)s->panels * PANEL + 1, sizeof *s->first, what));
    ZM_TRY(c, zm_alloc(c, &s->next, h->first[h->count] + (uint64_t)1, sizeof *s->next, what));
    choose_moves(h, s);
    return ZM_OK;
}

void side_free(zm_context *c, side *s)
{
    zm_release(c, s->local);
    zm_release(c, s->global);
    zm_release(c, s->first);
    zm_release(c, s->next);
    *s = (side){0};
}
