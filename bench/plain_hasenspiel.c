/* plain_hasenspiel.c: a measuring rod: Hasenspiel the way the blog describes it, as a plain program of its own.
 *
 * Depth first from the start, one recursive call a state not seen before, nodes in one large array by the blog's 26-bit
 * code (turn, rabbit, pawns in descending order, five bits each). A node keeps who can force a win, the number of games
 * and the share of them the pawns win, as doubles. Plain rules; prints the states, the games and the seconds.
 *
 *     cc -O3 -march=native bench/plain_hasenspiel.c -o plain && ./plain */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAWNS = 4, CODES = 1 << 26 };

typedef struct node {
    double games, pawns_share;
    uint8_t seen, mover_wins;
} node;

static node *nodes;
static uint32_t states;

static uint32_t code_of(unsigned turn, unsigned rabbit, const uint8_t *pawn) /* pawn[] descends */
{
    return turn | rabbit << 1 | (uint32_t)pawn[0] << 6 | (uint32_t)pawn[1] << 11 | (uint32_t)pawn[2] << 16 |
           (uint32_t)pawn[3] << 21;
}

/* The squares diagonally above and below, or -1; even rows reach to the left, odd ones to the right. */
static int step(int s, int up, int side)
{
    int row = s / 4, column = s % 4 + (side ? (row & 1 ? 1 : -1) : 0);
    row += up ? 1 : -1;
    return row < 0 || row > 7 || column < 0 || column > 3 ? -1 : row * 4 + column;
}

static int has_pawn(const uint8_t *pawn, int s)
{
    for (int i = 0; i < PAWNS; i++)
        if (pawn[i] == s)
            return 1;
    return 0;
}

static node *visit(unsigned turn, unsigned rabbit, const uint8_t *pawn);

static void take(node *n, double *won, const node *next)
{
    n->games += next->games;
    *won += next->games * next->pawns_share;
    n->mover_wins |= !next->mover_wins;
}

static void move_rabbit(node *n, double *won, unsigned rabbit, const uint8_t *pawn)
{
    for (int d = 0; d < 4; d++) {
        int to = step((int)rabbit, d & 1, d >> 1);
        if (to >= 0 && !has_pawn(pawn, to))
            take(n, won, visit(1, (unsigned)to, pawn));
    }
}

static void move_pawns(node *n, double *won, unsigned rabbit, const uint8_t *pawn)
{
    for (int i = 0; i < PAWNS; i++)
        for (int side = 0; side < 2; side++) {
            int to = step(pawn[i], 1, side);
            if (to < 0 || to == (int)rabbit || has_pawn(pawn, to))
                continue;
            uint8_t next[PAWNS] = {pawn[0], pawn[1], pawn[2], pawn[3]};
            int at = i;
            for (; at > 0 && next[at - 1] < to; at--)
                next[at] = next[at - 1];
            next[at] = (uint8_t)to;
            take(n, won, visit(0, rabbit, next));
        }
}

static node *visit(unsigned turn, unsigned rabbit, const uint8_t *pawn)
{
    node *n = &nodes[code_of(turn, rabbit, pawn)];
    if (n->seen)
        return n;
    n->seen = 1;
    states++;
    double won = 0;
    if (turn && rabbit >= 4)
        move_pawns(n, &won, rabbit, pawn);
    else if (!turn)
        move_rabbit(n, &won, rabbit, pawn);
    if (n->games > 0) {
        n->pawns_share = won / n->games;
    } else { /* it is over, and who is to move has lost */
        n->games = 1;
        n->pawns_share = !turn;
    }
    return n;
}

int main(void)
{
    const uint8_t pawns[PAWNS] = {3, 2, 1, 0};
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    nodes = calloc(CODES, sizeof *nodes);
    if (!nodes)
        return 2;
    const node *start = visit(0, 29, pawns);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%u states, %.15g games, pawns win %.4f %% of them, start %s, %.4f seconds\n", states, start->games,
           100 * start->pawns_share, start->mover_wins ? "won" : "lost",
           (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
    free(nodes);
    return 0;
}
