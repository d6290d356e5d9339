// die.tsx: the die. The page throws it, or one chooses what it shows.
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

export function DieFace({ n, small = false }: { n: number; small?: boolean }) {
    const pips = PIPS[n];
    return (
        <svg class={small ? 'die small' : 'die'} viewBox="0 0 100 100" role="img" aria-label={words().dieShows(n)}>
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

interface DieProps {
    answer: Answer;
    roll: number;
    mine: boolean; // may it be thrown by hand
    hints: boolean;
    onRoll: (roll: number) => void;
}

export function Die({ answer, roll, mine, hints, onRoll }: DieProps) {
    const w = words();
    const rolls = answer.rolls ?? [];
    if (roll)
        return (
            <div class="dice">
                <DieFace n={roll} key={roll} />
                <strong>{w.rolled(roll)}</strong>
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
                            aria-label={w.dieShows(r.roll)}
                            onClick={() => onRoll(r.roll)}
                        >
                            <DieFace n={r.roll} small />
                            {hints && r.probability !== null && <small>{w.percent(r.probability, 0)}</small>}
                        </button>
                    ))}
                </div>
            </details>
        </div>
    );
}
