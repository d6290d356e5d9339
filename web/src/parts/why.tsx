// why.tsx: what a move was worth, what would have been better, and the reply that shows it: of the last move of each player.
import type { Answer, Move } from '../api.ts';
import { bestOf, markOf } from '../board/marks.ts';
import { asGood } from '../opponent.ts';
import { movesOf, rollOf, type Step } from '../match.ts';
import { moveText } from '../words/games.ts';
import { words } from '../words/index.ts';
import { ValueBadge } from './moves.tsx';
import { valueWords, type Call } from './value-words.ts';

const WORTH = { win: 2, draw: 1, loss: 0 };

/** A move that was made, with the positions before and after it. */
export interface Made {
    before: Step;
    after: Step;
    move: Move;
}

/** The latest move of each player up to a ply, the earlier one first. */
export function lastMoves(steps: readonly Step[], at: number): Made[] {
    const made: Made[] = [];
    for (let i = at; i > 0 && made.length < 2; i--) {
        const after = steps[i];
        const before = steps[i - 1];
        if (!after?.move || !before) break;
        if (!made.some((m) => m.after.by === after.by)) made.unshift({ before, after, move: after.move });
    }
    return made;
}

/** What could have been played instead, with the roll that was thrown; best first. */
function choicesOf(before: Answer, made: Move): readonly Move[] {
    return rollOf(before, made.move)?.moves ?? movesOf(before);
}

/** Did it give something away? */
export function isMistake(made: Made): boolean {
    const { move } = made;
    const [best] = choicesOf(made.before.answer, move);
    if (!best) return false;
    if (typeof move.probability === 'number') return (best.probability ?? 0) - move.probability > 0.02;
    return !!best.value && !!move.value && WORTH[move.value] < WORTH[best.value];
}

function explain(made: Made): string {
    const w = words();
    const { move } = made;
    const { game } = made.before.answer;
    const [best] = choicesOf(made.before.answer, move);
    const name = moveText(game, move.move);
    if (!best || best.move === move.move || asGood(best, move)) return w.whyGood(name);
    const better = moveText(game, best.move);
    if (typeof move.probability === 'number')
        return w.whyLess(name, w.percent((best.probability ?? 0) - move.probability, 1), better);
    if (best.value !== move.value) return w.whyBad(name, best.value === 'win' ? w.theWin : w.theDraw, better);
    const plies = Math.abs((best.remoteness ?? 0) - (move.remoteness ?? 0));
    return move.value === 'win' ? w.whySlower(name, better, plies) : w.whySooner(name, better, plies);
}

/** The other's best answer; none with dice, where it depends on the roll. */
export function refutation(made: Made): Move | undefined {
    return made.after.answer.over ? undefined : made.after.answer.moves?.[0];
}

interface WhyProps {
    moves: readonly Made[];
    players: readonly [string, string];
    call: Call;
}

export function Why({ moves, players, call }: WhyProps) {
    const known = moves.filter((m) => m.after.answer.values !== null);
    if (!known.length) return null;
    return (
        <div class="why" role="status">
            {known.map((m) => (
                <WhyMove key={m.after.by} made={m} players={players} call={call} />
            ))}
        </div>
    );
}

function WhyMove({ made, players, call }: { made: Made; players: readonly [string, string]; call: Call }) {
    const w = words();
    const { after, move } = made;
    const { game } = after.answer;
    const mark = markOf([move], bestOf(choicesOf(made.before.answer, move)));
    const reply = isMistake(made) ? refutation(made) : undefined;
    return (
        <section>
            <h3>
                {w.whyTitle(call(after.by), moveText(game, move.move))} {mark && <ValueBadge mark={mark} />}
            </h3>
            <p>{explain(made)}</p>
            {reply && <p>{w.refutedBy(moveText(game, reply.move), valueWords(after.answer, players, call))}</p>}
        </section>
    );
}
