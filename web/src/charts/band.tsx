// band.tsx: for each lead the least, the mean and the most chance to win, as a band with a line in it.
import { words } from '../words/index.ts';

interface Row {
    lead: number;
    min: number;
    mean: number;
    max: number;
}

const W = 640;
const H = 260;
const LEFT = 56;
const BOTTOM = 34;
const TOP = 10;

export function Band({ title, rows }: { title: string; rows: readonly Row[] }) {
    const w = words();
    const x = (lead: number) => LEFT + ((lead + 1) / 2) * (W - LEFT - 10);
    const y = (p: number) => TOP + (1 - p) * (H - TOP - BOTTOM);
    const sorted = [...rows].sort((a, b) => a.lead - b.lead);
    const points = (of: (r: Row) => number) => sorted.map((r) => `${x(r.lead).toFixed(1)},${y(of(r)).toFixed(1)}`);
    return (
        <figure class="chart">
            <figcaption>{title}</figcaption>
            <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={title}>
                {[0, 0.25, 0.5, 0.75, 1].map((p) => (
                    <g key={p} class="tick">
                        <line x1={LEFT} x2={W} y1={y(p)} y2={y(p)} />
                        <text x={LEFT - 6} y={y(p)} text-anchor="end" dominant-baseline="central">
                            {w.percent(p, 0)}
                        </text>
                    </g>
                ))}
                <polygon class="band" points={[...points((r) => r.max), ...points((r) => r.min).reverse()].join(' ')} />
                <polyline class="mean" points={points((r) => r.mean).join(' ')} />
                {[-1, -0.5, 0, 0.5, 1].map((l) => (
                    <text key={l} class="axis" x={x(l)} y={H - BOTTOM + 18} text-anchor="middle">
                        {l}
                    </text>
                ))}
                <text class="axis" x={W} y={H - 2} text-anchor="end">
                    {w.lead}
                </text>
            </svg>
        </figure>
    );
}
