// piece.tsx: pieces and marks, drawn around a middle.
import type { Field, Tint } from '../api.ts';
import type { Mark } from './marks.ts';

/** x and o are the first and the second player's by custom, also where these are not called so. */
function tintOf(field: Field): Tint {
    if (field.tint !== 'plain') return field.tint;
    return field.piece === 'x' ? 'first' : field.piece === 'o' ? 'second' : 'plain';
}

/** A piece of a field, 100 units wide. */
export function Piece({ field, x, y }: { field: Field; x: number; y: number }) {
    const tint = `piece ${tintOf(field)}`;
    switch (field.shape) {
        case 'cross':
            return <path class={`${tint} stroke`} d={`M${x - 28} ${y - 28}l56 56m0 -56l-56 56`} />;
        case 'ring':
            return <circle class={`${tint} stroke`} cx={x} cy={y} r={29} />;
        case 'block':
        case 'block-crossed':
            return (
                <g class={field.shape}>
                    <rect class="block" x={x - 46} y={y - 46} width={92} height={92} rx={12} />
                    <rect class="block-top" x={x - 34} y={y - 34} width={68} height={68} rx={8} />
                    {field.shape === 'block-crossed' && (
                        <path class="poison" d={`M${x - 18} ${y - 18}l36 36m0 -36l-36 36`} />
                    )}
                </g>
            );
        case 'coin':
            return (
                <g class="piece coin">
                    <circle cx={x} cy={y} r={34} />
                    <circle class="rim" cx={x} cy={y} r={26} />
                    {field.piece !== 'o' && <Letter text={field.piece ?? ''} x={x} y={y} />}
                </g>
            );
        default:
            return (
                <g class={tint}>
                    <circle cx={x} cy={y} r={36} />
                    <circle class="shine" cx={x} cy={y} r={30} />
                    <Letter text={field.piece ?? ''} x={x} y={y} />
                </g>
            );
    }
}

function Letter({ text, x, y }: { text: string; x: number; y: number }) {
    return (
        <text class="letter" x={x} y={y + 1} dominant-baseline="central" text-anchor="middle">
            {text}
        </text>
    );
}

/** A circle for a win, a square for a draw, a triangle for a loss, a box for a chance. */
export function MarkSign({ mark, x, y, size = 21 }: { mark: Mark; x: number; y: number; size?: number }) {
    const s = size;
    const shape = {
        win: <circle cx={x} cy={y} r={s} />,
        draw: <rect x={x - s * 0.86} y={y - s * 0.86} width={s * 1.72} height={s * 1.72} rx={3} />,
        loss: <path d={`M${x} ${y + s * 1.25}l${-s * 1.3} ${-s * 2.15}h${s * 2.6}z`} />,
        odds: <rect x={x - s * 1.25} y={y - s * 0.8} width={s * 2.5} height={s * 1.6} rx={s * 0.8} />,
    }[mark.kind];
    return (
        <g class={`mark ${mark.kind}${mark.best ? ' best' : ''}`} aria-hidden="true">
            {shape}
            <text
                x={x}
                y={y + (mark.kind === 'loss' ? -s * 0.16 : 1)}
                font-size={s * (mark.text.length > 2 ? 0.82 : 1.05)}
                dominant-baseline="central"
                text-anchor="middle"
            >
                {mark.text}
            </text>
        </g>
    );
}
