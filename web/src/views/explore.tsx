// explore.tsx: what there is to see of a variant besides playing it: any position, a random one, the hardest wins, statistics.
import { useState } from 'preact/hooks';
import {
    askRandom,
    hasTable,
    hasValues,
    positionPath,
    Refused,
    statsPath,
    variantPath,
    type Answer,
    type Info,
    type RandomWish,
    type Stats,
} from '../api.ts';
import type { Route } from '../address.ts';
import { Miniature } from '../board/miniature.tsx';
import { Band } from '../charts/band.tsx';
import { Bars, ShareBar } from '../charts/bars.tsx';
import { matchAddress, PACE } from '../match.ts';
import { Loading, Problem } from '../parts/problem.tsx';
import { Readiness } from '../parts/readiness.tsx';
import { Text } from '../parts/text.tsx';
import { valueWords } from '../parts/value-words.ts';
import { change } from '../router.ts';
import { useKnown } from '../use-known.ts';
import { gameTitle, sayOf, variantWords } from '../words/games.ts';
import { words } from '../words/index.ts';

export function ExplorePage({ route }: { route: Route }) {
    const { answer, refused } = useKnown<Info>(variantPath(route.game, route.variant));
    const [newer, setNewer] = useState<Info | null>(null);
    const info = newer ?? answer;
    if (refused) return <Problem refused={refused} />;
    if (!info) return <Loading />;
    return (
        <div class="explore">
            <h1>
                {gameTitle(info.game, info.title)} <span class="muted">{variantWords(info.game, info.path)}</span>
            </h1>
            {!hasValues(info) && (
                <section class="box">
                    <Readiness key={info.path} info={info} onChange={setNewer} />
                </section>
            )}
            <div class="two">
                <PositionBox info={info} route={route} />
                {info.available !== 'book' && <RandomBox info={info} />}
            </div>
            {hasTable(info) && <StatisticsBox info={info} />}
        </div>
    );
}

/** The address of a game from a position, played by both sides with values shown: to look at it. */
function lookAt(info: Info, position: string, turn = ''): string {
    return matchAddress({
        game: info.game,
        variant: info.path,
        from: position,
        turn,
        moves: [],
        at: 0,
        roll: 0,
        me: 'both',
        skill: 100,
        hints: true,
        pace: PACE,
    });
}

function PositionBox({ info, route }: { info: Info; route: Route }) {
    const w = words();
    const asked = route.params['position'] ?? route.params['from'] ?? ''; // as a game that is played has it
    const [typed, setTyped] = useState(asked || info.start);
    const { answer, refused } = useKnown<Answer>(positionPath(info.game, info.path, asked));
    return (
        <section class="box">
            <h2>{w.enterPosition}</h2>
            <form
                class="row"
                onSubmit={(e) => {
                    e.preventDefault();
                    change({ position: typed.trim(), from: '' });
                }}
            >
                <input
                    type="text"
                    class="wide mono"
                    aria-label={w.position}
                    value={typed}
                    spellcheck={false}
                    autocomplete="off"
                    onInput={(e) => setTyped(e.currentTarget.value)}
                />
                <button type="submit" class="primary">
                    {w.look}
                </button>
            </form>
            {info.notation && <Text said={sayOf(info.game, info, 'notation', info.notation)} muted />}
            {refused && <Problem refused={refused} />}
            {!answer && !refused && <Loading variant={variantPath(info.game, info.path)} />}
            {answer && <Shown info={info} answer={answer} typed={asked} />}
        </section>
    );
}

/** A position, as it was typed: where the game writes it in another way that is said, not changed. */
function Shown({ info, answer, typed = '' }: { info: Info; answer: Answer; typed?: string }) {
    const w = words();
    const position = typed || answer.position;
    return (
        <div class="shown">
            <Miniature picture={answer.picture} label={answer.position} />
            <div>
                <p class="value">
                    {answer.over || answer.values !== null ? valueWords(answer, info.players, (p) => p) : ''}
                </p>
                {!answer.over && <p>{w.toMove(answer.turn)}</p>}
                <p class="mono">{position}</p>
                {position !== answer.position && <p class="muted">{w.alsoWritten(answer.position)}</p>}
                <a class="button" href={lookAt(info, position)}>
                    {w.playFromHere}
                </a>
            </div>
        </div>
    );
}

function RandomBox({ info }: { info: Info }) {
    const w = words();
    const [wish, setWish] = useState<RandomWish>({ value: '', turn: '', far: '' });
    const [found, setFound] = useState<string | null>(null);
    const [refused, setRefused] = useState<Refused | null>(null);
    const { answer } = useKnown<Answer>(found === null ? null : positionPath(info.game, info.path, found));
    const draw = () => {
        setRefused(null);
        askRandom(info.game, info.path, wish)
            .then((r) => setFound(r.position))
            .catch((e: unknown) => {
                setFound(null);
                setRefused(e as Refused);
            });
    };
    const { answer: start } = useKnown<Answer>(positionPath(info.game, info.path, ''));
    const dice = !!start?.rolls; // then there are no values to wish for
    return (
        <section class="box">
            <h2>{w.random}</h2>
            <div class="filters">
                {!dice && (
                    <label class="field">
                        <span>{w.valueFilter}</span>
                        <select value={wish.value} onChange={(e) => setWish({ ...wish, value: e.currentTarget.value })}>
                            <option value="">{w.any}</option>
                            {(['win', 'draw', 'loss'] as const).map((v) => (
                                <option key={v} value={v}>
                                    {w.value[v]}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
                {!dice && !info.gives['impartial'] && (
                    <label class="field">
                        <span>{w.turnFilter}</span>
                        <select value={wish.turn} onChange={(e) => setWish({ ...wish, turn: e.currentTarget.value })}>
                            <option value="">{w.any}</option>
                            {info.players.map((p) => (
                                <option key={p} value={p}>
                                    {w.the(p)}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
                {!dice && (
                    <label class="field">
                        <span>{w.farFilter}</span>
                        <input
                            type="number"
                            min={0}
                            value={wish.far}
                            onInput={(e) => setWish({ ...wish, far: e.currentTarget.value })}
                        />
                    </label>
                )}
            </div>
            <button type="button" class="primary" disabled={!hasValues(info)} onClick={draw}>
                {w.draw}
            </button>
            {refused && <Problem refused={refused} />}
            {answer && <Shown info={info} answer={answer} />}
        </section>
    );
}

function StatisticsBox({ info }: { info: Info }) {
    const w = words();
    const { answer: stats, refused } = useKnown<Stats>(statsPath(info.game, info.path));
    if (refused) return <Problem refused={refused} />;
    if (!stats) return <Loading why={w.countingLong} variant={variantPath(info.game, info.path)} />;
    return (
        <>
            {!!stats.hardest?.length && (
                <section class="box">
                    <h2>{w.hardest}</h2>
                    <p class="muted">{w.hardestHelp}</p>
                    <ul class="hardest">
                        {hardestOfBoth(info, stats.hardest).map((h) => (
                            <li key={h.position}>
                                <a href={lookAt(info, h.position)}>
                                    <span class="mono">{h.position}</span>
                                    <span>{hardWords(info, h)}</span>
                                </a>
                            </li>
                        ))}
                    </ul>
                </section>
            )}
            <section class="box">
                <h2>{w.statistics}</h2>
                <Charts info={info} stats={stats} />
            </section>
        </>
    );
}

type Hard = NonNullable<Stats['hardest']>[number];

const HARDEST = 12;

function winnerIn(info: Info, h: Hard): string {
    const other = info.players[0] === h.turn ? info.players[1] : info.players[0];
    return h.value === 'win' ? h.turn : other;
}

/** As many of each player, the longest first. */
function hardestOfBoth(info: Info, all: readonly Hard[]): Hard[] {
    const longest = [...all].sort((a, b) => b.remoteness - a.remoteness);
    const sides = info.players
        .map((p) => longest.filter((h) => winnerIn(info, h) === p))
        .filter((side) => side.length > 0);
    return sides.flatMap((side) => side.slice(0, HARDEST / sides.length)).sort((a, b) => b.remoteness - a.remoteness);
}

function hardWords(info: Info, h: Hard): string {
    return words().winsIn(winnerIn(info, h), h.remoteness);
}

function Charts({ info, stats }: { info: Info; stats: Stats }) {
    const w = words();
    const [a, b] = info.players;
    const won = stats.won_by;
    return (
        <div class="charts">
            {won && (
                <div class="chart">
                    <h3>{w.shares}</h3>
                    <ShareBar
                        parts={[
                            { name: w.the(a), kind: 'first', count: won[a] ?? 0 },
                            { name: w.drawn, kind: 'drawn', count: stats.drawn ?? 0 },
                            { name: w.the(b), kind: 'second', count: won[b] ?? 0 },
                        ]}
                    />
                    <p class="muted">{stats.states !== undefined && w.states(stats.states)}</p>
                    {stats.branching && (
                        <p class="muted">
                            {w.branching(stats.branching.min, w.decimal(stats.branching.mean, 1), stats.branching.max)}
                        </p>
                    )}
                </div>
            )}
            {stats.by_remoteness && (
                <Bars
                    title={w.byRemoteness}
                    axis={w.plyAxis}
                    series={[
                        { name: w.the(a), kind: 'first' },
                        { name: w.the(b), kind: 'second' },
                    ]}
                    columns={stats.by_remoteness.map((r) => ({
                        at: r.remoteness,
                        counts: [r.won_by[a] ?? 0, r.won_by[b] ?? 0],
                    }))}
                />
            )}
            {stats.by_ply && (
                <Bars
                    title={w.byPly}
                    axis={w.plyAxis}
                    series={[{ name: w.byPly, kind: 'all' }]}
                    columns={stats.by_ply.map((n, i) => ({ at: i, counts: [n] }))}
                />
            )}
            {stats.by_lead && <Band title={w.byLead} rows={stats.by_lead} />}
            {stats.positions !== undefined && <p class="muted">{w.positions(stats.positions)}</p>}
        </div>
    );
}
