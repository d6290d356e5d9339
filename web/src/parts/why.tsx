// why.tsx: what was wrong with a move, and the reply that shows it.
import type { Answer, Move } from '../api.ts';
import { asGood } from '../opponent.ts';
import { movesOf, rollOf, type Step } from '../match.ts';
import { words } from '../words/index.ts';
import { valueWords, type Call } from './value-words.ts';

const WORTH = { win: 2, draw: 1, loss: 0 };

/** The best that could have been played instead, with the roll that was thrown. */
export function bestInstead(before: Answer, made: Move): Move | undefined {
    return (rollOf(before, made.move)?.moves ?? movesOf(before))[0];
}

/** Did it give something away? */
export function isMistake(before: Answer, made: Move): boolean {
    const best = bestInstead(before, made);
    if (!best) return false;
    if (typeof made.probability === 'number') return (best.probability ?? 0) - made.probability > 0.02;
    return !!best.value && !!made.value && WORTH[made.value] < WORTH[best.value];
}

export function explain(before: Answer, made: Move): string {
    const w = words();
    const best = bestInstead(before, made);
    if (!best || best.move === made.move || asGood(best, made)) return w.whyGood(made.move);
    if (typeof made.probability === 'number')
        return w.whyLess(made.move, w.percent((best.probability ?? 0) - made.probability, 1), best.move);
    if (best.value !== made.value) return w.whyBad(made.move, best.value === 'win' ? w.theWin : w.theDraw, best.move);
    const plies = Math.abs((best.remoteness ?? 0) - (made.remoteness ?? 0));
    return made.value === 'win' ? w.whySlower(made.move, best.move, plies) : w.whySooner(made.move, best.move, plies);
}

/** The other's best answer; none with dice, where it depends on the roll. */
export function refutation(after: Answer): Move | undefined {
    return after.over ? undefined : after.moves?.[0];
}

interface WhyProps {
    before: Step;
    after: Step;
    players: readonly [string, string];
    call: Call;
}

export function Why({ before, after, players, call }: WhyProps) {
    const w = words();
    if (!after.move || after.answer.values === null) return null;
    const reply = isMistake(before.answer, after.move) ? refutation(after.answer) : undefined;
    return (
        <div class="why" role="status">
            <p>{explain(before.answer, after.move)}</p>
            {reply && <p>{w.refutedBy(reply.move, valueWords(after.answer, players, call))}</p>}
        </div>
    );
}
