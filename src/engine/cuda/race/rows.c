/* rows.c: see rows.h. On a device the values of ZM_DEVICE_ROWS sides lie together, so rows come in groups, of which the
 * first and the last may be wanted in part. */
#include "rows.h"

#include "base/memory.h"

enum { FETCH_BYTES = 1 << 28 }; /* of rows at once */

static uint64_t bytes_of(const zm_race_board *b)
{
    const uint64_t sides = b->sides[b->homes - 1].sides, rows = FETCH_BYTES / sizeof(zm_odds) / sides;
    const uint64_t most = rows < ZM_DEVICE_ROWS ? ZM_DEVICE_ROWS : rows < sides ? rows : sides;
    return (most + 2 * ZM_DEVICE_ROWS) * sides * sizeof(zm_odds);
}

uint64_t zm_race_fetched_bytes(const zm_race_board *b) { return zm_pages_bytes(bytes_of(b)); }

zm_status zm_race_fetched_open(zm_race_device *d, zm_race_fetched *out)
{
    *out = (zm_race_fetched){.device = d};
    return zm_device_alloc_pinned(d->device, &out->words, bytes_of(d->board), "rows of probabilities");
}

void zm_race_fetched_close(zm_race_fetched *f)
{
    if (f->words)
        zm_device_free_pinned(f->device->device, &f->words);
}

static uint64_t most_rows(const void *arg, const zm_race_rows *r)
{
    const zm_race_fetched *f = arg;
    return bytes_of(f->device->board) / sizeof(zm_odds) / (r->last - r->first) - 2 * ZM_DEVICE_ROWS;
}

static zm_status fetch(void *arg, const zm_race_rows *r, uint64_t from, uint64_t end)
{
    zm_race_fetched *f = arg;
    const uint32_t group = (uint32_t)(from / ZM_DEVICE_ROWS);
    const zm_device_rows rows = {group, (uint32_t)((end - 1) / ZM_DEVICE_ROWS) + 1 - group, r->first,
                                 r->last - r->first};
    f->from = group * ZM_DEVICE_ROWS;
    return zm_race_device_rows(f->device, r->pairing, &rows, f->words);
}

static uint64_t line_up(const void *arg, const zm_race_rows *r, uint32_t side, zm_odds *line)
{
    const zm_race_fetched *f = arg;
    const zm_race_board *b = f->device->board;
    const uint64_t *faced = b->sides[r->pairing.other].faced, track = b->sides[r->pairing.mover].track[side];
    const uint64_t group = (side - f->from) / ZM_DEVICE_ROWS, others = r->last - r->first;
    const uint32_t words = f->device->words;
    const uint32_t *at = f->words + (group * others * ZM_DEVICE_ROWS + side % ZM_DEVICE_ROWS) * words;
    uint64_t n = 0;
    for (uint32_t i = r->first; i < r->last; i++, at += (uint64_t)ZM_DEVICE_ROWS * words) {
        line[n] = (zm_odds){at[0], at[words - 1]};
        n += !(faced[i] & track);
    }
    return n;
}

zm_race_source zm_race_fetched_source(zm_race_fetched *f)
{
    return (zm_race_source){.arg = f, .line_up = line_up, .fetch = fetch, .most_rows = most_rows};
}
