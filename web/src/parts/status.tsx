// status.tsx: how it stands, in friendly words: whose turn it is, who has won, and when asked, who will.
import type { Answer, Info, Move } from '../api.ts';
import { calledIn, chanceOf, winnerOf, type Match, type Step } from '../match.ts';
import { moveText } from '../words/games.ts';
import { words } from '../words/index.ts';
import { endWords, valueWords } from './value-words.ts';

interface StatusProps {
    match: Match;
    answer: Answer;
    here: Step;
    info: Info;
    mine: boolean;
    waits: boolean; // the page, in a position of the past
    values: boolean;
    roll: number;
    best: readonly Move[]; // as good as each other
}

export function Status({ match, answer, here, info, mine, waits, values, roll, best }: StatusProps) {
    const w = words();
    const call = (player: string) => calledIn(match, player);
    const one = match.me !== 'both' && match.me !== 'none';
    const first = answer.turn === info.players[0];
    const tint = answer.over ? '' : first ? 'by-first' : 'by-second';
    return (
        <div class={`status ${tint} ${answer.over ? 'over' : mine ? 'mine' : 'theirs'}`}>
            <p class="headline">{headline(match, answer, info.players, mine, waits)}</p>
            {here.move && !mine && !answer.over && match.me !== 'none' ? (
                <p class="muted">{w.moved(call(here.by), moveText(answer.game, here.move.move))}</p>
            ) : null}
            {here.move && mine && <p class="muted">{w.moved(call(here.by), moveText(answer.game, here.move.move))}</p>}
            {values && !answer.over && (
                <p class="value">
                    {valueWords(answer, info.players, call)} {answer.rolls && <span class="muted">{w.beforeRoll}</span>}
                </p>
            )}
            {values && !answer.over && roll > 0 && <RollChance answer={answer} roll={roll} />}
            {values && !answer.over && one && <p class="friendly">{friendly(answer, match.me)}</p>}
            {best.length > 0 && <p class="best-move">{bestWords(answer.game, best)}</p>}
        </div>
    );
}

const NAMED = 5; // best moves at most

function bestWords(game: string, best: readonly Move[]): string {
    const names = best.slice(0, NAMED).map((m) => moveText(game, m.move));
    return words().best(names, best.length - names.length);
}

function RollChance({ answer, roll }: { answer: Answer; roll: number }) {
    const p = answer.rolls?.find((r) => r.roll === roll)?.probability;
    return p === null || p === undefined ? null : <p class="value">{words().withRoll(words().percent(p, 2))}</p>;
}

function headline(
    match: Match,
    answer: Answer,
    players: readonly [string, string],
    mine: boolean,
    waits: boolean,
): string {
    const w = words();
    const call = (player: string) => calledIn(match, player);
    if (answer.over) {
        const winner = answer.value === 'draw' ? null : winnerOf(answer, players);
        if (winner && winner === match.me) return w.youHaveWon;
        if (winner && players.includes(match.me)) return w.youHaveLost;
        return endWords(answer, players, call);
    }
    if (match.me === 'both' || match.me === 'none') return w.toMove(answer.turn);
    if (!mine) return waits ? w.toMove(call(answer.turn)) : w.thinking(call(answer.turn));
    return call(answer.turn) === 'you' ? w.yourTurn : w.yourTurnAs(answer.turn);
}

function friendly(answer: Answer, me: string): string {
    const w = words();
    const chance = chanceOf(answer, me);
    if (chance !== null) return chance > 0.55 ? w.goodChance : chance < 0.45 ? w.behind : w.fairChance;
    if (answer.value === 'draw') return w.canHold;
    if (answer.winner !== me) return w.behind;
    return answer.turn === me && answer.remoteness === 1 ? w.canWinNow : w.canWin;
}
