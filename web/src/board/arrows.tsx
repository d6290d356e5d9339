// arrows.tsx: moves that are pointed at: an arrow along their fields, or a ring around each where nothing goes from one to the other.
import type { Move } from '../api.ts';
import { keyOf } from '../touch.ts';
import type { Layout, Spot } from './layout.ts';

export function Arrows({ moves, layout, rings }: { moves: readonly Move[]; layout: Layout; rings: boolean }) {
    return (
        <g class="arrows" aria-hidden="true">
            {moves.map((m, i) => (
                <Arrow key={m.move} move={m} layout={layout} best={i === 0} rings={rings} />
            ))}
        </g>
    );
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
    const last = spots[spots.length - 1] as Spot;
    const before = spots[spots.length - 2] as Spot;
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
    const tip: [number, number] = [last.x - 14 * Math.cos(angle), last.y - 14 * Math.sin(angle)];
    const end: [number, number] = [tip[0] - 20 * Math.cos(angle), tip[1] - 20 * Math.sin(angle)];
    const points = [...spots.slice(0, -1).map((s) => [s.x, s.y]), end].map((p) => p.join(' ')).join('L');
    const wing = (side: number) =>
        `${tip[0] - 34 * Math.cos(angle + side * 0.5)} ${tip[1] - 34 * Math.sin(angle + side * 0.5)}`;
    return (
        <g class={kind}>
            <path class="shaft" d={`M${points}`} />
            <path class="head" d={`M${tip.join(' ')}L${wing(1)}L${wing(-1)}z`} />
        </g>
    );
}
