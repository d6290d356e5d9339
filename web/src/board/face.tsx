// face.tsx: what is to be seen at one spot: a piece, a line, a pile.
import type { Field, Move, Picture } from '../api.ts';
import { keyOf, same } from '../touch.ts';
import { Pile } from './ground.tsx';
import type { Layout, Spot } from './layout.ts';
import { Piece } from './piece.tsx';

export function SpotFace({
    picture,
    spot,
    last,
    layout,
}: {
    picture: Picture;
    spot: Spot;
    last: Move | null;
    layout: Layout;
}) {
    if (spot.line) {
        const half = layout.unit;
        const flat = spot.line.from[0] === spot.line.to[0];
        const fresh = last?.touches.some((c) => same(c, spot.cell)) ? 'fresh' : '';
        return (
            <line
                class={spot.line.drawn ? `stroke drawn ${fresh}` : 'stroke free'}
                x1={spot.x - (flat ? half : 0)}
                y1={spot.y - (flat ? 0 : half)}
                x2={spot.x + (flat ? half : 0)}
                y2={spot.y + (flat ? 0 : half)}
            />
        );
    }
    const field = spot.field;
    if (!field) return null;
    if (spot.hand) return <InHand spot={spot} field={field} />;
    if (picture.kind === 'heaps')
        return (
            <>
                <Pile picture={picture} spot={spot} />
                {field.row === 0 && (
                    <text class="heap-number" x={spot.x} y={layout.height - 16} text-anchor="middle">
                        {picture.fields.filter((f) => f.col === field.col).reduce((n, f) => n + f.number, 0)}
                    </text>
                )}
            </>
        );
    return (
        <>
            {field.piece !== null && (
                <g {...slide(spot, last, layout)}>
                    <Piece field={field} x={spot.x} y={spot.y} />
                </g>
            )}
            {picture.kind === 'points' ? (
                <PointName spot={spot} field={field} />
            ) : (
                <FieldText spot={spot} field={field} />
            )}
        </>
    );
}

/** Pieces of a kind in hand: one of them, and how many there are; pale where there is none. */
function InHand({ spot, field }: { spot: Spot; field: Field }) {
    return (
        <g class={field.number ? 'in-hand' : 'in-hand none'}>
            <Piece field={field} x={spot.x} y={spot.y} />
            {field.number > 1 && (
                <text class="in-hand-number" x={spot.x + 34} y={spot.y + 38} text-anchor="middle">
                    {field.number}
                </text>
            )}
        </g>
    );
}

/** The name of a point: in it where it is empty, else beside its piece. */
function PointName({ spot, field }: { spot: Spot; field: Field }) {
    const aside = field.piece === null ? 0 : 42;
    if (!field.text) return null;
    return (
        <text
            class="field-text"
            x={spot.x + aside}
            y={spot.y + aside + 1}
            dominant-baseline="central"
            text-anchor="middle"
        >
            {field.text}
        </text>
    );
}

/** What is said of an empty field, in its corner: marks and targets have the middle. */
function FieldText({ spot, field }: { spot: Spot; field: Field }) {
    if (field.piece !== null || !field.text) return null;
    return (
        <text class="field-text" x={spot.x - 42} y={spot.y - 32} dominant-baseline="central">
            {field.text}
        </text>
    );
}

/** A piece that has just come slides in from where it was; one that was put there grows. */
function slide(spot: Spot, last: Move | null, layout: Layout): Record<string, unknown> {
    const to = last?.touches[last.touches.length - 1];
    if (!last || !to || !same(to, spot.cell)) return {};
    const origin = `${spot.x}px ${spot.y}px`;
    const from = last.touches.length > 1 && last.touches[0] ? layout.at.get(keyOf(last.touches[0])) : undefined;
    if (!from) return { key: last.position, class: 'put', style: { transformOrigin: origin } };
    return {
        key: last.position,
        class: 'slid',
        style: { '--dx': `${from.x - spot.x}px`, '--dy': `${from.y - spot.y}px` },
    };
}
