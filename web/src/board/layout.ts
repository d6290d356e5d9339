// layout.ts: where things lie on the drawing. A picture's fields, lines and heaps become spots: places with a middle and a
// size that can be touched. One unit is a hundredth of a square.
import type { Cell, Field, Line, Picture } from '../api.ts';
import { keyOf } from '../touch.ts';

export interface Spot {
    cell: Cell;
    x: number; // the middle
    y: number;
    w: number;
    h: number;
    foot: number; // what can be touched below it: the number of a heap
    field: Field | null;
    line: Line | null;
    hand?: true; // a kind of pieces in hand, beside the board
}

export interface Layout {
    width: number;
    height: number;
    left: number; // where the board itself begins; labels lie before it
    top: number;
    below: number; // room for what lies below the labels
    unit: number; // from one column to the next
    labels: { x: (col: number) => number; y: (row: number) => number } | null; // where they lie, if there are any
    spots: Spot[];
    at: Map<string, Spot>;
}

const LABELS = 44; // room for them
const MARGIN = 16; // a mark at the corner of an outer field needs some
const HAND = 116; // pieces in hand: the second player's above the board, the first's below

export const LINE_UNIT = 65; // half of the way from one dot to the next
/** All heaps are as high as this together, however many coins lie there: what is below the board stays where it is. */
const HEAPS_HIGH = 260;

export const HEAP = { width: 120, coin: 84, most: 24, high: 30, foot: 46, gap: 12 };

/** How many coins of a pile are drawn, and how high each is. */
export function coinsOf(picture: Picture, number: number): { shown: number; high: number } {
    const tallest = Math.max(1, ...heapHeights(picture));
    return { shown: Math.min(number, HEAP.most), high: Math.min(HEAP.high, (HEAPS_HIGH - 30) / tallest) };
}

function heapHeights(picture: Picture): number[] {
    const total: number[] = [];
    for (const f of picture.fields) total[f.col] = (total[f.col] ?? 0) + Math.min(f.number, HEAP.most);
    return [...total].map((n) => n ?? 0);
}

export function layOut(picture: Picture): Layout {
    const spots =
        picture.kind === 'heaps' ? heaps(picture) : picture.kind === 'lines' ? lines(picture) : fields(picture);
    const labelled = picture.kind !== 'heaps';
    const left = labelled && picture.row_labels.length ? LABELS : MARGIN;
    const below = labelled && picture.col_labels.length ? LABELS : MARGIN;
    const hands = handsOf(picture);
    const [above, under] = [hands[1].length ? HAND : 0, hands[0].length ? HAND : 0];
    const top = MARGIN + above;
    const middle = middleOf(picture);
    for (const s of spots) {
        s.x += left;
        s.y += top;
    }
    const [wide, high] = size(picture);
    const width = Math.max(wide, 100 * Math.max(hands[0].length, hands[1].length));
    spots.push(...inHand(hands[1], left, MARGIN + 50), ...inHand(hands[0], left, top + high + below + 50));
    return {
        width: left + width + MARGIN,
        height: top + high + below + under,
        left,
        top,
        below: under,
        unit: picture.kind === 'lines' ? LINE_UNIT : 100,
        labels: labelled ? { x: (col) => left + middle(col), y: (row) => top + middle(row) } : null,
        spots,
        at: new Map(spots.map((s) => [keyOf(s.cell), s])),
    };
}

/** The kinds that are touched on the board: where both players have only one, placing it needs no touch in hand. */
function handsOf(picture: Picture): [Field[], Field[]] {
    const [first, second] = picture.hands ?? [];
    const several = (first?.kinds.length ?? 0) > 1 || (second?.kinds.length ?? 0) > 1;
    return several ? [first?.kinds ?? [], second?.kinds ?? []] : [[], []];
}

function inHand(kinds: readonly Field[], left: number, y: number): Spot[] {
    return kinds.map((field, i) => ({
        cell: [field.row, field.col],
        x: left + 100 * i + 50,
        y,
        w: 100,
        h: 100,
        foot: 0,
        field,
        line: null,
        hand: true,
    }));
}

function size(picture: Picture): [number, number] {
    if (picture.kind === 'lines')
        return [(picture.cols - 1) * LINE_UNIT + 2 * DOTS, (picture.rows - 1) * LINE_UNIT + 2 * DOTS];
    if (picture.kind === 'heaps') return [Math.max(1, picture.cols) * HEAP.width, heapsHigh(picture) + HEAP.foot];
    const length = lineLength(picture);
    return [length * 100, (picture.rows + Math.ceil(picture.cols / Math.max(1, length)) - 1) * 100];
}

/** Of a row or a column; what has a label for each row of dots has it for every second row of lines. */
function middleOf(picture: Picture): (n: number) => number {
    if (picture.kind !== 'lines') return (n) => n * 100 + 50;
    const dots = Math.max(picture.row_labels.length, picture.col_labels.length) < Math.max(picture.rows, picture.cols);
    return (n) => DOTS + n * (dots ? 2 : 1) * LINE_UNIT;
}

const LONGEST_ROW = 10;

/** A single long row is broken into lines, so that its fields stay large enough for a finger. */
function lineLength(picture: Picture): number {
    if (picture.rows > 1 || picture.cols <= LONGEST_ROW || picture.col_labels.length) return picture.cols;
    const lines = Math.ceil(picture.cols / LONGEST_ROW);
    return Math.ceil(picture.cols / lines);
}

function fields(picture: Picture): Spot[] {
    const length = lineLength(picture);
    return picture.fields.map((f) => ({
        cell: [f.row, f.col],
        x: (f.col % length) * 100 + 50,
        y: (f.row + Math.floor(f.col / length)) * 100 + 50,
        w: 100,
        h: 100,
        foot: 0,
        field: f,
        line: null,
    }));
}

const DOTS = 22; // room around the outer dots

/** The lines of a drawing by lines, each at its middle, and as wide as a finger. */
function lines(picture: Picture): Spot[] {
    return picture.lines.map((line) => {
        const row = (line.from[0] + line.to[0]) / 2;
        const col = (line.from[1] + line.to[1]) / 2;
        const flat = line.from[0] === line.to[0];
        return {
            cell: [row, col],
            x: DOTS + col * LINE_UNIT,
            y: DOTS + row * LINE_UNIT,
            w: flat ? 1.5 * LINE_UNIT : 0.9 * LINE_UNIT,
            h: flat ? 0.9 * LINE_UNIT : 1.5 * LINE_UNIT,
            foot: 0,
            field: null,
            line,
        };
    });
}

export function dot(cell: Cell, layout: Layout): [number, number] {
    return [layout.left + DOTS + cell[1] * LINE_UNIT, layout.top + DOTS + cell[0] * LINE_UNIT];
}

function pileHigh(picture: Picture, number: number): number {
    const { shown, high } = coinsOf(picture, number);
    return Math.max(shown * high, 24);
}

function heapsHigh(picture: Picture): number {
    const high: number[] = [];
    for (const f of picture.fields) high[f.col] = (high[f.col] ?? 0) + pileHigh(picture, f.number) + HEAP.gap;
    return Math.max(HEAPS_HIGH - 10, ...[...high].map((h) => h ?? 0)) + 10;
}

/** Piles stand on the ground, and on each other. */
function heaps(picture: Picture): Spot[] {
    const ground = heapsHigh(picture);
    const top: number[] = [];
    return [...picture.fields]
        .sort((a, b) => a.col - b.col || a.row - b.row)
        .map((f) => {
            const from = top[f.col] ?? ground;
            const h = pileHigh(picture, f.number);
            top[f.col] = from - h - HEAP.gap;
            return {
                cell: [f.row, f.col] as Cell,
                x: (f.col + 0.5) * HEAP.width,
                y: from - h / 2,
                w: HEAP.width - 12,
                h: h + HEAP.gap / 2,
                foot: f.row === 0 ? HEAP.foot : 0,
                field: f,
                line: null,
            };
        });
}

/** The spot that lies next in a direction: near, and rather ahead than aside. */
export function neighbour(layout: Layout, from: Spot, dx: number, dy: number): Spot | null {
    let best: Spot | null = null;
    let least = Infinity;
    for (const s of layout.spots) {
        const ahead = (s.x - from.x) * dx + (s.y - from.y) * dy;
        const aside = Math.abs((s.x - from.x) * dy) + Math.abs((s.y - from.y) * dx);
        const cost = ahead + 2.5 * aside;
        if (s !== from && ahead > 1 && cost < least) {
            least = cost;
            best = s;
        }
    }
    return best;
}
