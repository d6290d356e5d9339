// value-words.ts: the value of a position in a sentence, with its unit.
import type { Answer } from '../api.ts';
import { chanceOf, winnerOf } from '../match.ts';
import { words } from '../words/index.ts';

/** What a player is called: by name, or you and the page. */
export type Call = (player: string) => string;

export function valueWords(answer: Answer, players: readonly [string, string], call: Call): string {
    const w = words();
    if (answer.over) return endWords(answer, players, call);
    const chance = chanceOf(answer, answer.turn);
    if (chance !== null) return w.chances(call(answer.turn), w.percent(chance, 2));
    if (answer.value === 'draw') return w.drawIfRight;
    return answer.winner ? w.winsIn(call(answer.winner), answer.remoteness) : '';
}

export function endWords(answer: Answer, players: readonly [string, string], call: Call): string {
    const winner = answer.value === 'draw' ? null : winnerOf(answer, players);
    return winner ? words().hasWon(call(winner)) : words().isDrawn;
}
