// marks.ts: what moves are worth, as marks on the fields where they begin or go. A mark says it three times: by colour, by
// shape and by a number.
import type { Move } from '../api.ts';

export interface Mark {
    kind: 'win' | 'draw' | 'loss' | 'odds';
    text: string;
    best: boolean;
}

/** Is the first at least as good for the mover as the second? Lists come best first, so this is only for marks. */
function better(a: Move, b: Move): boolean {
    if (typeof a.probability === 'number' && typeof b.probability === 'number') return a.probability > b.probability;
    const rank = (m: Move) => (m.value === 'win' ? 2 : m.value === 'draw' ? 1 : 0);
    if (rank(a) !== rank(b)) return rank(a) > rank(b);
    const far = (m: Move) => m.remoteness ?? 0;
    return a.value === 'loss' ? far(a) > far(b) : far(a) < far(b);
}

export function bestOf(moves: readonly Move[]): Move | undefined {
    return moves.reduce<Move | undefined>((best, m) => (!best || better(m, best) ? m : best), undefined);
}

/** The mark of one move, or of the best of several; null where no values are known. */
export function markOf(moves: readonly Move[], top: Move | undefined): Mark | null {
    const move = bestOf(moves);
    if (!move) return null;
    const best = top !== undefined && !better(top, move);
    if (typeof move.probability === 'number')
        return { kind: 'odds', text: `${Math.round(100 * move.probability)}`, best };
    if (!move.value) return null;
    const far = move.remoteness === null || move.remoteness === undefined ? '' : String(move.remoteness);
    return { kind: move.value, text: move.value === 'draw' ? '=' : far || (move.value === 'win' ? '+' : '−'), best };
}
