// compare.tsx: variants of a game side by side, by how far each leans to one side; the fairest are marked.
import { useState } from 'preact/hooks';
import { comparePath, gamePath, type Compare, type CompareRow, type Info } from '../api.ts';
import type { Route } from '../address.ts';
import { InEnglish, Loading, Problem } from '../parts/problem.tsx';
import { change, linkTo } from '../router.ts';
import { useKnown } from '../use-known.ts';
import { variantName } from '../variant-name.ts';
import { gameTitle, variantWords } from '../words/games.ts';
import { words } from '../words/index.ts';

export function ComparePage({ route }: { route: Route }) {
    const w = words();
    const asked = (route.params['variants'] ?? '').split(';').filter(Boolean);
    const [typed, setTyped] = useState(asked.join('\n'));
    const { answer: info } = useKnown<Info>(gamePath(route.game));
    const { answer, refused } = useKnown<Compare>(comparePath(route.game, asked));
    const lines = typed.split('\n').map((l) => l.trim()).filter(Boolean); // prettier-ignore
    return (
        <div class="compare">
            <h1>
                {w.compareTitle} <span class="muted">{info && gameTitle(info.game, info.title)}</span>
            </h1>
            <p>{w.compareHelp}</p>
            <form
                class="box"
                onSubmit={(e) => {
                    e.preventDefault();
                    change({ variants: lines.join(';') }, false);
                }}
            >
                <label class="field">
                    <span>{w.variants}</span>
                    <textarea
                        class="mono"
                        value={typed}
                        spellcheck={false}
                        onInput={(e) => setTyped(e.currentTarget.value)}
                    />
                    <span class="muted">{w.variantsHelp}</span>
                </label>
                <div class="row">
                    <button type="submit" class="primary">
                        {w.compareNow}
                    </button>
                    {(info?.variants ?? []).map((v) => (
                        <button
                            key={v.path}
                            type="button"
                            class="chip"
                            disabled={lines.includes(v.path)}
                            onClick={() => setTyped([...lines, v.path].join('\n'))}
                        >
                            + {v.path}
                        </button>
                    ))}
                </div>
            </form>
            {refused && <Problem refused={refused} />}
            {!answer && !refused && <Loading why={w.countingLong} />}
            {answer && info && <Comparison info={info} compare={answer} />}
        </div>
    );
}

function Comparison({ info, compare }: { info: Info; compare: Compare }) {
    const w = words();
    if (!compare.rows.length) return <p>{w.nothingToCompare}</p>;
    return (
        <section class="box">
            {compare.fairest && (
                <p class="value">
                    ★ {w.fairestOverall(variantWords(info.game, compare.fairest.name), compare.fairest.first_places)}
                </p>
            )}
            <div class="scroll" tabIndex={0} role="region" aria-label={w.compareTitle}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{w.variant}</th>
                            <th scope="col">{w.startValue}</th>
                            {compare.measures.map((m) => (
                                <th scope="col" key={m.name} title={measureWords(m)[1]}>
                                    {measureWords(m)[0]}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {compare.rows.map((row) => (
                            <Row key={row.name} info={info} row={row} compare={compare} />
                        ))}
                    </tbody>
                </table>
            </div>
            <dl class="measures">
                {compare.measures.map((m) => (
                    <div key={m.name}>
                        <dt>{measureWords(m)[0]}</dt>
                        <dd>{measureWords(m)[1]}</dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

const measureWords = (m: Compare['measures'][number]) => words().measures[m.name] ?? [m.name, m.help];

/** Why there are no numbers of a variant. */
function RowProblem({ row }: { row: CompareRow }) {
    const said = words().rowStates[row.state];
    const why = row.problem ?? row.state;
    if (said === undefined) return <>{why}</>;
    return (
        <>
            {said} <InEnglish text={why} />
        </>
    );
}

function Row({ info, row, compare }: { info: Info; row: CompareRow; compare: Compare }) {
    const w = words();
    const overall = compare.fairest?.name === row.name;
    return (
        <tr class={overall ? 'fairest' : ''}>
            <th scope="row">
                {overall && <span title={w.fairest}>★ </span>}
                <a href={linkTo('setup', info.game, nameOf(info, row))}>{variantWords(info.game, row.name)}</a>
            </th>
            {row.state === 'solved' ? (
                <>
                    <td>{startWords(row)}</td>
                    {compare.measures.map((m) => (
                        <td key={m.name}>
                            <Lean info={info} row={row} measure={m.name} />
                        </td>
                    ))}
                </>
            ) : (
                <td colSpan={1 + compare.measures.length}>
                    <RowProblem row={row} />
                </td>
            )}
        </tr>
    );
}

/** All of its settings that are not as usual, not only those that differ here. */
function nameOf(info: Info, row: CompareRow): string {
    return variantName(info.options, Object.fromEntries(Object.entries(row.variant).map(([k, v]) => [k, String(v)])));
}

function startWords(row: CompareRow): string {
    const w = words();
    const start = row.start;
    if (!start) return '';
    return start.winner ? w.winsIn(start.winner, start.remoteness ?? null) : w.drawIfRight;
}

/** How far a measure leans: a bar to the left for the first player, to the right for the second, and the number. */
function Lean({ info, row, measure }: { info: Info; row: CompareRow; measure: string }) {
    const w = words();
    const entry = row.lean?.find((l) => l.measure === measure);
    if (!entry || entry.lean === null) return <>–</>;
    const size = Math.min(1, Math.abs(entry.lean));
    const text = entry.favours ? w.leansTo(entry.favours, w.decimal(size, 3)) : w.even;
    const first = entry.favours === info.players[0];
    return (
        <div class={entry.fairest ? 'lean fairest' : 'lean'}>
            <span class="lean-track" aria-hidden="true">
                <span
                    class={first ? 'back-first' : 'back-second'}
                    style={{ width: `${size * 50}%`, [first ? 'right' : 'left']: '50%' }}
                />
            </span>
            <span>
                {text}
                {entry.fairest && <strong> ✓ {w.fairest}</strong>}
            </span>
        </div>
    );
}
