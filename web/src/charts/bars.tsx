// bars.tsx: columns beside each other, each of several parts on top of each other: counts by plies. Linear, or by the logarithm.
import { useState } from 'preact/hooks';
import { words } from '../words/index.ts';

export interface Series {
    name: string;
    kind: 'first' | 'second' | 'drawn' | 'all';
}

export interface Column {
    at: number;
    counts: number[]; // one of each series
}

interface BarsProps {
    title: string;
    axis: string;
    series: Series[];
    columns: Column[];
}

const W = 640;
const H = 240;
const LEFT = 64;
const BOTTOM = 34;
const TOP = 12;

/** Round numbers up to the most there is. */
export function ticks(most: number, log: boolean): number[] {
    if (most <= 0) return [];
    if (log) {
        const out: number[] = [];
        for (let t = 1; t <= most; t *= most > 1e5 ? 100 : 10) out.push(t);
        return out;
    }
    const raw = most / 4;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max(1, [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? raw);
    const out: number[] = [];
    for (let t = 0; t <= most; t += step) out.push(t);
    return out;
}

export function Bars({ title, axis, series, columns }: BarsProps) {
    const w = words();
    const [log, setLog] = useState(false);
    const totals = columns.map((c) => c.counts.reduce((a, b) => a + b, 0));
    const most = Math.max(1, ...totals);
    const high = H - TOP - BOTTOM;
    const scale = (n: number) =>
        (log ? (n < 1 ? 0 : (Math.log10(n) + 0.3) / (Math.log10(most) + 0.3)) : n / most) * high;
    const step = (W - LEFT - 8) / Math.max(1, columns.length);
    const every = Math.ceil(columns.length / 14);
    return (
        <figure class="chart">
            <figcaption>
                {title}
                <label class="switch small">
                    <input type="checkbox" checked={log} onChange={(e) => setLog(e.currentTarget.checked)} />
                    <span>{w.logScale}</span>
                </label>
            </figcaption>
            <Key series={series} />
            <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={title}>
                {ticks(most, log).map((t) => (
                    <g key={t} class="tick">
                        <line x1={LEFT} x2={W} y1={H - BOTTOM - scale(t)} y2={H - BOTTOM - scale(t)} />
                        <text x={LEFT - 6} y={H - BOTTOM - scale(t)} text-anchor="end" dominant-baseline="central">
                            {short(t)}
                        </text>
                    </g>
                ))}
                {columns.map((c, i) => (
                    <g key={c.at}>
                        <title>{`${c.at} ${axis}: ${c.counts.map((n, k) => `${series[k]?.name ?? ''} ${w.count(n)}`).join(', ')}`}</title>
                        {stack(c.counts, scale).map((part, k) => (
                            <rect
                                key={k}
                                class={`fill-${series[k]?.kind ?? 'all'}`}
                                x={LEFT + i * step + step * 0.08}
                                width={Math.max(1, step * 0.84)}
                                y={H - BOTTOM - part.to}
                                height={Math.max(0, part.to - part.from)}
                            />
                        ))}
                        {i % every === 0 && (
                            <text class="axis" x={LEFT + (i + 0.5) * step} y={H - BOTTOM + 16} text-anchor="middle">
                                {c.at}
                            </text>
                        )}
                    </g>
                ))}
                <text class="axis" x={W} y={H - 2} text-anchor="end">
                    {axis}
                </text>
            </svg>
        </figure>
    );
}

/** The parts of a column from the bottom up. */
function stack(counts: readonly number[], scale: (n: number) => number): { from: number; to: number }[] {
    let sum = 0;
    return counts.map((n) => {
        const from = scale(sum);
        sum += n;
        return { from, to: scale(sum) };
    });
}

export function short(n: number): string {
    if (n >= 1e9) return `${+(n / 1e9).toPrecision(3)} G`;
    if (n >= 1e6) return `${+(n / 1e6).toPrecision(3)} M`;
    return n >= 1e4 ? `${+(n / 1e3).toPrecision(3)} k` : String(n);
}

function Key({ series }: { series: Series[] }) {
    if (series.length < 2) return null;
    return (
        <ul class="key">
            {series.map((s) => (
                <li key={s.name}>
                    <span class={`swatch back-${s.kind}`} aria-hidden="true" /> {s.name}
                </li>
            ))}
        </ul>
    );
}

/** One bar of shares, with their names and percents. */
export function ShareBar({ parts }: { parts: { name: string; kind: Series['kind']; count: number }[] }) {
    const w = words();
    const all = parts.reduce((sum, p) => sum + p.count, 0) || 1;
    return (
        <div class="shares">
            <div class="share-bar" aria-hidden="true">
                {parts.map((p) => (
                    <span key={p.name} class={`back-${p.kind}`} style={{ flexGrow: p.count / all }} />
                ))}
            </div>
            <ul class="key">
                {parts.map((p) => (
                    <li key={p.name}>
                        <span class={`swatch back-${p.kind}`} aria-hidden="true" /> {p.name}: {w.percent(p.count / all)}{' '}
                        <span class="muted">({w.count(p.count)})</span>
                    </li>
                ))}
            </ul>
        </div>
    );
}
