// board.tsx: a board to look at and to play on. It is drawn from the picture and knows no game. A move is made by touching
// its fields; with the keyboard the arrow keys go from field to field and Enter touches.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Cell, Move, Picture } from '../api.ts';
import { choicesAfter, keyOf, same, touch } from '../touch.ts';
import { words } from '../words/index.ts';
import { Arrows } from './arrows.tsx';
import { SpotFace } from './face.tsx';
import { Dots, Ground } from './ground.tsx';
import { layOut, neighbour, type Layout, type Spot } from './layout.ts';
import { bestOf, markOf, type Mark } from './marks.ts';
import { MarkSign } from './piece.tsx';

export interface BoardProps {
    picture: Picture;
    moves: readonly Move[]; // that may be made here; none: only to look at
    among?: readonly Move[]; // the best of these are marked as best; usually the same
    hints: boolean;
    arrows: readonly Move[]; // to be pointed at
    last: Move | null; // that led here
    label: string;
    onMove: (move: Move) => void;
    onAsk: (moves: Move[], done: boolean) => void; // several moves have these touches; none: nothing to ask
}

export function Board(props: BoardProps) {
    const { picture, moves, hints } = props;
    const layout = layOut(picture);
    const [touched, setTouched] = useState<readonly Cell[]>([]);
    const [focus, setFocus] = useState<string | null>(null);
    const svg = useRef<SVGSVGElement>(null);
    useEffect(() => setTouched([]), [picture, moves.length]);

    const choice = choicesAfter(moves, touched);
    const first = touched.length ? choicesAfter(moves, []) : choice;
    const marks = hints ? marksOn(choice.next, props.among ?? moves) : new Map<string, Mark>();
    const home = focus && layout.at.has(focus) ? focus : firstFocus(layout, first.next);

    const onTouch = (at: Cell) => {
        const cell = dropInto(picture, moves, at);
        const result = touch(moves, touched, cell);
        setTouched(result.touched);
        const done = choicesAfter(moves, result.touched).done;
        if (result.move) props.onMove(result.move);
        else props.onAsk(result.ask.length ? result.ask : done, result.ask.length === 0);
    };
    const onKey = (event: KeyboardEvent, spot: Spot) => {
        const way = ARROWS[event.key];
        if (way) {
            const to = neighbour(layout, spot, way[0], way[1]);
            if (to) {
                setFocus(keyOf(to.cell));
                svg.current?.querySelector<SVGElement>(`[data-cell="${keyOf(to.cell)}"]`)?.focus();
            }
        } else if (event.key === 'Enter' || event.key === ' ') {
            onTouch(spot.cell);
        } else if (event.key === 'Escape') {
            setTouched([]);
            props.onAsk([], false);
        } else return;
        event.preventDefault();
    };

    return (
        <svg
            ref={svg}
            class={`board ${picture.kind}`}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="group"
            aria-label={props.label}
            style={{ maxWidth: `${largest(picture, layout)}px` }}
        >
            <Ground picture={picture} layout={layout} />
            <Labels picture={picture} layout={layout} />
            {props.last && <Trace move={props.last} layout={layout} />}
            {layout.spots.map((spot) => {
                const key = keyOf(spot.cell);
                const chosen = touched.some((c) => same(c, spot.cell));
                const target = touched.length > 0 && choice.next.has(key);
                const movable = first.next.has(key);
                const best = marks.get(key)?.best ? 'best' : '';
                const state = chosen ? 'chosen' : target ? 'target' : movable ? 'movable' : '';
                return (
                    <g
                        key={key}
                        data-cell={key}
                        class={`spot ${state} ${best}`}
                        role="button"
                        tabindex={moves.length && key === home ? 0 : -1}
                        aria-label={spotLabel(picture, spot, state, choice.next.get(key), marks.get(key))}
                        aria-disabled={state ? undefined : true}
                        aria-pressed={chosen ? true : undefined}
                        onClick={() => onTouch(spot.cell)}
                        onFocus={() => setFocus(key)}
                        onKeyDown={(event: KeyboardEvent) => onKey(event, spot)}
                    >
                        <rect
                            class="hit"
                            x={spot.x - spot.w / 2}
                            y={spot.y - spot.h / 2}
                            width={spot.w}
                            height={spot.h + spot.foot}
                            rx={10}
                        />
                        <SpotFace picture={picture} spot={spot} last={props.last} layout={layout} />
                        {target && !hints && <circle class="target-dot" cx={spot.x} cy={spot.y} r={13} />}
                    </g>
                );
            })}
            {picture.kind === 'lines' && <Dots picture={picture} layout={layout} />}
            <Arrows moves={props.arrows} layout={layout} rings={isRow(picture)} marked={hints && moves.length > 0} />
            {[...marks].map(([key, mark]) => {
                const spot = layout.at.get(key);
                if (!spot) return null;
                return <MarkSign key={key} mark={mark} {...markPlace(picture, spot, markSize(layout))} />;
            })}
        </svg>
    );
}

/** Where each move fills a field of another column, an empty field anywhere in the column means it: things fall down. */
function dropInto(picture: Picture, moves: readonly Move[], at: Cell): Cell {
    const columns = new Map(moves.map((m) => [m.touches[0]?.[1], m.touches[0]]));
    const falls = columns.size === moves.length && moves.every((m) => m.touches.length === 1);
    const empty = picture.fields.some((f) => f.row === at[0] && f.col === at[1] && f.piece === null);
    return (picture.kind === 'squares' && falls && empty && columns.get(at[1])) || at;
}

/** In pixels: few fields need not fill the screen. */
export function largest(picture: Picture, layout: Layout): number {
    return Math.round(layout.width * (picture.kind === 'heaps' ? 0.85 : 1.9));
}

/** A row without names: pins, coins to be turned. What is touched there stays where it is. */
const isRow = (picture: Picture) => picture.rows === 1 && picture.col_labels.length === 0;

const ARROWS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function marksOn(next: Map<string, Move[]>, moves: readonly Move[]): Map<string, Mark> {
    const top = bestOf(moves);
    const marks = new Map<string, Mark>();
    for (const [key, there] of next) {
        const mark = markOf(there, top);
        if (mark) marks.set(key, mark);
    }
    return marks;
}

interface Place {
    x: number;
    y: number;
    size: number;
}

/** Half of a mark: small, but on a phone, whose screen is as wide as the board, not too small to be read. */
const markSize = (layout: Layout) => Math.max(16, Math.min(27, 0.0235 * layout.width));

/** Pieces keep their face: the mark lies beside them, at the corner of their field. An empty field, or one that is filled, is all the
 * mark's. */
function markPlace(picture: Picture, { x, y, w, h, field }: Spot, size: number): Place {
    if (picture.kind === 'lines') return { x, y, size: Math.min(size, 18) };
    if (picture.kind === 'heaps') return { x: x + w / 2 - 8, y: y - h / 2 + 6, size };
    const aside = (37 + size) * Math.SQRT1_2;
    if (field?.piece && field.shape !== 'block') return { x: x + aside, y: y - aside, size };
    return { x, y, size: Math.min(27, 1.25 * size) };
}

function firstFocus(layout: Layout, next: Map<string, Move[]>): string | null {
    const spot = layout.spots.find((s) => next.has(keyOf(s.cell))) ?? layout.spots[0];
    return spot ? keyOf(spot.cell) : null;
}

/** As moves call it, where they do. */
export function spotName(picture: Picture, spot: Spot): string {
    const row = picture.row_labels[spot.cell[0]] ?? '';
    const col = picture.col_labels[spot.cell[1]] ?? '';
    if (spot.hand) return words().hand;
    if (/^[a-z]$/.test(col)) return col + row;
    if (spot.field?.text && picture.kind !== 'heaps') return spot.field.text;
    if (col && (row || picture.rows === 1) && picture.kind !== 'lines') return row ? `${row},${col}` : col;
    return words().fieldAt(spot.cell[0] + 1, spot.cell[1] + 1);
}

function spotLabel(
    picture: Picture,
    spot: Spot,
    state: string,
    moves: Move[] | undefined,
    mark: Mark | undefined,
): string {
    const w = words();
    const field = spot.field;
    const what = spot.line
        ? w.lineAt(!spot.line.drawn)
        : picture.kind === 'heaps'
          ? w.heapOf(field?.number ?? 0)
          : spot.hand
            ? `${field?.number ?? 0} ${field?.piece ?? ''}`
            : (field?.piece ?? w.empty);
    const name = spot.line && moves?.length === 1 && moves[0] ? moves[0].move : spotName(picture, spot);
    const parts = [w.fieldLabel(name, what)];
    if (state === 'chosen') parts.push(w.selected);
    if (state === 'target') parts.push(w.target);
    if (state === 'movable') parts.push(w.canMove);
    if (mark) parts.push(markWords(mark));
    return parts.join(', ');
}

export function markWords(mark: Mark): string {
    const w = words();
    const far = /^\d+$/.test(mark.text) ? Number(mark.text) : null;
    switch (mark.kind) {
        case 'win':
            return w.winsShort(far);
        case 'loss':
            return w.losesShort(far);
        case 'draw':
            return w.drawShort;
        default:
            return `${mark.text} %`;
    }
}

function Labels({ picture, layout }: { picture: Picture; layout: Layout }) {
    if (!layout.labels) return null;
    const { x, y } = layout.labels;
    return (
        <g class="labels" aria-hidden="true" font-size={Math.max(16, Math.min(26, 0.031 * layout.width))}>
            {picture.row_labels.map((text, i) => (
                <text key={`r${i}`} x={20} y={y(i) + 2} dominant-baseline="central" text-anchor="middle">
                    {text}
                </text>
            ))}
            {picture.col_labels.map((text, i) => (
                <text key={`c${i}`} x={x(i)} y={layout.height - layout.below - 16} text-anchor="middle">
                    {text}
                </text>
            ))}
        </g>
    );
}

/** Where the last move came from and went. */
function Trace({ move, layout }: { move: Move; layout: Layout }) {
    return (
        <g class="trace" aria-hidden="true">
            {move.touches.map((cell, i) => {
                const s = layout.at.get(keyOf(cell));
                return s ? (
                    <rect
                        key={i}
                        x={s.x - s.w / 2 + 3}
                        y={s.y - s.h / 2 + 3}
                        width={s.w - 6}
                        height={s.h - 6}
                        rx={10}
                    />
                ) : null;
            })}
        </g>
    );
}
