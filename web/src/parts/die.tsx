// die.tsx: the dice. The page throws them, or one chooses what they show.
import type { Answer } from '../api.ts';
import { throwDie } from '../opponent.ts';
import { words } from '../words/index.ts';

const PIPS: Record<number, [number, number][]> = {
    1: [[1, 1]],
    2: [[0, 0], [2, 2]],
    3: [[0, 0], [1, 1], [2, 2]],
    4: [[0, 0], [0, 2], [2, 0], [2, 2]],
    5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
    6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
}; // prettier-ignore

function DieFace({ n, small }: { n: string; small: boolean }) {
    const pips = PIPS[Number(n)];
    return (
        <svg class={small ? 'die small' : 'die'} viewBox="0 0 100 100" aria-hidden="true">
            <rect x={4} y={4} width={92} height={92} rx={20} />
            {pips ? (
                pips.map(([c, r]) => <circle key={`${r}${c}`} cx={26 + 24 * c} cy={26 + 24 * r} r={9} />)
            ) : (
                <text x={50} y={54} dominant-baseline="central" text-anchor="middle">
                    {n}
                </text>
            )}
        </svg>
    );
}

/** A roll as it lies on the table: "3-1" is two dice. */
export function DiceFaces({ dice, small = false }: { dice: string; small?: boolean }) {
    return (
        <span class="faces" role="img" aria-label={words().dieShows(dice)}>
            {dice.split('-').map((n, i) => (
                <DieFace key={i} n={n} small={small} />
            ))}
        </span>
    );
}

interface DieProps {
    answer: Answer;
    roll: number;
    mine: boolean; // may it be thrown by hand
    hints: boolean;
    onRoll: (roll: number) => void;
}

export function Die({ answer, roll, mine, hints, onRoll }: DieProps) {
    const w = words();
    const rolls = (answer.rolls ?? []).filter((r) => r.chance > 0);
    const thrown = rolls.find((r) => r.roll === roll)?.dice ?? String(roll);
    if (roll)
        return (
            <div class="dice">
                <DiceFaces dice={thrown} key={roll} />
                <strong>{w.rolled(thrown)}</strong>
            </div>
        );
    return (
        <div class="dice">
            <button type="button" class="primary big" disabled={!mine} onClick={() => onRoll(throwDie(rolls))}>
                {w.rollDie}
            </button>
            <details>
                <summary>{w.orChoose}</summary>
                <div class="rolls">
                    {rolls.map((r) => (
                        <button
                            key={r.roll}
                            type="button"
                            disabled={!mine}
                            aria-label={w.dieShows(r.dice)}
                            onClick={() => onRoll(r.roll)}
                        >
                            <DiceFaces dice={r.dice} small />
                            {hints && r.probability !== null && <small>{w.percent(r.probability, 0)}</small>}
                        </button>
                    ))}
                </div>
            </details>
        </div>
    );
}
