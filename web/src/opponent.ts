// opponent.ts: how the page plays: with the chance that `skill` says the best move, else any.
import type { Move } from './api.ts';

/** A number from 0 to 1, not 1. */
export function chance(): number {
    const word = new Uint32Array(1);
    crypto.getRandomValues(word);
    return (word[0] ?? 0) / 2 ** 32;
}

/** Are these two worth the same to the one who moves? */
export function asGood(a: Move, b: Move): boolean {
    if (typeof a.probability === 'number' && typeof b.probability === 'number')
        return Math.abs(a.probability - b.probability) < 1e-9;
    return a.value === b.value && a.remoteness === b.remoteness;
}

/** The server lists the moves best first. Of moves that are as good it takes any. */
export function choose(moves: readonly Move[], skill: number): Move | undefined {
    const [best] = moves;
    const from = best && chance() * 100 < skill ? moves.filter((m) => asGood(m, best)) : moves;
    return from[Math.floor(chance() * from.length)];
}

/** Throws a die whose sides may be unequally likely. */
export function throwDie(rolls: readonly { roll: number; chance: number }[]): number {
    let left = chance() * rolls.reduce((sum, r) => sum + r.chance, 0);
    for (const r of rolls) if ((left -= r.chance) < 0) return r.roll;
    return rolls[rolls.length - 1]?.roll ?? 0;
}
