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

/** Several pieces may move at once. Where the move does not say which touch begins with another, it is a piece that is touched
 * where the last one has come to its end. */
function waysOf(spots: readonly Spot[], begins: readonly number[] | undefined): Spot[][] {
    const ways: Spot[][] = [];
    for (const [i, spot] of spots.entries()) {
        const fresh = begins
            ? begins.includes(i)
            : i % 2 === 0 && spot.field?.piece && !spots.slice(0, i).includes(spot); // not back where it was
        if (i === 0 || fresh) ways.push([spot]);
        else ways[ways.length - 1]?.push(spot);
    }
    return ways;
}

function Arrow({ move, layout, best, rings }: { move: Move; layout: Layout; best: boolean; rings: boolean }) {
    const spots = move.touches.map((c) => layout.at.get(keyOf(c))).filter((s): s is Spot => s !== undefined);
    if (!spots.length) return null;
    return (
        <g class={best ? 'arrow best' : 'arrow'}>
            {rings || spots.length === 1
                ? spots.map((s) => <Ring key={keyOf(s.cell)} spot={s} />)
                : waysOf(spots, move.begins).map((way, i) => <Way key={i} way={way} />)}
        </g>
    );
}

/** A piece that is touched and goes nowhere, such as one that is taken, has a ring. */
function Way({ way }: { way: readonly Spot[] }) {
    const only = way.length === 1 ? way[0] : undefined;
    return only ? <Ring spot={only} /> : <Shaft way={way} />;
}

function Ring({ spot }: { spot: Spot }) {
    const { x, y, w, h } = spot;
    return <rect class="ring" x={x - w / 2 + 5} y={y - h / 2 + 5} width={w - 10} height={h - 10} rx={16} />;
}

function Shaft({ way }: { way: readonly Spot[] }) {
    const [first, second] = way;
    const last = way[way.length - 1];
    if (!first || !second || !last) return null;
    const from = leave(first, second);
    const before = way.length > 2 ? (way[way.length - 2] ?? from) : from;
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
    const along = (far: number): [number, number] => [last.x - far * Math.cos(angle), last.y - far * Math.sin(angle)];
    const stop = last.field?.piece ? BESIDE : 6;
    const points = [from, ...way.slice(1, -1)].map((s) => `${s.x} ${s.y}`);
    const [tip, end] = [along(stop), along(stop + 18)];
    const wing = (side: number) =>
        `${tip[0] - 30 * Math.cos(angle + side * 0.5)} ${tip[1] - 30 * Math.sin(angle + side * 0.5)}`;
    return (
        <>
            <path class="shaft" d={`M${[...points, end.join(' ')].join('L')}`} />
            <path class="head" d={`M${tip.join(' ')}L${wing(1)}L${wing(-1)}z`} />
        </>
    );
}
