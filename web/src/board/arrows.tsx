// arrows.tsx: moves that are pointed at: an arrow along their fields, or a ring around each where nothing goes from one to the other.
import type { Move } from '../api.ts';
import { keyOf } from '../touch.ts';
import type { Layout, Spot } from './layout.ts';

interface ArrowsProps {
    moves: readonly Move[];
    layout: Layout;
    rings: boolean; // instead of arrows
    marked: boolean; // by marks, which tell enough of moves that touch one field
}

export function Arrows({ moves, layout, rings, marked }: ArrowsProps) {
    const pointed = marked ? moves.filter((m) => m.touches.length > 1) : moves;
    return (
        <g class="arrows" aria-hidden="true">
            {pointed.map((m, i) => (
                <Arrow key={m.move} move={m} layout={layout} best={i === 0} rings={rings} />
            ))}
        </g>
    );
}

const BESIDE = 39; // from the middle of a piece: it is not to be covered

/** Where an arrow leaves its piece. */
function leave(spot: Spot, to: Spot): { x: number; y: number } {
    const angle = Math.atan2(to.y - spot.y, to.x - spot.x);
    return { x: spot.x + BESIDE * Math.cos(angle), y: spot.y + BESIDE * Math.sin(angle) };
}

function Arrow({ move, layout, best, rings }: { move: Move; layout: Layout; best: boolean; rings: boolean }) {
    const spots = move.touches.map((c) => layout.at.get(keyOf(c))).filter((s): s is Spot => s !== undefined);
    const kind = best ? 'arrow best' : 'arrow';
    if (!spots.length) return null;
    if (rings || spots.length === 1)
        return (
            <>
                {spots.map((s) => (
                    <rect
                        key={keyOf(s.cell)}
                        class={`${kind} ring`}
                        x={s.x - s.w / 2 + 5}
                        y={s.y - s.h / 2 + 5}
                        width={s.w - 10}
                        height={s.h - 10}
                        rx={16}
                    />
                ))}
            </>
        );
    const from = leave(spots[0] as Spot, spots[1] as Spot);
    const last = spots[spots.length - 1] as Spot;
    const before = spots.length > 2 ? (spots[spots.length - 2] as Spot) : from;
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
    const along = (way: number): [number, number] => [last.x - way * Math.cos(angle), last.y - way * Math.sin(angle)];
    const stop = last.field?.piece ? BESIDE : 6;
    const points = [from, ...spots.slice(1, -1)].map((s) => `${s.x} ${s.y}`);
    const [tip, end] = [along(stop), along(stop + 18)];
    const wing = (side: number) =>
        `${tip[0] - 30 * Math.cos(angle + side * 0.5)} ${tip[1] - 30 * Math.sin(angle + side * 0.5)}`;
    return (
        <g class={kind}>
            <path class="shaft" d={`M${[...points, end.join(' ')].join('L')}`} />
            <path class="head" d={`M${tip.join(' ')}L${wing(1)}L${wing(-1)}z`} />
        </g>
    );
}
