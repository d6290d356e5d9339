/* edges.c: see edges.h. */
#include "edges.h"

#include <string.h>
#include <zermelo/combinations.h>

enum { SMALLEST_SHIFT = 12, MOST_RANGES_BITS = 10 };

static unsigned shift_for(uint64_t size)
{
    unsigned shift = SMALLEST_SHIFT;
    while (size >> shift >> MOST_RANGES_BITS)
        shift++;
    return shift;
}

static uint32_t ranges_for(uint64_t size)
{
    const unsigned shift = shift_for(size);
    return (uint32_t)((size + ((uint64_t)1 << shift) - 1) >> shift);
}

static uint64_t words_of(uint64_t size) { return (size + 63) / 64; }

uint64_t zm_edges_fixed_bytes(uint64_t size, uint64_t states, unsigned threads)
{
    const uint64_t ranges = ranges_for(size);
    return (words_of(size) + 1 + states + ranges) * sizeof(uint32_t) + ranges * sizeof(zm_edge_range) +
           ranges * threads * (sizeof(zm_edge_list) + ZM_CHUNK_BYTES) + ZM_CHUNK_BYTES;
}

static zm_status number_states(zm_edges *e)
{
    const uint64_t words = words_of(e->size);
    uint32_t sum = 0;
    if (!e->reached)
        return ZM_OK;
    ZM_TRY(e->context, zm_alloc(e->context, &e->before, words + 1, sizeof *e->before, "the moves of a tier"));
    for (uint64_t w = 0; w < words; w++) {
        e->before[w] = sum;
        sum += zm_count_bits(e->reached[w]);
    }
    e->before[words] = sum;
    return ZM_OK;
}

static zm_status open(zm_edges *e)
{
    zm_context *c = e->context;
    ZM_TRY(c, number_states(e));
    ZM_TRY(c, zm_alloc(c, &e->gathered, (uint64_t)e->ranges * e->threads, sizeof *e->gathered, "the moves of a tier"));
    return zm_alloc(c, &e->range, e->ranges, sizeof *e->range, "the moves of a tier");
}

zm_status zm_edges_open(zm_context *c, zm_chunk_pool *pool, const uint64_t *reached, uint64_t size, unsigned threads,
                        zm_edges *e)
{
    *e = (zm_edges){.context = c,
                    .pool = pool,
                    .reached = reached,
                    .size = size,
                    .shift = shift_for(size),
                    .ranges = ranges_for(size),
                    .threads = threads};
    const zm_status s = open(e);
    if (s != ZM_OK)
        zm_edges_close(e);
    return s;
}

void zm_edges_close(zm_edges *e)
{
    for (uint32_t i = 0; e->range && i < e->ranges; i++) { /* the chunks are the pool's */
        zm_release(e->context, e->range[i].first);
        zm_release(e->context, e->range[i].parents);
    }
    zm_release(e->context, e->range);
    zm_release(e->context, e->gathered);
    zm_release(e->context, e->before);
    *e = (zm_edges){0};
}

/* ---- gathering ---- */
static uint32_t far(const zm_edges *e) { return ((uint32_t)1 << (31 - e->shift)) - 1; }

static bool add_one(zm_edges *e, zm_edge_list *l, uint64_t edge)
{
    const uint32_t to = (uint32_t)(edge >> 32) & (((uint32_t)1 << e->shift) - 1), stays = edge & 1;
    const uint32_t from = (uint32_t)edge >> 1, by = from - l->from, far_by = far(e); /* one before it is far, too */
    const uint32_t distance = by < far_by ? by : far_by;
    l->from = from;
    if (!zm_chunk_list_add(e->pool, &l->list, distance << 1 << e->shift | stays << e->shift | to))
        return false;
    return distance < far_by || zm_chunk_list_add(e->pool, &l->list, from);
}

bool zm_edges_add(zm_edges *e, unsigned thread, const uint64_t *edge, unsigned count)
{
    zm_edge_list *lists = e->gathered + (uint64_t)thread * e->ranges;
    for (unsigned i = 0; i < count; i++)
        if (!add_one(e, &lists[edge[i] >> 32 >> e->shift], edge[i]))
            return false;
    return true;
}

/* ---- sorting a range ---- */
typedef struct sorter {
    zm_edges *edges;
    zm_edge_range *range;
    uint64_t first, words; /* words of `reached` */
    uint64_t states;
    uint64_t moves;
} sorter;

static uint64_t slot_of(const sorter *s, uint64_t index)
{
    const zm_edges *e = s->edges;
    if (!e->reached)
        return index & (((uint64_t)1 << e->shift) - 1);
    return e->before[index / 64] - e->before[s->first] +
           zm_count_bits(e->reached[index / 64] & (zm_bit(index % 64) - 1));
}

/* Calls f(s, slot, parent) for every move of the range, and then gives the lists back if that is asked for. */
static inline __attribute__((always_inline)) void each_move(sorter *s, uint32_t number, bool give,
                                                            void (*f)(sorter *, uint64_t, uint32_t))
{
    zm_edges *e = s->edges;
    const uint32_t far_by = far(e), mask = ((uint32_t)1 << e->shift) - 1;
    const uint64_t begin = (uint64_t)number << e->shift;
    for (unsigned t = 0; t < e->threads; t++) {
        zm_chunk_list *l = &e->gathered[(uint64_t)t * e->ranges + number].list;
        uint64_t move = 0;
        uint32_t from = 0;
        bool is_far = false;
        for (const zm_chunk_link *link = l->first; link; link = link->next)
            for (uint32_t i = 0; i < link->count; i++) {
                const uint32_t word = zm_chunk_numbers(link)[i];
                const uint32_t distance = word >> e->shift >> 1;
                if (!is_far) {
                    move = word;
                    is_far = distance == far_by;
                    if (is_far)
                        continue;
                }
                from = is_far ? word : from + distance;
                is_far = false;
                f(s, slot_of(s, begin + (move & mask)), from << 1 | (uint32_t)(move >> e->shift & 1));
            }
        if (give)
            zm_chunk_list_give(e->pool, l);
    }
}

static void count_move(sorter *s, uint64_t slot, uint32_t parent)
{
    (void)parent;
    s->range->first[slot + 1]++;
    s->moves++;
}

/* Afterwards first[i] is where the parents of i + 1 begin: what `first` has at the end, one place further down. */
static void place_move(sorter *s, uint64_t slot, uint32_t parent)
{
    const uint32_t at = s->range->first[slot]++;
    s->range->parents[at / ZM_EDGE_NUMBERS][at % ZM_EDGE_NUMBERS] = parent;
}

static bool take_chunks(sorter *s)
{
    zm_edge_range *r = s->range;
    const uint32_t chunks = (uint32_t)((s->moves + ZM_EDGE_NUMBERS - 1) / ZM_EDGE_NUMBERS);
    if (zm_alloc(s->edges->context, &r->parents, chunks, sizeof *r->parents, "the moves of a tier") != ZM_OK)
        return false;
    for (; r->chunks < chunks; r->chunks++)
        if (!(r->parents[r->chunks] = zm_chunk_take(s->edges->pool)))
            return false;
    return true;
}

bool zm_edges_sort(zm_edges *e, uint32_t number)
{
    const uint64_t begin = (uint64_t)number << e->shift, end = begin + ((uint64_t)1 << e->shift);
    const uint64_t to = end < e->size ? end : e->size;
    sorter s = {.edges = e, .range = &e->range[number], .first = begin / 64, .states = to - begin};
    if (e->reached)
        s.states = e->before[words_of(to)] - e->before[s.first];
    if (zm_alloc(e->context, &s.range->first, s.states + 1, sizeof(uint32_t), "the moves of a tier") != ZM_OK)
        return false;
    each_move(&s, number, false, count_move);
    for (uint64_t i = 0; i < s.states; i++)
        s.range->first[i + 1] += s.range->first[i];
    if (s.moves > UINT32_MAX || !take_chunks(&s))
        return false;
    each_move(&s, number, true, place_move);
    memmove(s.range->first + 1, s.range->first, s.states * sizeof(uint32_t));
    s.range->first[0] = 0;
    return true;
}
