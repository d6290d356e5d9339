// ground.tsx: what lies under the pieces: squares, points and their lines, dots and boxes, the ground that heaps stand on.
import type { Picture } from '../api.ts';
import { coinsOf, dot, HEAP, type Layout, type Spot } from './layout.ts';

export function Ground({ picture, layout }: { picture: Picture; layout: Layout }) {
    switch (picture.kind) {
        case 'points':
            return <Points picture={picture} layout={layout} />;
        case 'lines':
            return <Boxes picture={picture} layout={layout} />;
        case 'heaps':
            return null;
        default:
            return <Squares layout={layout} />;
    }
}

const onBoard = (layout: Layout): Spot[] => layout.spots.filter((s) => !s.hand);

function squareClass({ field }: Spot): string {
    return ['square', field?.dark && 'dark', field?.marked && 'home', field?.winning && 'winning']
        .filter(Boolean)
        .join(' ');
}

function Squares({ layout }: { layout: Layout }) {
    return (
        <g class="squares">
            {onBoard(layout).map((s) => (
                <rect key={s.cell.join()} class={squareClass(s)} x={s.x - 50} y={s.y - 50} width={100} height={100} />
            ))}
        </g>
    );
}

/** A point that has won is seen around its piece. */
function Points({ picture, layout }: { picture: Picture; layout: Layout }) {
    const at = (cell: readonly [number, number]) => layout.at.get(`${cell[0]},${cell[1]}`);
    return (
        <g class="points">
            {onBoard(layout)
                .filter((s) => s.field?.marked)
                .map((s) => (
                    <rect key={s.cell.join()} class="place" x={s.x - 50} y={s.y - 50} width={100} height={100} />
                ))}
            {picture.lines.map((l, i) => {
                const a = at(l.from);
                const b = at(l.to);
                return a && b ? <line key={i} class="join" x1={a.x} y1={a.y} x2={b.x} y2={b.y} /> : null;
            })}
            {onBoard(layout).map((s) => (
                <circle
                    key={s.cell.join()}
                    class={s.field?.winning ? 'point winning' : 'point'}
                    cx={s.x}
                    cy={s.y}
                    r={s.field?.winning ? 44 : 30}
                />
            ))}
        </g>
    );
}

/** Boxes are the fields in odd rows and columns: owned or complete ones are filled, missing ones grey. */
function Boxes({ picture, layout }: { picture: Picture; layout: Layout }) {
    const side = 2 * (dot([0, 1], layout)[0] - dot([0, 0], layout)[0]);
    return (
        <g class="boxes">
            {picture.fields
                .filter((f) => f.row % 2 === 1 && f.col % 2 === 1 && f.piece !== null)
                .map((f) => {
                    const [x, y] = dot([f.row, f.col], layout);
                    const tint = f.piece === '#' ? 'missing' : `box ${f.tint}`;
                    return (
                        <rect
                            key={`${f.row},${f.col}`}
                            class={tint}
                            x={x - side / 2}
                            y={y - side / 2}
                            width={side}
                            height={side}
                        />
                    );
                })}
        </g>
    );
}

/** The dots lie over the lines that meet there. */
export function Dots({ picture, layout }: { picture: Picture; layout: Layout }) {
    const dots = new Set<string>();
    for (const l of picture.lines) [l.from, l.to].forEach((c) => dots.add(c.join()));
    return (
        <g class="dots" aria-hidden="true">
            {[...dots].map((key) => {
                const [row = 0, col = 0] = key.split(',').map(Number);
                const [x, y] = dot([row, col], layout);
                return <circle key={key} cx={x} cy={y} r={9} />;
            })}
        </g>
    );
}

/** The coins of a pile; of a very high one only some, with its number below. */
export function Pile({ picture, spot }: { picture: Picture; spot: Spot }) {
    const number = spot.field?.number ?? 0;
    const { shown, high } = coinsOf(picture, number);
    const bottom = spot.y + (Math.max(shown * high, 24) - 0) / 2;
    const coins = Array.from({ length: shown }, (_, i) => i);
    return (
        <g class="pile">
            {coins.map((i) => (
                <rect
                    key={i}
                    class="pile-coin"
                    x={spot.x - HEAP.coin / 2}
                    y={bottom - (i + 1) * high}
                    width={HEAP.coin}
                    height={Math.max(2, high - 3)}
                    rx={Math.min(12, high / 2.4)}
                />
            ))}
            {!number && <path class="pile-empty" d={`M${spot.x - 30} ${bottom}h60`} />}
        </g>
    );
}
