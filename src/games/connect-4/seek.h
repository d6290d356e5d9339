/* seek.h: what a search knows of Connect 4.
 *
 * Included by rules.h, behind the rules.
 *
 * A node is the mover's discs, all discs, the mover's moves that do not lose at once, and the fields where the other
 * wins. That the mover cannot win at once, and has a move that does not lose at once, holds in every node: four_expand
 * and four_begin see to it, one ply ahead. */
#ifndef ZM_GAMES_CONNECT_4_SEEK_H
#define ZM_GAMES_CONNECT_4_SEEK_H

#include <zermelo/search.h>

enum { SEEK_OWN = 0, SEEK_ALL, SEEK_SAFE, SEEK_THREATS };
enum { SEEK_MIRROR = 12 }; /* discs; with more on the board mirror images hardly meet */

/* Empty fields that complete a line of b in the direction of `by`: with a gap before, in, or after the discs. */
ZM_INLINE uint64_t four_gaps_by(uint64_t b, unsigned connect, unsigned by)
{
    if (connect == 4) {
        const uint64_t up = b << by & b << 2 * by, down = b >> by & b >> 2 * by;
        return (up & (b << 3 * by | b >> by)) | (down & (b >> 3 * by | b << by));
    }
    const uint64_t up = b << by, down = b >> by, up2 = up & b << 2 * by, down2 = down & b >> 2 * by;
    if (connect == 3)
        return up2 | down2 | (up & down);
    const uint64_t up3 = up2 & b << 3 * by, down3 = down2 & b >> 3 * by;
    return (up3 & (b << 2 * by << 2 * by | down)) | (down3 & (b >> 2 * by >> 2 * by | up)) | (up2 & down2);
}

/* Where the owner of b wins. Upright there is only one way. Bits that leave a column at its upper end fall into the
 * free bit. */
ZM_INLINE uint64_t four_threats(const four_data *d, uint64_t b, uint64_t all)
{
    const uint64_t two = b << 1 & b << 2;
    const uint64_t upright = d->connect == 3 ? two : d->connect == 4 ? two & b << 3 : two & b << 3 & b << 4;
    return (upright | four_gaps_by(b, d->connect, d->step - 1) | four_gaps_by(b, d->connect, d->step) |
            four_gaps_by(b, d->connect, d->step + 1)) &
           (d->board ^ all);
}

/* Moves after which the other cannot win at once: if he threatens to, there; twice, none; and never below such a
 * field. */
ZM_INLINE uint64_t four_safe(const four_data *d, uint64_t all, uint64_t threats)
{
    const uint64_t moves = (all + d->bottom) & d->board, forced = moves & threats;
    if (forced & (forced - 1))
        return 0;
    return (forced ? forced : moves) & ~(threats >> 1);
}

ZM_INLINE unsigned four_left(const zm_variant *v, const zm_seek_node *n)
{
    return four_of(v)->cells - zm_count_bits(n->word[SEEK_ALL]);
}

ZM_INLINE bool four_begin(const zm_variant *v, zm_pos p, zm_seek_node *out, int *score)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_all(p), own = four_own(p), threats = four_threats(d, four_theirs(p), all);
    const uint64_t safe = four_safe(d, all, threats), moves = (all + d->bottom) & d->board;
    zm_seek_node n = {{own, all, safe, threats}};
    *out = n;
    *score = four_threats(d, own, all) & moves ? zm_score_win_in(1) : four_left(v, out) > 1 ? zm_score_loss_in(2) : 0;
    return *score < 0 && safe;
}

ZM_INLINE unsigned four_key_bits(const zm_variant *v) { return four_of(v)->width * four_of(v)->step; }

/* A column of h discs is the number of its own ones plus 2^h. */
ZM_INLINE uint64_t four_key(const zm_variant *v, const zm_seek_node *n)
{
    const four_data *d = four_of(v);
    const uint64_t key = n->word[SEEK_OWN] + n->word[SEEK_ALL] + d->bottom;
    if (zm_count_bits(n->word[SEEK_ALL]) > SEEK_MIRROR)
        return key;
    const uint64_t other = four_mirrored(d, key);
    return other < key ? other : key;
}

/* Those fields and all above them. */
ZM_INLINE uint64_t four_from_there_up(const four_data *d, uint64_t fields)
{
    return ((d->bottom << d->height) - fields) | fields;
}

/* The other follows: whatever the mover plays, he plays above it. That works where every column has an even number of
 * free fields, or all but one and there the mover runs into a field where the other wins. The mover then gets every
 * other field from the lowest on, in each column as far as such a field; if that makes no line of his, he does not win,
 * and with such a field he loses. */
ZM_INLINE bool four_follows(const four_data *d, const zm_seek_node *n, bool *wins)
{
    const uint64_t all = n->word[SEEK_ALL], free = d->board ^ all;
    const uint64_t odd = (all + d->bottom) & d->odd;
    if (odd & (odd - 1))
        return false;
    uint64_t mine = d->board & ~d->odd, column = 0;
    if (odd) {
        column = four_column(d, zm_lowest(odd) / d->step);
        mine ^= column;
    }
    const uint64_t runs_into = n->word[SEEK_THREATS] & ~mine;
    if (odd && !(runs_into & column))
        return false;
    if (four_has_line(d, n->word[SEEK_OWN] | (free & mine & ~four_from_there_up(d, runs_into))))
        return false;
    *wins = runs_into || four_has_line(d, (n->word[SEEK_OWN] ^ all) | (free & ~mine));
    return true;
}

ZM_INLINE void four_bounds(const zm_variant *v, const zm_seek_node *n, int over, int *lower, int *upper)
{
    const four_data *d = four_of(v);
    const uint64_t own = n->word[SEEK_OWN], all = n->word[SEEK_ALL], free = d->board ^ all;
    const unsigned left = four_left(v, n);
    *lower = left > 3 ? zm_score_loss_in(4) : 0; /* not at once, and not by the next move */
    *upper = left > 2 ? zm_score_win_in(3) : 0;
    if (*upper <= over || *lower > over)
        return;
    bool wins;
    const int last = zm_score_loss_in(left & ~1u); /* lost by the other's last disc */
    if (over >= last && four_follows(d, n, &wins))
        *upper = wins ? last : 0;
    else if (over >= 0 && !four_has_line(d, own | free))
        *upper = 0;
    else if (over < 0 && !four_has_line(d, (own ^ all) | free))
        *lower = 0;
}

/* How good a move looks: by the threats it makes, most of all by those that the other has none of his own at or below
 * of. One right above the disc is as good as blocked, and one above that he cannot block without making room for
 * another disc. Else by where the disc lies. The numbers were found by trying: what they are worth is nodes, not
 * truth. */
ZM_INLINE int four_worth(const four_data *d, uint64_t disc, uint64_t threats, uint64_t theirs)
{
    enum { THREAT = 32, LIVE = 33, BLOCKED = 22, SECOND = 14 };
    const uint64_t live = threats & ~four_from_there_up(d, theirs & ~disc);
    return THREAT * (int)zm_count_bits(threats) + LIVE * (int)zm_count_bits(live) -
           (disc << 1 & threats ? BLOCKED : 0) + (disc << 2 & threats ? SECOND : 0) + d->worth[zm_lowest(disc)];
}

/* A move that leaves the other none that is safe wins. */
ZM_INLINE unsigned four_expand(const zm_variant *v, const zm_seek_node *n, zm_kid *out, int *score)
{
    const four_data *d = four_of(v);
    const uint64_t own = n->word[SEEK_OWN], all = n->word[SEEK_ALL];
    unsigned count = 0;
    for (uint64_t rest = n->word[SEEK_SAFE]; rest; rest &= rest - 1) {
        const uint64_t disc = rest & (0 - rest);
        const uint64_t threats = four_threats(d, own | disc, all | disc), safe = four_safe(d, all | disc, threats);
        if (!safe && four_left(v, n) > 2) {
            *score = zm_score_win_in(3);
            return 0;
        }
        zm_kid kid = {{{own ^ all, all | disc, safe, threats}}, four_worth(d, disc, threats, n->word[SEEK_THREATS])};
        out[count++] = kid;
    }
    *score = 0;
    return four_left(v, n) > 2 ? count : 0; /* with two fields left and nobody winning it is a draw */
}

ZM_INLINE zm_pos four_position(const zm_variant *v, const zm_seek_node *n)
{
    const uint64_t own = n->word[SEEK_OWN], all = n->word[SEEK_ALL];
    const bool second = zm_count_bits(all) & 1;
    zm_pos p = {second ? own ^ all : own, second ? all | ZM_TURN_BIT : all};
    return p;
}

/* The other's topmost discs, each taken back. */
ZM_INLINE unsigned four_parents(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const four_data *d = four_of(v);
    unsigned count = 0;
    for (uint64_t rest = (((four_all(p) + d->bottom) >> 1) & four_theirs(p)); rest; rest &= rest - 1) {
        const uint64_t disc = rest & (0 - rest);
        zm_pos before = {p.lo & ~disc, p.hi ^ disc};
        out[count++] = zm_next_turn(before);
    }
    return count;
}

/* clang-format off */
#define SEARCH(HOOK)                                                                                                   \
    HOOK(begin, four_begin) HOOK(key, four_key) HOOK(key_bits, four_key_bits) HOOK(left, four_left)                    \
    HOOK(bounds, four_bounds) HOOK(expand, four_expand) HOOK(position, four_position) HOOK(parents, four_parents)
/* clang-format on */

#endif
