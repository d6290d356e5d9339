// sum-match.ts: a sum that is being played, as the address has it: the expression it began with, and the moves since. The first
// player is `you` unless the page begins.
import { useEffect, useState } from 'preact/hooks';
import { joinMoves, splitMoves, formatAddress, type Route } from './address.ts';
import { fetched, known, valuePath, type Refused, type SumAnswer, type SumMove } from './api.ts';
import { PACE } from './match.ts';
import { currentRoute, go } from './router.ts';

export interface SumMatch {
    expr: string;
    misere: boolean;
    playing: boolean;
    pageBegins: boolean;
    moves: string[];
    at: number;
    skill: number;
    hints: boolean;
    pace: number;
}

export function readSumMatch(route: Route): SumMatch {
    const p = route.params;
    const moves = splitMoves(p['m'] ?? '');
    const number = (text: string | undefined, fallback: number) =>
        text && Number.isFinite(Number(text)) ? Number(text) : fallback;
    return {
        expr: p['expr'] ?? '',
        misere: p['misere'] === '1',
        playing: p['play'] === '1',
        pageBegins: p['begins'] === 'page',
        moves,
        at: Math.max(0, Math.min(moves.length, number(p['at'], moves.length))),
        skill: number(p['skill'], 100),
        hints: p['hints'] === '1',
        pace: number(p['pace'], PACE),
    };
}

export function sumAddress(m: SumMatch): string {
    const params = {
        expr: m.expr,
        misere: m.misere ? '1' : '',
        play: m.playing ? '1' : '',
        begins: m.pageBegins ? 'page' : '',
        skill: m.skill === 100 ? '' : String(m.skill),
        hints: m.hints ? '1' : '',
        pace: m.pace === PACE ? '' : String(m.pace),
        at: m.at === m.moves.length ? '' : String(m.at),
        lang: currentRoute().params['lang'] ?? '',
        m: joinMoves(m.moves),
    };
    return formatAddress({ view: 'sums', game: '', variant: '', params });
}

export function showSum(m: SumMatch, replace = false): void {
    go(sumAddress(m), replace);
}

/** A move by what it does: the parts it changes, and to what. */
export function sumMoveName(m: SumMove): string {
    return m.steps.map((s) => `${s.part}:${s.to}`).join('+');
}

export interface SumStepDone {
    answer: SumAnswer;
    mine: boolean; // whose turn it is here
    move: SumMove | null;
}

interface SumWalk {
    steps: SumStepDone[];
    whole: boolean;
    refused: Refused | null;
    next: string | null;
}

function walk(m: SumMatch): SumWalk {
    const steps: SumStepDone[] = [];
    let path = valuePath(m.expr, m.misere);
    let mine = !m.pageBegins;
    let move: SumMove | null = null;
    for (let i = 0; ; i++) {
        const entry = known<SumAnswer>(path);
        if (!entry) return { steps, whole: false, refused: null, next: path };
        if (!entry.answer) return { steps, whole: false, refused: entry.refused ?? null, next: null };
        const answer = entry.answer;
        steps.push({ answer, mine, move });
        const made = (answer.moves ?? []).find((x) => sumMoveName(x) === m.moves[i]);
        if (!made) return { steps, whole: i >= m.moves.length, refused: null, next: null };
        if (!made.steps.some((s) => s.again)) mine = !mine;
        move = made;
        path = valuePath(made.expression, m.misere);
    }
}

export function useSumWalk(m: SumMatch): SumWalk {
    const [, again] = useState(0);
    const now = m.expr ? walk(m) : { steps: [], whole: true, refused: null, next: null };
    useEffect(() => {
        if (!now.next) return;
        let here = true;
        void (async () => {
            for (let next = walk(m).next; next; next = walk(m).next) await fetched(next);
            if (here) again((n) => n + 1);
        })();
        return () => void (here = false);
    }, [now.next]);
    return now;
}

/** The ply to go back or on to: where the one who plays here is to move again. */
export function sumPlyToUndo(m: SumMatch, steps: readonly SumStepDone[]): number {
    let to = m.at - 1;
    while (to > 0 && !steps[to]?.mine) to--;
    return to;
}

export function sumPlyToRedo(m: SumMatch, steps: readonly SumStepDone[]): number {
    let to = m.at + 1;
    while (to < m.moves.length && !steps[to]?.mine) to++;
    return to;
}
