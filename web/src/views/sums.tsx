// sums.tsx: games played together: build a compound, see what its parts are worth, play it, and learn why the winner wins.
import { useState } from 'preact/hooks';
import {
    gamesPath,
    known,
    type ListedGame,
    type Move,
    type Number5,
    type Part,
    type SumAnswer,
    type SumMove,
} from '../api.ts';
import { oneOf, sift, type Route } from '../address.ts';
import { Board } from '../board/board.tsx';
import { Miniature } from '../board/miniature.tsx';
import { easiestFirst } from '../easiest.ts';
import { readCompound } from '../expression.ts';
import { matchChecks } from '../match.ts';
import { chance } from '../opponent.ts';
import { Chooser } from '../parts/chooser.tsx';
import { Legend } from '../parts/legend.tsx';
import { Moves } from '../parts/moves.tsx';
import { NimSum } from '../parts/nim-sum.tsx';
import { CopyButton, Loading, Problem, WrongParams } from '../parts/problem.tsx';
import { SkillSlider } from '../parts/skill.tsx';
import { SumBuilder } from '../parts/sum-builder.tsx';
import {
    readSumMatch,
    showSum,
    sumMoveName,
    sumPlyToRedo,
    sumPlyToUndo,
    useSumWalk,
    type SumMatch,
    type SumStepDone,
} from '../sum-match.ts';
import { useKnown } from '../use-known.ts';
import { useLater } from '../use-later.ts';
import { gameTitle } from '../words/games.ts';
import { words } from '../words/index.ts';

export function SumsPage({ route }: { route: Route }) {
    const { answer, refused } = useKnown<{ games: ListedGame[] }>(gamesPath);
    if (refused) return <Problem refused={refused} />;
    if (!answer) return <Loading />;
    const games = answer.games.filter((g) => g.impartial);
    const flag = oneOf('0', '1');
    const { route: sane, wrong } = sift(route, {
        ...matchChecks(route),
        misere: flag,
        play: flag,
        begins: oneOf('page'),
    });
    const match = readSumMatch(sane);
    return (
        <>
            <WrongParams wrong={wrong} />
            <Sums match={match.expr ? match : { ...match, expr: exampleOf(games) }} games={games} />
        </>
    );
}

/** Something to begin with: two games that are given by a list of numbers. */
function exampleOf(games: readonly ListedGame[]): string {
    const lists = games.filter((g) => g.options[0]?.type === 'list' && g.options.length === 1);
    const names = [...easiestFirst(lists), ...games].map((g) => g.name);
    return `sum(${names.slice(0, 2).join(',')})`;
}

function Sums({ match, games }: { match: SumMatch; games: ListedGame[] }) {
    const w = words();
    const walk = useSumWalk(match);
    const here = walk.steps[Math.min(match.at, walk.steps.length - 1)];
    return (
        <div class="sums">
            <div>
                <h1>{w.sumsTitle}</h1>
                <p>{w.sumsHelp}</p>
            </div>
            {!match.playing && (
                <SumBuilder
                    expr={match.expr}
                    misere={match.misere}
                    games={games}
                    onChange={(expr, misere) => showSum({ ...match, expr, misere, moves: [], at: 0 }, true)}
                />
            )}
            {walk.refused && <Problem refused={walk.refused} />}
            {!here && !walk.refused && <Loading />}
            {here &&
                (match.playing ? (
                    <SumTable match={match} steps={walk.steps} here={here} whole={walk.whole} />
                ) : (
                    <Preview match={match} answer={here.answer} />
                ))}
        </div>
    );
}

/** Before it is played: the parts, and the two ways to begin. */
function Preview({ match, answer }: { match: SumMatch; answer: SumAnswer }) {
    const w = words();
    const begin = (pageBegins: boolean) =>
        showSum({ ...match, playing: true, pageBegins, moves: [], at: 0, skill: 60 });
    return (
        <section class="box">
            <div class="row">
                <button type="button" class="primary big" onClick={() => begin(false)}>
                    {w.youBegin}
                </button>
                <button type="button" class="big" onClick={() => begin(true)}>
                    {w.pageBegins}
                </button>
            </div>
            <div class="sum-parts">
                {answer.parts.map((p, i) => (
                    <figure key={i}>
                        <figcaption>{w.partNumber(i + 1)}</figcaption>
                        {p.picture && <Miniature picture={p.picture} label={p.position} />}
                    </figure>
                ))}
            </div>
            <details>
                <summary>{w.partValues}</summary>
                <Analysis answer={answer} />
            </details>
        </section>
    );
}

interface SumTableProps {
    match: SumMatch;
    steps: SumStepDone[];
    here: SumStepDone;
    whole: boolean;
}

function SumTable({ match, steps, here, whole }: SumTableProps) {
    const w = words();
    const { answer, mine } = here;
    const [asked, setAsked] = useState<{ part: number; moves: Move[]; stop: boolean } | null>(null);
    const moves = answer.moves ?? [];
    const over = answer.moves?.length === 0;
    const atEnd = match.at === match.moves.length;
    const all = moves.map(asMove);
    const current = steps.length > match.at; // else the next position is on its way
    const canPlay = current && mine && !over;
    const play = (m: SumMove, byHand: boolean) => {
        setAsked(null);
        const played = [...match.moves.slice(0, match.at), sumMoveName(m)];
        showSum({ ...match, moves: played, at: played.length }, !byHand);
    };
    const byName = (name: string) => moves.find((m) => sumMoveName(m) === name);
    const playMove = (m: Move) => {
        const move = byName(m.position);
        if (move) play(move, true);
    };
    useLater(!mine && !over && atEnd && whole, match.pace, [answer.expression, match.skill], () => {
        const winning = moves.filter((m) => m.outcome === 'win');
        const from = winning.length && chance() * 100 < match.skill ? winning : moves;
        const move = from[Math.floor(chance() * from.length)];
        if (move) play(move, false);
    });
    const youWin = over && (match.misere ? mine : !mine);
    const goTo = (at: number) => showSum({ ...match, at });
    const waits = current && !mine && !over && !(atEnd && whole); // for somebody to say that it shall go on
    return (
        <div class="play" aria-busy={!current}>
            <div class="board-side sum-parts">
                {answer.parts.map((p, i) => (
                    <PartBoard
                        key={i}
                        part={p}
                        index={i}
                        moves={canPlay ? movesOfPart(answer, i) : []}
                        among={all}
                        hints={match.hints}
                        onMove={playMove}
                        onAsk={(moves, stop) => setAsked(moves.length ? { part: i, moves, stop } : null)}
                    >
                        {asked?.part === i && p.picture && (
                            <Chooser
                                picture={p.picture}
                                moves={asked.moves}
                                all={all}
                                hints={match.hints}
                                stop={asked.stop}
                                onMove={playMove}
                                onClose={() => setAsked(null)}
                                position={(m) => byName(m.position)?.steps[0]?.to ?? ''}
                            />
                        )}
                    </PartBoard>
                ))}
            </div>
            <div class="panel">
                <div class={`status ${over ? 'over' : mine ? 'mine by-first' : 'theirs by-second'}`}>
                    <p class="headline" role="status">
                        {over ? (youWin ? w.youHaveWon : w.youHaveLost) : toMoveWords(mine, waits)}
                    </p>
                    {here.move && <p class="muted">{moveWords(here.move)}</p>}
                    {match.hints && !over && (
                        <p class="value">{answer.outcome ? w.outcome[answer.outcome] : w.outcomeUnknown}</p>
                    )}
                </div>
                <div class="buttons">
                    <button type="button" disabled={match.at === 0} onClick={() => goTo(sumPlyToUndo(match, steps))}>
                        ↶ {w.undo}
                    </button>
                    <button type="button" disabled={atEnd} onClick={() => goTo(sumPlyToRedo(match, steps))}>
                        ↷ {w.redo}
                    </button>
                    <button type="button" onClick={() => showSum({ ...match, playing: false, moves: [], at: 0 })}>
                        {w.sumEdit}
                    </button>
                    <CopyButton text={location.href} label={w.share} />
                </div>
                {waits && (
                    <button type="button" onClick={() => showSum({ ...match, moves: match.moves.slice(0, match.at) })}>
                        {w.goOn}
                    </button>
                )}
                <label class="switch">
                    <input
                        type="checkbox"
                        checked={match.hints}
                        onChange={(e) => showSum({ ...match, hints: e.currentTarget.checked }, true)}
                    />
                    <span>{w.values}</span>
                </label>
                {match.hints && <Legend dice={false} />}
                {!over && (
                    <Moves
                        game=""
                        moves={canPlay ? all : []}
                        hints={match.hints}
                        disabled={!canPlay}
                        onMove={playMove}
                    />
                )}
                {match.hints && <Analysis answer={answer} />}
                <SkillSlider skill={match.skill} onChange={(skill) => showSum({ ...match, skill }, true)} />
            </div>
        </div>
    );
}

function titleOf(part: Part): string {
    const games = known<{ games: ListedGame[] }>(gamesPath)?.answer?.games ?? [];
    return gameTitle(part.game, games.find((g) => g.name === part.game)?.title ?? part.game);
}

function toMoveWords(mine: boolean, waits: boolean): string {
    const w = words();
    return mine ? w.yourTurn : waits ? w.toMove('page') : w.thinking('page');
}

/** "2 (kayles): 4,2" */
function moveWords(m: SumMove): string {
    return m.steps.map((s) => `${words().partNumber(s.part)}: ${s.move ?? s.to}`).join(' · ');
}

/** A move of a sum as the lists know moves; its position is its name. */
function asMove(m: SumMove): Move {
    return {
        move: moveWords(m),
        position: sumMoveName(m),
        value: m.outcome,
        remoteness: null,
        touches: m.steps.length === 1 ? (m.steps[0]?.touches ?? []) : [],
        captured: [],
    };
}

function movesOfPart(answer: SumAnswer, index: number): Move[] {
    return (answer.moves ?? []).filter((m) => m.steps.length === 1 && m.steps[0]?.part === index + 1).map(asMove);
}

interface PartBoardProps {
    part: Part;
    index: number;
    moves: Move[];
    among: Move[];
    hints: boolean;
    onMove: (move: Move) => void;
    onAsk: (moves: Move[], stop: boolean) => void;
    children?: preact.ComponentChildren;
}

function PartBoard({ part, index, moves, among, hints, onMove, onAsk, children }: PartBoardProps) {
    const w = words();
    const name = `${w.partNumber(index + 1)}: ${titleOf(part)}`;
    return (
        <figure>
            <figcaption>
                {name}{' '}
                {hints && part.grundy !== undefined && part.grundy !== null && (
                    <span class="tag">{`${w.grundy} ${part.grundy}`}</span>
                )}
            </figcaption>
            {part.picture && part.picture.kind !== 'words' ? (
                <Board
                    picture={part.picture}
                    moves={moves}
                    among={among}
                    hints={hints}
                    arrows={[]}
                    last={null}
                    label={`${name}. ${w.boardHelp}`}
                    onMove={onMove}
                    onAsk={onAsk}
                />
            ) : (
                <p class="board-words small">{part.position}</p>
            )}
            {children}
        </figure>
    );
}

const show = (n: Number5 | undefined) => (n === null || n === undefined ? '–' : String(n));

/** The values of the parts and of the whole, and for a plain sum why. */
function Analysis({ answer }: { answer: SumAnswer }) {
    const w = words();
    const compound = readCompound(answer.expression);
    const plainSum = compound.way === 'sum' && compound.parts.length === answer.parts.length && !answer.misere;
    const winning = (answer.moves ?? []).filter((m) => m.outcome === 'win');
    return (
        <div class="analysis">
            <div class="scroll" tabIndex={0} role="region" aria-label={w.partValues}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{w.game}</th>
                            <th scope="col">{w.grundy}</th>
                            <th scope="col">{w.remoteness}</th>
                            <th scope="col">{w.suspense}</th>
                            <th scope="col">w</th>
                        </tr>
                    </thead>
                    <tbody>
                        {answer.parts.map((p, i) => (
                            <tr key={i}>
                                <th scope="row">
                                    {i + 1}. {titleOf(p)} <span class="mono">{p.position}</span>
                                </th>
                                <td>{show(p.grundy)}</td>
                                <td>{show(p.remoteness)}</td>
                                <td>{show(p.suspense)}</td>
                                <td>{show(p.w)}</td>
                            </tr>
                        ))}
                        <tr class="total">
                            <th scope="row">{w.whole}</th>
                            <td>{show(answer.grundy)}</td>
                            <td>{show(answer.remoteness)}</td>
                            <td>{show(answer.suspense)}</td>
                            <td>{show(answer.w)}</td>
                        </tr>
                    </tbody>
                </table>
            </div>
            {plainSum && <NimSum answer={answer} />}
            {answer.outcome && (
                <p>
                    <strong>{winning.length ? w.winningMoves : w.noWinningMove}</strong>{' '}
                    {winning.slice(0, 8).map(moveWords).join(' | ')}
                    {winning.length > 8 ? ' …' : ''}
                </p>
            )}
        </div>
    );
}
