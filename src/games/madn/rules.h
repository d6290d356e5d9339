/* rules.h: Mensch ärgere Dich nicht for two, on opposite sides of the board.
 *
 * Each side counts the squares of the track from its own start square (A), 0 to squares-1, and its finish zone on from
 * there. The square q of one side is (q + squares/2) mod squares to the other. Pieces that are nowhere are in the box.
 * Chance is a die, and a six gives another turn. docs/dice.md has the rules with their sources.
 *
 * POSITION   lo   0 to 55  the mover's pieces on the track, as the mover counts
 *                56 to 59  and in the finish zone
 *            hi             the same of the other side, as that side counts
 *            hi 63          the turn; no part of the state
 *
 * MOVE       bits 0 to 7 where the piece comes from: a square, IN_ZONE + place, FROM_BOX or PASS; bits 8 up the roll, from 0.
 *
 * HOMES      What is in the finish zone, as a number of `pieces` bits, all of them less that: pieces come in and move on in the
 *            zone but never back, so it only gets smaller, and is 0 when the side has won. */
#ifndef ZM_GAMES_MADN_RULES_H
#define ZM_GAMES_MADN_RULES_H

#include <zermelo/rules.h>

enum {
    MADN_ZONE_AT = 56, /* bits of a word from here on: the finish zone */
    MADN_IN_ZONE = 64,
    MADN_FROM_BOX = 254,
    MADN_PASS = 255,
    MADN_ROLLS = 6,
    MADN_SIX = 5, /* the roll */
};

typedef struct madn_data {
    uint32_t pieces, squares;
    uint32_t triple;       /* three tries where only a six helps */
    uint32_t box;          /* all start in the box */
    uint32_t no_jump;      /* not over pieces in the own finish zone */
    uint32_t must_capture; /* where it can be done */
} madn_data;

ZM_INLINE const madn_data *madn_of(const zm_variant *v) { return (const madn_data *)v->data; }

/* ---- one side ---- */
ZM_INLINE uint32_t madn_zone_of(const madn_data *d, zm_side s) { return ((1u << d->pieces) - 1) ^ s.home; }

ZM_INLINE uint32_t madn_in_box(const madn_data *d, zm_side s)
{
    return d->pieces - zm_count_bits(s.track) - zm_count_bits(madn_zone_of(d, s));
}

/* Can a piece come to stand on this place of the zone? Those from `first` on would be passed. */
ZM_INLINE bool madn_zone_free(const madn_data *d, uint32_t zone, unsigned first, unsigned to)
{
    const uint32_t passed = (uint32_t)(zm_low_bits(to) & ~zm_low_bits(first));
    return to < d->pieces && !(zone >> to & 1) && !(d->no_jump && (zone & passed));
}

/* Moves from the track and inside the zone, whatever the box asks for. */
ZM_INLINE unsigned madn_free_moves(const madn_data *d, zm_side s, unsigned roll, zm_move *out)
{
    const uint32_t zone = madn_zone_of(d, s);
    unsigned count = 0;
    for (uint64_t rest = s.track; rest;) {
        const unsigned from = zm_take_lowest(&rest), to = from + roll + 1;
        if (to < d->squares ? !(s.track >> to & 1) : madn_zone_free(d, zone, 0, to - d->squares))
            out[count++] = (zm_move)roll << 8 | from;
    }
    for (uint64_t rest = zone; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        if (madn_zone_free(d, zone, from + 1, from + roll + 1))
            out[count++] = (zm_move)roll << 8 | (MADN_IN_ZONE + from);
    }
    return count;
}

/* What a side can do, 0: nothing. A piece in the box must come out on a six; one on A must make room for those in the
 * box. */
ZM_INLINE unsigned madn_side_moves(const madn_data *d, zm_side s, unsigned roll, zm_move *out)
{
    const bool waiting = madn_in_box(d, s), on_a = s.track & 1;
    if (waiting && !on_a && roll == MADN_SIX) {
        out[0] = (zm_move)roll << 8 | MADN_FROM_BOX;
        return 1;
    }
    if (waiting && on_a && !(s.track >> (roll + 1) & 1)) {
        out[0] = (zm_move)roll << 8;
        return 1;
    }
    return madn_free_moves(d, s, roll, out);
}

ZM_INLINE zm_race_step madn_step(const madn_data *d, zm_side s, zm_move m)
{
    const unsigned from = (unsigned)m & 255, roll = (unsigned)(m >> 8);
    zm_race_step step = {s, 0};
    if (from == MADN_PASS)
        return step;
    if (from >= MADN_IN_ZONE && from != MADN_FROM_BOX) {
        step.to.home ^= (1u << (from - MADN_IN_ZONE)) | (1u << (from - MADN_IN_ZONE + roll + 1));
        return step;
    }
    const unsigned to = from == MADN_FROM_BOX ? 0 : from + roll + 1;
    if (from != MADN_FROM_BOX)
        step.to.track ^= zm_bit(from);
    if (to < d->squares)
        step.lands = zm_bit(to);
    else
        step.to.home ^= 1u << (to - d->squares);
    step.to.track |= step.lands;
    return step;
}

/* Is a six the only way to move? */
ZM_INLINE bool madn_needs_six(const madn_data *d, zm_side s)
{
    zm_move moves[ZM_RACE_STEPS];
    unsigned count = 0;
    for (unsigned roll = 0; roll < MADN_SIX; roll++)
        count += madn_side_moves(d, s, roll, moves);
    return !count && madn_side_moves(d, s, MADN_SIX, moves);
}

/* One try in three: of 216 ways that three dice fall 91 have a six. */
ZM_INLINE void madn_side_odds(const zm_variant *v, zm_side s, uint32_t *weight)
{
    const bool tries = madn_of(v)->triple && madn_needs_six(madn_of(v), s);
    for (unsigned roll = 0; roll < MADN_ROLLS; roll++)
        weight[roll] = !tries ? 1 : roll == MADN_SIX ? 91 : 25;
}

/* ---- a race ---- */
ZM_INLINE unsigned madn_squares(const zm_variant *v) { return madn_of(v)->squares; }
ZM_INLINE unsigned madn_homes(const zm_variant *v) { return 1u << madn_of(v)->pieces; }
ZM_INLINE unsigned madn_runners(const zm_variant *v, uint32_t home)
{
    (void)v;
    return zm_count_bits(home);
}
ZM_INLINE bool madn_again(const zm_variant *v, unsigned roll)
{
    (void)v;
    return roll == MADN_SIX;
}
ZM_INLINE bool madn_must_capture(const zm_variant *v) { return madn_of(v)->must_capture; }

ZM_INLINE uint64_t madn_facing(const zm_variant *v, uint64_t track)
{
    const unsigned squares = madn_of(v)->squares, half = squares / 2;
    return (track << half | track >> half) & zm_low_bits(squares);
}

ZM_INLINE unsigned madn_steps(const zm_variant *v, zm_side s, unsigned roll, zm_race_step *out)
{
    zm_move moves[ZM_RACE_STEPS];
    const unsigned count = madn_side_moves(madn_of(v), s, roll, moves);
    for (unsigned i = 0; i < count; i++)
        out[i] = madn_step(madn_of(v), s, moves[i]);
    return count;
}

ZM_INLINE zm_side madn_read_side(const madn_data *d, uint64_t word)
{
    const uint32_t all = (1u << d->pieces) - 1;
    zm_side s = {word & zm_low_bits(MADN_ZONE_AT), all ^ ((uint32_t)(word >> MADN_ZONE_AT) & all)};
    return s;
}

ZM_INLINE void madn_sides(const zm_variant *v, zm_pos p, zm_side out[2])
{
    out[0] = madn_read_side(madn_of(v), p.lo);
    out[1] = madn_read_side(madn_of(v), p.hi);
}

ZM_INLINE uint64_t madn_word(const madn_data *d, zm_side s)
{
    return s.track | (uint64_t)madn_zone_of(d, s) << MADN_ZONE_AT;
}

ZM_INLINE zm_pos madn_position(const zm_variant *v, zm_side mover, zm_side other)
{
    zm_pos p = {madn_word(madn_of(v), mover), madn_word(madn_of(v), other)};
    return p;
}

/* ---- ways of playing (section 5.3): what they look at ---- */
/* How far a piece has come; the one from the box not at all. */
ZM_INLINE unsigned madn_reach(zm_move m)
{
    const unsigned from = (unsigned)m & 255;
    return from == MADN_FROM_BOX || from == MADN_PASS ? 0 : from + 1;
}

/* The squares strictly between the old and the new one, on the track and beyond. */
ZM_INLINE uint64_t madn_between(zm_move m)
{
    const unsigned from = (unsigned)m & 255, to = from + (unsigned)(m >> 8) + 1;
    return from < MADN_IN_ZONE ? zm_low_bits(to) & ~zm_low_bits(from + 1) : 0;
}

enum { MADN_FURTHEST, MADN_FURTHEST_BEHIND }; /* in the order of the game's policies */

ZM_INLINE bool madn_taste(const zm_variant *v, unsigned policy, zm_side s, unsigned roll, zm_race_taste *out)
{
    zm_move moves[ZM_RACE_STEPS];
    const unsigned count = madn_side_moves(madn_of(v), s, roll, moves);
    for (unsigned i = 0; i < count; i++) {
        out[i].likes = madn_reach(moves[i]);
        out[i].avoids = policy == MADN_FURTHEST_BEHIND ? madn_between(moves[i]) & zm_low_bits(madn_of(v)->squares) : 0;
    }
    return true;
}

static const zm_race madn_race = {
    .version = ZM_RACE_VERSION,
    .squares = madn_squares,
    .homes = madn_homes,
    .runners = madn_runners,
    .facing = madn_facing,
    .steps = madn_steps,
    .again = madn_again,
    .must_capture = madn_must_capture,
    .odds = madn_side_odds,
    .sides = madn_sides,
    .position = madn_position,
    .taste = madn_taste,
};

/* ---- the rules ---- */
ZM_INLINE zm_pos madn_start(const zm_variant *v)
{
    zm_pos p = {!madn_of(v)->box, !madn_of(v)->box};
    return p;
}

ZM_INLINE zm_end madn_ended(const zm_variant *v, zm_pos p)
{
    zm_side s[2];
    madn_sides(v, p, s);
    return !s[0].home ? ZM_WIN : !s[1].home ? ZM_LOSS : ZM_OPEN;
}

ZM_INLINE bool madn_captures(const zm_variant *v, zm_side mover, zm_side other, zm_move m)
{
    return madn_facing(v, madn_step(madn_of(v), mover, m).lands) & other.track;
}

ZM_INLINE unsigned madn_roll_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    zm_side s[2];
    unsigned kept = 0;
    madn_sides(v, p, s);
    const unsigned count = madn_side_moves(madn_of(v), s[0], roll, out);
    for (unsigned i = 0; madn_of(v)->must_capture && i < count; i++)
        if (madn_captures(v, s[0], s[1], out[i]))
            out[kept++] = out[i];
    if (count)
        return kept ? kept : count;
    out[0] = (zm_move)roll << 8 | MADN_PASS;
    return 1;
}

ZM_INLINE zm_pos madn_play(const zm_variant *v, zm_pos p, zm_move m)
{
    zm_side s[2];
    madn_sides(v, p, s);
    const zm_race_step step = madn_step(madn_of(v), s[0], m);
    s[0] = step.to;
    s[1].track &= ~madn_facing(v, step.lands);
    const bool again = (m >> 8) == MADN_SIX;
    zm_pos next = again ? madn_position(v, s[0], s[1]) : madn_position(v, s[1], s[0]);
    next.hi |= (p.hi & ZM_TURN_BIT) ^ (again ? 0 : ZM_TURN_BIT);
    return next;
}

ZM_INLINE void madn_odds(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    madn_side_odds(v, madn_read_side(madn_of(v), p.lo), weight);
}

/* Squares that a side still has before it, and six for each piece in the box (section 4.2 of the thesis). */
ZM_INLINE double madn_distance(const madn_data *d, zm_side s)
{
    unsigned left = d->pieces * d->squares + d->pieces * (d->pieces - 1) / 2 + 6 * madn_in_box(d, s);
    for (uint64_t rest = s.track; rest;)
        left -= zm_take_lowest(&rest);
    for (uint64_t rest = madn_zone_of(d, s); rest;)
        left -= d->squares + zm_take_lowest(&rest);
    return left;
}

/* The thesis' distance-to-finish ratio (4.7). */
ZM_INLINE double madn_lead(const zm_variant *v, zm_pos p)
{
    zm_side s[2];
    madn_sides(v, p, s);
    const double own = madn_distance(madn_of(v), s[0]), other = madn_distance(madn_of(v), s[1]);
    return own >= other ? other / own - 1 : 1 - own / other;
}

/* All in one: dice are not for the kernels that INDEX would buy. */
/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, madn_start) HOOK(play, madn_play) HOOK(ended, madn_ended) HOOK(from_mover, true)                       \
    HOOK(race, &madn_race)
#define DICE(HOOK)                                                                                                     \
    HOOK(rolls, MADN_ROLLS) HOOK(moves, madn_roll_moves) HOOK(odds, madn_odds) HOOK(lead, madn_lead)
#define INDEX_BY_POINTER &zm_race_index
/* clang-format on */
#include "game/hooks.h"

#endif
