/* climb_body.h: what a thread does for climb.h. Included by kernels_body.h, and for a GPU by what engine/cuda/climber.cu.in becomes;
 * both have included game/lanes.h and defined CLIMB_RULES(r, v), which declares a pointer r to the rules that the compiler sees through. In the
 * common subset of C and CUDA C++.
 *
 * The threads of a warp take blocks from the list together: each looks at one place in ZM_LANES, what is to be done is
 * gathered, and when there is one for each of them they do it side by side. On a CPU a warp is one thread. */

enum {
    CLIMB_OPEN = 0x7C00,
    CLIMB_IS_OPEN = 0xFC00, /* the bits that say so */
    CLIMB_DOUBTFUL = 0x100,
    CLIMB_AGAIN = 0x200,
    CLIMB_LEFT = 0xFF,
    CLIMB_GATHERED = ZM_CLIMB_BLOCK + 32, /* places that a warp may have gathered */
};

#ifdef __CUDA_ARCH__
ZM_KERNEL zm_value climb_swap(zm_value *at, zm_value old, zm_value value) { return atomicCAS(at, old, value); }
/* Places that a warp has gathered: adds those of the lanes that want it. */
ZM_KERNEL unsigned climb_gather(uint32_t *list, unsigned count, bool wants, uint32_t place)
{
    const unsigned all = __ballot_sync(~0u, wants);
    if (wants)
        list[count + __popc(all & ((1u << ZM_LANE) - 1))] = place;
    return count + __popc(all);
}
/* The next block of the list, the same for all lanes. */
ZM_KERNEL uint64_t climb_ticket(const zm_climb *j)
{
    uint64_t ticket = 0;
    if (ZM_LANE == 0)
        ticket = zm_lane_add(&j->notes->ticket, 1);
    return __shfl_sync(~0u, ticket, 0);
}
ZM_KERNEL zm_value climb_read(const zm_value *at) { return *(const volatile zm_value *)at; }
#else
ZM_KERNEL zm_value climb_swap(zm_value *at, zm_value old, zm_value value)
{
    __atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return old;
}
ZM_KERNEL unsigned climb_gather(uint32_t *list, unsigned count, bool wants, uint32_t place)
{
    list[count] = place;
    return count + wants;
}
ZM_KERNEL uint64_t climb_ticket(const zm_climb *j) { return zm_lane_add(&j->notes->ticket, 1); }
ZM_KERNEL zm_value climb_read(const zm_value *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
#endif

/* A thread's work, and what it has seen of it. */
typedef struct climber {
    const zm_climb *job;
    const zm_variant *variant;
    zm_move *moves; /* room for those of a state; NULL in steps that make none */
    bool lost;      /* the state that tells its parents */
    uint64_t visits;
    uint32_t farthest;
} climber;

/* What threads have seen, added up. All lanes come here. */
ZM_KERNEL void climb_tell_notes(const climber *k)
{
    const uint64_t visits = zm_lanes_sum(k->visits);
    const uint32_t farthest = zm_lanes_most(k->farthest);
    zm_climb_notes *notes = k->job->notes;
    if (ZM_LANE)
        return;
    zm_lane_add(&notes->visits, visits);
    if (farthest > notes->farthest)
        zm_lane_max(&notes->farthest, farthest);
}

/* ---- values ---- */
ZM_KERNEL bool climb_is_open(zm_value value) { return (value & CLIMB_IS_OPEN) == CLIMB_OPEN; }

ZM_KERNEL uint64_t *climb_level_word(const zm_climb *j, uint64_t block, unsigned level, uint64_t *bit)
{
    const unsigned at = level < ZM_CLIMB_LEVELS ? level : ZM_CLIMB_LEVELS - 1;
    *bit = zm_bit(at % 64);
    return &j->levels[block * ZM_CLIMB_WORDS + at / 64];
}

ZM_KERNEL void climb_note_level(climber *k, uint64_t index, unsigned level)
{
    uint64_t bit, *word = climb_level_word(k->job, index / ZM_CLIMB_BLOCK, level, &bit);
    if (!(*(volatile uint64_t *)word & bit))
        zm_lane_or(word, bit);
    k->farthest = level > k->farthest ? level : k->farthest;
}

ZM_KERNEL zm_place climb_place(const climber *k, uint64_t index)
{
    const zm_place at = {k->job->tier, index};
    return at;
}

ZM_KERNEL zm_pos climb_position(const climber *k, uint64_t index)
{
    CLIMB_RULES(r, k->variant);
    return r->unrank(k->variant, climb_place(k, index));
}

/* The best of the moves that leave the tier; none: ZM_NONE. */
ZM_KERNEL zm_value climb_leaving(climber *k, zm_pos p, unsigned *staying)
{
    CLIMB_RULES(r, k->variant);
    const unsigned count = r->leaving(k->variant, p, k->moves, staying);
    zm_value best = ZM_NONE;
    k->visits += 1 + count;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, k->variant, p, k->moves[i], &passes);
        const zm_place at = r->rank(k->variant, next);
        const zm_value value = zm_before_move(k->job->values[at.tier][at.index], passes);
        best = value > best ? value : best;
    }
    return best;
}

/* ---- the first look ---- */
ZM_KERNEL bool climb_is_state(const climber *k, uint64_t index)
{
    const zm_climb *j = k->job;
    CLIMB_RULES(r, k->variant);
    if (j->reached)
        return j->reached[index / 64] >> index % 64 & 1;
    return !j->ask || zm_rules_is_state(r, k->variant, climb_place(k, index));
}

/* A state with moves inside the tier, when the best of the others is known. */
ZM_KERNEL zm_value climb_undecided(zm_value best, unsigned staying)
{
    const bool safe = best != ZM_NONE && !zm_is_loss(best); /* then one more, which is never told: it need not lose */
    const unsigned left = staying + safe;
    return (zm_value)(CLIMB_OPEN + (left > CLIMB_LEFT ? CLIMB_DOUBTFUL + CLIMB_LEFT : left));
}

ZM_KERNEL zm_value climb_first_value(climber *k, uint64_t index)
{
    unsigned staying = 0;
    CLIMB_RULES(r, k->variant);
    const zm_pos p = climb_position(k, index);
    const zm_end end = r->ended ? r->ended(k->variant, p) : ZM_OPEN;
    if (end != ZM_OPEN)
        return zm_end_value(end);
    const zm_value best = climb_leaving(k, p, &staying);
    if (!staying)
        return best == ZM_NONE ? zm_loss_in(0) : best;
    return zm_is_win(best) ? best : climb_undecided(best, staying);
}

ZM_KERNEL void climb_look(climber *k, uint64_t index)
{
    const zm_value value = climb_is_state(k, index) ? climb_first_value(k, index) : (zm_value)ZM_NONE;
    k->job->own[index] = value;
    if (value != ZM_NONE && value != ZM_DRAWN && !climb_is_open(value))
        climb_note_level(k, index, zm_remoteness(value));
}

/* ---- telling ---- */
/* Undecided, or won later. */
ZM_KERNEL void climb_win(climber *k, uint64_t index, zm_value value)
{
    zm_value *at = &k->job->own[index], old = climb_read(at);
    while (climb_is_open(old) || (zm_is_win(old) && value > old)) {
        const zm_value seen = climb_swap(at, old, value);
        if (seen == old) {
            climb_note_level(k, index, zm_remoteness(value));
            return;
        }
        old = seen;
    }
}

ZM_KERNEL zm_value climb_one_less(zm_value old, bool doubtful)
{
    if (doubtful || (old & CLIMB_DOUBTFUL))
        return (zm_value)(old | CLIMB_DOUBTFUL | CLIMB_AGAIN);
    if (!(old & CLIMB_LEFT)) /* it has been told of all already */
        return old;
    return (zm_value)((old - 1) | ((old & CLIMB_LEFT) == 1 ? CLIMB_AGAIN : 0));
}

ZM_KERNEL void climb_count(climber *k, uint64_t index, bool doubtful)
{
    zm_value *at = &k->job->own[index], old = climb_read(at);
    while (climb_is_open(old)) {
        const zm_value value = climb_one_less(old, doubtful), seen = value == old ? old : climb_swap(at, old, value);
        if (seen == old) {
            if (value & ~old & CLIMB_AGAIN)
                k->job->marked[index / ZM_CLIMB_BLOCK] = 1;
            return;
        }
        old = seen;
    }
}

ZM_KERNEL void climb_parent(void *arg, uint64_t index, bool doubtful)
{
    climber *k = (climber *)arg;
    k->visits++;
    if (k->lost)
        climb_win(k, index, zm_win_in(k->job->level + 1));
    else
        climb_count(k, index, doubtful);
}

ZM_KERNEL void climb_tell(climber *k, uint64_t index)
{
    CLIMB_RULES(r, k->variant);
    k->lost = zm_is_loss(k->job->own[index]);
    if (r->parents_of_row) {
        const uint32_t width = r->row_width(k->variant, k->job->tier);
        const uint64_t row = index / width;
        const uint32_t column = (uint32_t)(index - row * width);
        r->parents_of_row(k->variant, k->job->tier, row, &column, 1, climb_parent, k);
        return;
    }
    r->parents_inside(k->variant, climb_position(k, index), climb_parent, k);
}

/* ---- deciding losses: nobody else writes what is marked ---- */
ZM_KERNEL void climb_lose(climber *k, uint64_t index, zm_value value)
{
    k->job->own[index] = value;
    climb_note_level(k, index, zm_remoteness(value));
}

/* All moves that stay in the tier are known to lose: what those that leave it are worth decides when. */
ZM_KERNEL zm_value climb_counted_out(climber *k, zm_pos p)
{
    unsigned staying;
    const zm_value best = climb_leaving(k, p, &staying), here = zm_loss_in(k->job->level + 1);
    return best > here ? best : here;
}

/* Without a count: the best of all moves, if all are known by now; else ZM_NONE. */
ZM_KERNEL zm_value climb_best(climber *k, zm_pos p)
{
    const zm_climb *j = k->job;
    CLIMB_RULES(r, k->variant);
    unsigned count;
    zm_value best = ZM_NONE;
    zm_rules_moves(r, k->variant, p, k->moves, &count);
    k->visits += 1 + count;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, k->variant, p, k->moves[i], &passes);
        const zm_place at = r->rank(k->variant, next);
        const zm_value seen = climb_read(&j->values[at.tier][at.index]);
        if (at.tier == j->tier && (climb_is_open(seen) || zm_remoteness(seen) > j->level))
            return ZM_NONE;
        const zm_value value = zm_before_move(seen, passes);
        best = value > best ? value : best;
    }
    return best;
}

ZM_KERNEL void climb_settle(climber *k, uint64_t index)
{
    const zm_value old = k->job->own[index];
    const zm_pos p = climb_position(k, index);
    const zm_value value = old & CLIMB_DOUBTFUL ? climb_best(k, p) : climb_counted_out(k, p);
    if (zm_is_loss(value))
        climb_lose(k, index, value);
    else
        k->job->own[index] = (zm_value)(old & ~CLIMB_AGAIN);
}

/* ---- blocks ---- */
ZM_KERNEL bool climb_has_level(const zm_climb *j, uint64_t block)
{
    uint64_t bit;
    const uint64_t *word = climb_level_word(j, block, j->level, &bit);
    return *word & bit;
}

/* One thread a block. The order of the list does not matter. */
ZM_KERNEL void climb_list(const zm_climb *j, zm_climb_kernel kernel, uint64_t block)
{
    const bool wanted = kernel == ZM_CLIMB_LIST_MARKED ? j->marked[block] != 0 : climb_has_level(j, block);
    if (wanted)
        j->list[zm_lane_add(&j->notes->listed, 1)] = (uint32_t)block;
    if (wanted && kernel == ZM_CLIMB_LIST_MARKED)
        j->marked[block] = 0;
}

/* Is this place one of those that a step is about? */
ZM_KERNEL bool climb_wants(const zm_climb *j, zm_climb_kernel kernel, zm_value value)
{
    if (kernel == ZM_CLIMB_SETTLE)
        return climb_is_open(value) && (value & CLIMB_AGAIN);
    return value == zm_win_in(j->level) || value == zm_loss_in(j->level);
}

ZM_KERNEL unsigned climb_gather_block(const zm_climb *j, zm_climb_kernel kernel, uint64_t block, uint32_t *list,
                                      unsigned count)
{
    const uint64_t from = block * ZM_CLIMB_BLOCK;
    for (uint64_t i = from + ZM_LANE; i < from + ZM_CLIMB_BLOCK; i += ZM_LANES)
        count = climb_gather(list, count, i < j->size && climb_wants(j, kernel, climb_read(&j->own[i])), (uint32_t)i);
    return count;
}

ZM_KERNEL void climb_farthest(const climber *k, zm_climb_kernel kernel, uint64_t index)
{
    const zm_pos p = climb_position(k, index);
    zm_climb_notes *notes = k->job->notes;
    if (kernel == ZM_CLIMB_FARTHEST_HI)
        zm_lane_min(&notes->hi, p.hi);
    else if (p.hi == notes->hi)
        zm_lane_min(&notes->lo, p.lo);
}

ZM_KERNEL void climb_do(climber *k, zm_climb_kernel kernel, uint64_t index)
{
    if (kernel == ZM_CLIMB_TELL)
        climb_tell(k, index);
    else if (kernel == ZM_CLIMB_SETTLE)
        climb_settle(k, index);
    else
        climb_farthest(k, kernel, index);
}

/* What a warp does with the blocks of the list. `list` is its own, with room for CLIMB_GATHERED. */
ZM_KERNEL void climb_listed(climber *k, zm_climb_kernel kernel, uint32_t *list)
{
    const zm_climb *j = k->job;
    const uint64_t listed = j->notes->listed;
    unsigned count = 0;
    for (bool more = true; more || count;) {
        while (more && count < ZM_LANES) {
            const uint64_t ticket = climb_ticket(j);
            more = ticket < listed;
            if (more)
                count = climb_gather_block(j, kernel, j->list[ticket], list, count);
        }
        zm_lanes_meet();
        const unsigned now = count < ZM_LANES ? count : ZM_LANES;
        count -= now;
        if (ZM_LANE < now)
            climb_do(k, kernel, list[count + ZM_LANE]);
        zm_lanes_meet();
    }
    climb_tell_notes(k);
}

/* ---- the end of a tier ---- */
typedef struct climb_counts {
    uint64_t states, won_by[2], drawn;
    uint32_t farthest, decided;
} climb_counts;

ZM_KERNEL void climb_close(const climber *k, uint64_t index, climb_counts *n)
{
    zm_value *value = &k->job->own[index];
    if (*value == ZM_NONE)
        return;
    if (climb_is_open(*value))
        *value = ZM_DRAWN;
    n->states++;
    if (*value == ZM_DRAWN) {
        n->drawn++;
        return;
    }
    CLIMB_RULES(r, k->variant);
    const unsigned turn = zm_rules_turn(r, k->variant, climb_position(k, index));
    const unsigned remoteness = zm_remoteness(*value);
    n->won_by[zm_is_win(*value) ? turn : 1 - turn]++;
    n->farthest = remoteness > n->farthest ? remoteness : n->farthest;
    n->decided = 1;
}

/* All lanes come here. */
ZM_KERNEL void climb_tell_counts(const climber *k, const climb_counts *mine)
{
    zm_climb_notes *notes = k->job->notes;
    const climb_counts n = {zm_lanes_sum(mine->states),
                            {zm_lanes_sum(mine->won_by[0]), zm_lanes_sum(mine->won_by[1])},
                            zm_lanes_sum(mine->drawn),
                            zm_lanes_most(mine->farthest),
                            zm_lanes_most(mine->decided)};
    if (ZM_LANE)
        return;
    zm_lane_add(&notes->states, n.states);
    zm_lane_add(&notes->won_by[0], n.won_by[0]);
    zm_lane_add(&notes->won_by[1], n.won_by[1]);
    zm_lane_add(&notes->drawn, n.drawn);
    zm_lane_max(&notes->farthest, n.farthest);
    zm_lane_max(&notes->decided, n.decided);
}
