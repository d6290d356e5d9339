// touch.ts: from touches to moves. A move is made by touching its fields in order; what has been touched so far leaves
// some moves, and these say where one may touch next.
import type { Cell, Move } from './api.ts';

export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
export const keyOf = (c: Cell): string => `${c[0]},${c[1]}`;

export interface Choice {
    left: Move[]; // that begin with what has been touched
    next: Map<string, Move[]>; // a field to touch, and the moves that go on there
    done: Move[]; // that are complete
}

function beginsWith(move: Move, touched: readonly Cell[]): boolean {
    return touched.every((cell, i) => {
        const other = move.touches[i];
        return other !== undefined && same(cell, other);
    });
}

/** What can follow. Where a move goes on over several fields, its last one will do when that is clear. */
export function choicesAfter(moves: readonly Move[], touched: readonly Cell[]): Choice {
    const left = moves.filter((m) => m.touches.length > 0 && beginsWith(m, touched));
    const done = touched.length ? left.filter((m) => m.touches.length === touched.length) : [];
    const next = new Map<string, Move[]>();
    const add = (cell: Cell, move: Move) => {
        const key = keyOf(cell);
        const there = next.get(key);
        if (there) there.push(move);
        else next.set(key, [move]);
    };
    for (const m of left) {
        const cell = m.touches[touched.length];
        if (cell) add(cell, m);
    }
    if (touched.length) addShortCuts(left, touched.length, next);
    return { left, next, done };
}

function addShortCuts(left: readonly Move[], from: number, next: Map<string, Move[]>): void {
    const ends = new Map<string, Move[]>();
    for (const m of left) {
        const end = m.touches[m.touches.length - 1];
        if (end && m.touches.length > from + 1) ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), m]);
    }
    for (const [key, moves] of ends) if (!next.has(key)) next.set(key, moves);
}

export interface Touched {
    touched: Cell[];
    move: Move | null; // to be made
    ask: Move[]; // several that cannot be told apart by touching
}

/** One more touch. A field that leads nowhere begins anew, and a second touch of the same field ends a move there. */
export function touch(moves: readonly Move[], touched: readonly Cell[], cell: Cell): Touched {
    const before = choicesAfter(moves, touched);
    const last = touched[touched.length - 1];
    if (last && same(last, cell) && !before.next.has(keyOf(cell)))
        return before.done.length ? settle([...touched], before.done) : { touched: [], move: null, ask: [] };
    const going = before.next.get(keyOf(cell));
    if (!going) return touched.length ? touch(moves, [], cell) : { touched: [], move: null, ask: [] };
    const steps = going.every((m) => m.touches[touched.length] && same(m.touches[touched.length] as Cell, cell));
    if (!steps) return settle([...touched, cell], going); // the end of a longer move
    const now = [...touched, cell];
    const after = choicesAfter(moves, now);
    if (after.next.size) return { touched: now, move: null, ask: [] };
    return settle(now, after.done);
}

function settle(touched: Cell[], moves: Move[]): Touched {
    const only = moves.length === 1 ? (moves[0] ?? null) : null;
    return { touched: only ? [] : touched, move: only, ask: only ? [] : moves };
}
