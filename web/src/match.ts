// match.ts: a game that is being played, as the address has it, and the positions it went through.
//
// The address keeps moves, not positions: each position follows from the one before it by asking the server, which also
// says who is to move. Answers are kept, so walking an old game again costs nothing.
import { useEffect, useState } from 'preact/hooks';
import { formatAddress, joinMoves, oneOf, splitMoves, wholeUpTo, type Check, type Route } from './address.ts';
import { fetched, known, positionPath, type Answer, type Move, type Refused, type Roll } from './api.ts';
import { currentRoute, go } from './router.ts';

export interface Match {
    game: string;
    variant: string;
    from: string; // "" is the start
    turn: string; // who begins there; "" where the position says it
    moves: string[];
    at: number; // plies played in the position that is shown
    roll: number; // of the die for the next move; 0: not rolled
    me: string; // a player's name, "both" or "none"
    skill: number; // of the other side, 0 to 100
    hints: boolean;
    pace: number; // milliseconds before the page moves
}

export const PACE = 650;

/** Checks of what plays of games and of sums have in common. */
export function matchChecks(route: Route): Record<string, Check> {
    return {
        at: wholeUpTo(splitMoves(route.params['m'] ?? '').length),
        skill: wholeUpTo(100),
        hints: oneOf('0', '1'),
        pace: wholeUpTo(1e6),
    };
}

export function readMatch(route: Route): Match {
    const p = route.params;
    const moves = splitMoves(p['m'] ?? '');
    const number = (name: string, fallback: number) => {
        const n = Number(p[name]);
        return p[name] && Number.isFinite(n) ? n : fallback;
    };
    return {
        game: route.game,
        variant: route.variant,
        from: p['from'] ?? '',
        turn: p['turn'] ?? '',
        moves,
        at: Math.max(0, Math.min(moves.length, number('at', moves.length))),
        roll: number('roll', 0),
        me: p['me'] ?? 'both',
        skill: Math.max(0, Math.min(100, number('skill', 100))),
        hints: p['hints'] === '1',
        pace: Math.max(0, number('pace', PACE)),
    };
}

export function matchAddress(m: Match): string {
    const lang = currentRoute().params['lang'] ?? '';
    const params: Record<string, string> = {
        from: m.from,
        turn: m.turn,
        me: m.me,
        skill: m.skill === 100 ? '' : String(m.skill),
        hints: m.hints ? '1' : '',
        pace: m.pace === PACE ? '' : String(m.pace),
        at: m.at === m.moves.length ? '' : String(m.at),
        roll: m.roll ? String(m.roll) : '',
        lang,
        m: joinMoves(m.moves),
    };
    return formatAddress({ view: 'play', game: m.game, variant: m.variant, params });
}

export function showMatch(m: Match, replace = false): void {
    go(matchAddress(m), replace);
}

/** A position of the game, and how it was come to. */
export interface Step {
    answer: Answer;
    by: string; // who made the move; "" at the beginning
    move: Move | null;
    roll: number; // that it was made with
}

export interface Walk {
    steps: Step[];
    whole: boolean; // all moves have been walked
    refused: Refused | null;
    wrong: string | null; // a move that is none
}

/** All moves of a position, with dice those of every roll. */
export function movesOf(answer: Answer): Move[] {
    return answer.moves ?? (answer.rolls ?? []).flatMap((r) => r.moves);
}

export function rollOf(answer: Answer, move: string): Roll | undefined {
    return answer.rolls?.find((r) => r.moves.some((m) => m.move === move));
}

/** The position on the board, as far as it is known; "" is the start. */
export function positionOf(m: Match): string {
    const step = m.at ? walk(m).steps[m.at] : undefined;
    return step?.answer.position ?? m.from;
}

/** Walks as far as answers are there; `next` is the address to ask for, null at the end. */
function walk(m: Match): Walk & { next: string | null } {
    const steps: Step[] = [];
    let path = positionPath(m.game, m.variant, m.from, m.turn);
    let by = '';
    let move: Move | null = null;
    let roll = 0;
    for (let i = 0; ; i++) {
        const entry = known<Answer>(path);
        const open = { steps, whole: false, refused: null, wrong: null, next: null };
        if (!entry) return { ...open, next: path };
        if (!entry.answer) return { ...open, refused: entry.refused ?? null };
        const answer = entry.answer;
        steps.push({ answer, by, move, roll });
        const text = m.moves[i];
        if (text === undefined) return { ...open, whole: true };
        const made = movesOf(answer).find((x) => x.move === text);
        if (!made) return { ...open, wrong: text };
        roll = rollOf(answer, text)?.roll ?? 0;
        by = answer.turn;
        move = made;
        path = positionPath(m.game, m.variant, made.position, made.next ?? '');
    }
}

async function walkOn(m: Match): Promise<void> {
    for (let next = walk(m).next; next; next = walk(m).next) await fetched(next);
}

export function useWalk(m: Match): Walk {
    const [, again] = useState(0);
    const now = walk(m);
    useEffect(() => {
        if (!now.next) return;
        let here = true;
        void walkOn(m).then(() => here && again((n) => n + 1));
        return () => void (here = false);
    }, [now.next]);
    return now;
}

/** The chance of a player in a position; null where values are no probabilities. */
export function chanceOf(answer: Answer, player: string): number | null {
    if (answer.probability === undefined || answer.probability === null) return null;
    return answer.turn === player ? answer.probability : 1 - answer.probability;
}

/** Who has won where the game is over; null: nobody. */
export function winnerOf(answer: Answer, players: readonly [string, string]): string | null {
    if (answer.winner) return answer.winner;
    const chance = chanceOf(answer, players[0]);
    return chance === null ? null : chance > 0.5 ? players[0] : players[1];
}

/** What to call a player: sides without a name of their own are you and the page, where these two play. */
export function calledIn(match: Match, player: string): string {
    const one = match.me !== 'both' && match.me !== 'none';
    if (!one || (player !== 'first' && player !== 'second')) return player;
    return player === match.me ? 'you' : 'page';
}

/** The ply to go back or on to: where the one who plays here is to move again. */
export function plyToUndo(m: Match, steps: readonly Step[]): number {
    let to = m.at - 1;
    while (to > 0 && m.me !== 'both' && m.me !== 'none' && steps[to]?.answer.turn !== m.me) to--;
    return to;
}

export function plyToRedo(m: Match, steps: readonly Step[]): number {
    let to = m.at + 1;
    while (to < m.moves.length && m.me !== 'both' && m.me !== 'none' && steps[to]?.answer.turn !== m.me) to++;
    return to;
}
