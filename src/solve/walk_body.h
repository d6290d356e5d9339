/* walk_body.h: what a thread does for walk.h. Included by kernels_body.h, and for a GPU by what engine/cuda/walker.cu.in becomes; both have
 * included game/lanes.h and defined WALK_RULES(r, v), which declares a pointer r to the rules that the compiler sees through. In the common
 * subset of C and CUDA C++. */

enum { WALK_GATHERED = 2 * ZM_WALK_ROW }; /* places that a warp may have gathered */

/* A thread's work, and what it has seen of it. */
typedef struct walker {
    const zm_walk *job;
    const zm_variant *variant;
    zm_move *moves; /* room for those of a state; NULL in steps that make none */
    zm_walk_notes seen;
    uint32_t part; /* that the next are of */
    zm_walk_count of_part;
} walker;

/* ---- places ---- */
/* The part with this number: the last that does not begin after it. */
ZM_KERNEL uint32_t walk_part(const zm_walk *j, uint64_t number)
{
    uint32_t low = 0, high = j->count - 1;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (j->parts[middle].first <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

ZM_KERNEL bool walk_has(const uint64_t *bits, uint64_t index)
{
    return ((const volatile uint64_t *)bits)[index / 64] >> index % 64 & 1;
}

/* ---- reach ---- */
ZM_KERNEL void walk_expand(walker *k, uint64_t number)
{
    const zm_walk *j = k->job;
    const zm_walk_part *part = &j->parts[walk_part(j, number)];
    const zm_place from = {part->tier, number - part->first};
    WALK_RULES(r, k->variant);
    const zm_pos p = r->unrank(k->variant, from);
    unsigned count;
    zm_rules_moves(r, k->variant, p, k->moves, &count);
    k->seen.visits += 1 + count;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_place at = r->rank(k->variant, zm_rules_play(r, k->variant, p, k->moves[i], &passes));
        uint64_t *bits = j->tiers[at.tier].reached;
        if (!walk_has(bits, at.index)) /* most are set already, and a look is cheaper */
            zm_lane_or(&bits[at.index / 64], zm_bit(at.index % 64));
    }
}

/* Which places of a row are to be expanded; from now on they have been. Nobody else has this row. */
ZM_KERNEL uint32_t walk_take_row(walker *k, uint64_t row)
{
    const zm_walk *j = k->job;
    const zm_walk_part *part = &j->parts[walk_part(j, row * ZM_WALK_ROW)];
    const uint64_t index = row * ZM_WALK_ROW - part->first;
    if (index >= part->size)
        return 0;
    const uint64_t word = ((const volatile uint64_t *)j->tiers[part->tier].reached)[index / 64];
    uint32_t wanted = (uint32_t)(word >> index % 64);
    if (!j->expanded)
        return wanted;
    wanted &= ~j->expanded[row];
    if (wanted)
        j->expanded[row] |= wanted;
    return wanted;
}

ZM_KERNEL void walk_expand_some(walker *k, const uint64_t *list, unsigned *count)
{
    const unsigned now = *count < ZM_LANES ? *count : ZM_LANES;
    zm_lanes_meet();
    *count -= now;
    if (ZM_LANE < now)
        walk_expand(k, list[*count + ZM_LANE]);
    zm_lanes_meet();
}

/* What a warp does: of rows `first`, `first + step`, ... it takes `width` at once, at most one a lane; what is to be expanded is gathered, and when
 * there is one for each lane they do it side by side. `list` is its own, with room for WALK_GATHERED. */
ZM_KERNEL void walk_reach(walker *k, uint64_t first, uint64_t step, unsigned width, uint64_t *list)
{
    const uint64_t rows = k->job->to / ZM_WALK_ROW;
    unsigned count = 0;
    for (uint64_t row = first; row < rows; row += step) {
        const uint64_t mine = row + ZM_LANE;
        const uint32_t wanted = ZM_LANE < width && mine < rows ? walk_take_row(k, mine) : 0;
        k->seen.found += wanted != 0;
        for (uint32_t rest = zm_lanes_vote(wanted != 0); rest; rest &= rest - 1) {
            const unsigned lane = zm_lowest(rest);
            count = zm_lanes_gather(list, count, zm_lanes_from(wanted, lane), (row + lane) * ZM_WALK_ROW);
            while (count >= ZM_LANES)
                walk_expand_some(k, list, &count);
        }
    }
    while (count)
        walk_expand_some(k, list, &count);
}

/* ---- sweep ---- */
ZM_KERNEL bool walk_is_state(const walker *k, const zm_walk_part *part, uint64_t index)
{
    const zm_walk *j = k->job;
    const uint64_t *bits = j->tiers[part->tier].reached;
    WALK_RULES(r, k->variant);
    const zm_place at = {part->tier, index};
    return bits ? walk_has(bits, index) : !j->ask || zm_rules_is_state(r, k->variant, at);
}

/* The best move; ZM_NONE: *awaits has no value yet. The last moves lead to what is nearest, and that is what one waits for longest. */
ZM_KERNEL zm_value walk_value(walker *k, zm_pos p, zm_place *awaits)
{
    const zm_walk *j = k->job;
    WALK_RULES(r, k->variant);
    unsigned count;
    const zm_end end = zm_rules_moves(r, k->variant, p, k->moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    k->seen.visits++;
    for (unsigned i = count; i--;) {
        bool passes;
        const zm_place at = r->rank(k->variant, zm_rules_play(r, k->variant, p, k->moves[i], &passes));
        const zm_value seen = ((const volatile zm_value *)j->tiers[at.tier].values)[at.index];
        k->seen.visits++;
        if (seen == ZM_NONE) {
            *awaits = at;
            return ZM_NONE;
        }
        const zm_value value = zm_before_move(seen, passes);
        best = value > best ? value : best;
    }
    return best;
}

ZM_KERNEL void walk_count(walker *k, zm_pos p, zm_value value)
{
    zm_walk_count *n = &k->of_part;
    WALK_RULES(r, k->variant);
    n->states++;
    if (zm_is_draw(value)) {
        n->drawn++;
        return;
    }
    const unsigned turn = zm_rules_turn(r, k->variant, p), remoteness = zm_remoteness(value);
    n->won_by[0] += zm_is_win(value) == (turn == 0);
    n->won_by[1] += zm_is_win(value) == (turn == 1);
    n->farthest = remoteness > n->farthest ? remoteness : n->farthest;
    n->decided = 1;
}

/* Is what the state waited for still without a value? */
ZM_KERNEL bool walk_waits(const zm_walk *j, const zm_walk_part *part, uint64_t index)
{
    const uint32_t awaited = j->awaited ? j->awaited[part->first + index - j->from] : 0;
    if (!awaited)
        return false;
    return ((const volatile zm_value *)j->tiers[part->tier].values)[j->from + awaited - 1 - part->first] == ZM_NONE;
}

ZM_KERNEL void walk_wait(walker *k, const zm_walk_part *part, uint64_t index, zm_place awaits)
{
    const zm_walk *j = k->job;
    k->seen.waiting++;
    if (j->awaited && awaits.tier == part->tier && part->first + awaits.index >= j->from)
        j->awaited[part->first + index - j->from] = (uint32_t)(part->first + awaits.index - j->from + 1);
}

ZM_KERNEL void walk_sweep(walker *k, const zm_walk_part *part, uint64_t index)
{
    zm_value *own = &k->job->tiers[part->tier].values[index];
    if (*(volatile zm_value *)own != ZM_NONE || !walk_is_state(k, part, index))
        return;
    if (walk_waits(k->job, part, index)) {
        k->seen.waiting++;
        return;
    }
    WALK_RULES(r, k->variant);
    const zm_place at = {part->tier, index};
    zm_place awaits = at;
    const zm_pos p = r->unrank(k->variant, at);
    const zm_value value = walk_value(k, p, &awaits);
    if (value == ZM_NONE) {
        walk_wait(k, part, index, awaits);
        return;
    }
    *(volatile zm_value *)own = value;
    k->seen.found++;
    walk_count(k, p, value);
}

/* ---- the farthest ---- */
ZM_KERNEL void walk_farthest(const walker *k, zm_walk_kernel kernel, uint32_t number, uint64_t index)
{
    const zm_walk *j = k->job;
    zm_walk_count *n = &j->counts[number];
    const zm_place at = {j->parts[number].tier, index};
    const zm_value value = j->tiers[at.tier].values[index];
    if (!n->decided || (value != zm_win_in(n->farthest) && value != zm_loss_in(n->farthest)))
        return;
    WALK_RULES(r, k->variant);
    const zm_pos p = r->unrank(k->variant, at);
    if (kernel == ZM_WALK_FARTHEST_HI)
        zm_lane_min(&n->hi, p.hi);
    else if (p.hi == n->hi)
        zm_lane_min(&n->lo, p.lo);
}

/* ---- rows ---- */
/* What threads have counted of a part, added up. All lanes come here. */
ZM_KERNEL void walk_tell_part(walker *k)
{
    zm_walk_count *mine = &k->of_part, *all = &k->job->counts[k->part];
    if (zm_lanes_vote(mine->states != 0)) {
        const uint64_t states = zm_lanes_sum(mine->states), drawn = zm_lanes_sum(mine->drawn);
        const uint64_t first = zm_lanes_sum(mine->won_by[0]), second = zm_lanes_sum(mine->won_by[1]);
        const uint32_t farthest = zm_lanes_most(mine->farthest), decided = zm_lanes_most(mine->decided);
        if (ZM_LANE == 0) {
            zm_lane_add(&all->states, states);
            zm_lane_add(&all->drawn, drawn);
            zm_lane_add(&all->won_by[0], first);
            zm_lane_add(&all->won_by[1], second);
            zm_lane_max(&all->farthest, farthest);
            zm_lane_max(&all->decided, decided);
        }
    }
    const zm_walk_count none = {0, {0, 0}, 0, 0, 0, 0, 0};
    *mine = none;
}

/* What threads have seen, added up. All lanes come here. */
ZM_KERNEL void walk_tell(const walker *k)
{
    zm_walk_notes *notes = k->job->notes;
    const uint64_t visits = zm_lanes_sum(k->seen.visits), found = zm_lanes_sum(k->seen.found);
    const uint64_t waiting = zm_lanes_sum(k->seen.waiting);
    if (ZM_LANE || !(visits | found))
        return;
    zm_lane_add(&notes->visits, visits);
    zm_lane_add(&notes->found, found);
    zm_lane_add(&notes->waiting, waiting);
}

/* What a warp does with the places `first`, `first + step`, ...: each lane one, all of one part. */
ZM_KERNEL void walk_places(walker *k, zm_walk_kernel kernel, uint64_t first, uint64_t step)
{
    const zm_walk *j = k->job;
    for (uint64_t number = first; number < j->to; number += step) {
        const uint32_t at = walk_part(j, number);
        const zm_walk_part *part = &j->parts[at];
        const uint64_t index = number - part->first + ZM_LANE;
        if (kernel == ZM_WALK_SWEEP && at != k->part)
            walk_tell_part(k);
        k->part = at;
        if (index >= part->size)
            continue;
        if (kernel == ZM_WALK_SWEEP)
            walk_sweep(k, part, index);
        else
            walk_farthest(k, kernel, at, index);
    }
    if (kernel == ZM_WALK_SWEEP)
        walk_tell_part(k);
}
