/* counts.c: checks of the counts facet. */
#include "run.h"

/* Operations are permutations of the same points, the first leaves all as it is. */
static zm_status once(run *k)
{
    uint8_t *image = k->room[ZM_ROOM_IMAGE].data;
    unsigned points = 0;
    for (unsigned i = 0; k->g->counts->symmetry && i < ZM_MAX_OPERATIONS; i++) {
        bool seen[ZM_MAX_CELLS] = {false};
        const unsigned n = k->g->counts->symmetry(k->v, i, image);
        if (!n)
            return ZM_OK;
        points = i ? points : n;
        if (n > ZM_MAX_CELLS || n != points)
            return wrong(k, "symmetry: operation %u has %u points, the first has %u; %d are allowed", i, n, points,
                         ZM_MAX_CELLS);
        for (unsigned at = 0; at < n; at++) {
            if (image[at] >= n || seen[image[at]] || (!i && image[at] != at))
                return wrong(k, "symmetry: operation %u is no permutation of the points, or the first moves one", i);
            seen[image[at]] = true;
        }
    }
    return ZM_OK;
}

const zm_check_facet zm_check_counts = {.once = once};
