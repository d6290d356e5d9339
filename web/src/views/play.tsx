// play.tsx: a game at the board. What is shown follows from the address (match.ts); this file says what may be done, and
// moves for the page when it is the page's turn.
import { useEffect, useState } from 'preact/hooks';
import { variantPath, type Answer, type Info, type Move, type Refused } from '../api.ts';
import { oneOf, sift, wholeUpTo, type Route } from '../address.ts';
import { Board } from '../board/board.tsx';
import {
    calledIn,
    matchAddress,
    matchChecks,
    plyToRedo,
    plyToUndo,
    readMatch,
    rollOf,
    showMatch,
    useWalk,
    type Match,
    type Step,
} from '../match.ts';
import { asGood, choose, throwDie } from '../opponent.ts';
import { BestLine } from '../parts/best-line.tsx';
import { Chooser } from '../parts/chooser.tsx';
import { Die } from '../parts/die.tsx';
import { Hands } from '../parts/hands.tsx';
import { History } from '../parts/history.tsx';
import { Legend } from '../parts/legend.tsx';
import { Moves } from '../parts/moves.tsx';
import { CopyButton, Loading, Problem, WrongParams } from '../parts/problem.tsx';
import { SkillSlider } from '../parts/skill.tsx';
import { Status } from '../parts/status.tsx';
import { Text } from '../parts/text.tsx';
import { endWords, valueWords, type Call } from '../parts/value-words.ts';
import { isMistake, lastMoves, refutation, Why, type Made } from '../parts/why.tsx';
import { useKnown } from '../use-known.ts';
import { useLater } from '../use-later.ts';
import { gameTitle, moveText, sayOf } from '../words/games.ts';
import { words } from '../words/index.ts';

export function PlayPage({ route }: { route: Route }) {
    const { answer: info, refused } = useKnown<Info>(variantPath(route.game, route.variant));
    const { route: sane, wrong } = sift(route, {
        ...matchChecks(route),
        me: info ? oneOf(...info.players, 'both', 'none') : () => true,
        roll: wholeUpTo(1e6),
    });
    const asked = readMatch(sane);
    const walk = useWalk(asked);
    const noRoll = asked.roll > 0 && !canRoll(walk.steps[asked.at], asked.roll);
    const match = noRoll ? { ...asked, roll: 0 } : asked;
    const problem = refused ?? walk.refused;
    const here = walk.steps[Math.min(match.at, walk.steps.length - 1)];
    if (problem && !(info && here))
        return (
            <div class="narrow">
                <GameProblem game={match.game} refused={problem} info={info} />
            </div>
        );
    if (!info || !here) return <Loading variant={variantPath(match.game, match.variant)} />;
    return (
        <>
            {problem && <Problem refused={problem} />}
            <WrongParams wrong={noRoll ? [...wrong, `roll=${asked.roll}`] : wrong} />
            {walk.wrong && (
                <p class="problem" role="alert">
                    {words().wrongMove(walk.wrong)}
                </p>
            )}
            <Table
                match={walk.wrong ? upTo(match, walk.steps) : match}
                info={info}
                steps={walk.steps}
                here={here}
                whole={walk.whole}
            />
        </>
    );
}

/** Is there such a roll in a position? As long as it is not known, there is. */
function canRoll(step: Step | undefined, roll: number): boolean {
    return !step || (step.answer.rolls ?? []).some((r) => r.roll === roll);
}

/** What is wrong with a link; of a position also how it would be written. */
function GameProblem({ game, refused, info }: { game: string; refused: Refused; info: Info | undefined }) {
    const notation = refused.code === 'bad-position' && info?.notation;
    return (
        <Problem refused={refused}>{notation && <Text said={sayOf(game, info, 'notation', notation)} muted />}</Problem>
    );
}

/** A link with a wrong move leads as far as its moves are right. */
function upTo(match: Match, steps: readonly Step[]): Match {
    const moves = match.moves.slice(0, steps.length - 1);
    return { ...match, moves, at: Math.min(match.at, moves.length) };
}

interface TableProps {
    match: Match;
    info: Info;
    steps: Step[];
    here: Step;
    whole: boolean; // all positions of the game are there
}

interface Asked {
    moves: Move[];
    stop: boolean;
}

function Table({ match, info, steps, here, whole }: TableProps) {
    const w = words();
    const { answer } = here;
    const players = info.players;
    const call = (player: string) => calledIn(match, player);
    const [asked, setAsked] = useState<Asked | null>(null);
    const [peek, setPeek] = useState(''); // a position whose best move was asked for
    const [asksWhy, setAsksWhy] = useState(false); // about the last moves, until the next one
    const [line, setLine] = useState('');
    const [paused, setPaused] = useState(false);

    const dice = answer.rolls !== undefined;
    const atEnd = match.at === match.moves.length;
    const roll = currentRoll(match, answer);
    const legal = legalMoves(answer, roll);
    const mine = match.me === 'both' || match.me === answer.turn;
    const hasValues = answer.values !== null;
    const hinted = peek === answer.position && mine;
    const showsValues = (match.hints || hinted) && hasValues;
    const made = lastMoves(steps, match.at);
    const told = asksWhy ? made : match.hints ? made.filter(isMistake) : []; // with values shown mistakes speak for themselves

    const play = (move: Move, byHand: boolean) => {
        setAsked(null);
        if (byHand) setAsksWhy(false);
        showMatch(withMove(match, move), !byHand);
    };
    const setRoll = (n: number, byHand: boolean) =>
        showMatch({ ...match, moves: match.moves.slice(0, match.at), roll: n }, !byHand);
    const goTo = (ply: number) => showMatch({ ...match, at: Math.max(0, Math.min(ply, match.moves.length)), roll: 0 });

    usePage(match, answer, roll, whole && atEnd && !mine && !paused && !answer.over, play, setRoll);
    useEffect(() => setAsked(null), [answer.position, match.at]);

    const current = steps.length > match.at; // else the position that is shown has been left, and the next is on its way
    const waits = current && !mine && !answer.over && !(atEnd && whole); // for somebody to say that it shall go on
    const canPlay = current && mine && !answer.over && (!dice || roll > 0);
    const best = showsValues && canPlay ? bestMoves(legal) : [];
    const reply = mine ? undefined : replyTo(told, steps[match.at]);
    const arrows = best.length ? best.slice(0, match.hints ? MOST_ARROWS : 1) : reply ? [reply] : [];
    const few = dice && legal.length <= 4; // a roll leaves so few that buttons are simplest
    const actions = canPlay ? legal.filter((m) => few || !m.touches.length) : [];
    return (
        <div class="play" aria-busy={!current}>
            <h1 class="hidden">{gameTitle(info.game, info.title)}</h1>
            <div class="board-side">
                {answer.picture.kind === 'words' ? (
                    <p class="board-words">{answer.position}</p>
                ) : (
                    <Board
                        picture={answer.picture}
                        moves={canPlay ? legal : []}
                        hints={match.hints && hasValues}
                        arrows={arrows}
                        last={here.move}
                        label={`${w.board}. ${w.boardHelp}`}
                        onMove={(m) => play(m, true)}
                        onAsk={(moves, stop) => setAsked(moves.length ? { moves, stop } : null)}
                    />
                )}
                {asked && (
                    <Chooser
                        picture={answer.picture}
                        moves={asked.moves}
                        all={legal}
                        hints={match.hints && hasValues}
                        stop={asked.stop}
                        onMove={(m) => play(m, true)}
                        onClose={() => setAsked(null)}
                    />
                )}
                <Hands game={match.game} picture={answer.picture} players={[call(players[0]), call(players[1])]} />
                {answer.picture.points && (
                    <p class="score">
                        {w.score(
                            call(players[0]),
                            answer.picture.points[0],
                            call(players[1]),
                            answer.picture.points[1],
                        )}
                    </p>
                )}
            </div>
            <div class="panel">
                <Status
                    match={match}
                    answer={answer}
                    here={here}
                    info={info}
                    mine={mine}
                    waits={waits}
                    values={showsValues}
                    roll={roll}
                    best={best}
                />
                {answer.over && (
                    <div class="buttons">
                        <Rounds match={match} players={players} />
                    </div>
                )}
                {dice && !answer.over && (
                    <Die
                        answer={answer}
                        roll={roll}
                        mine={mine && current}
                        hints={showsValues}
                        onRoll={(n) => setRoll(n, true)}
                    />
                )}
                {actions.length > 0 && actions.length <= 12 && (
                    <div class="actions">
                        {actions.map((m) => (
                            <button key={m.move} type="button" class="primary" onClick={() => play(m, true)}>
                                {moveText(info.game, m.move.replace(/^\d+:/, ''))}
                            </button>
                        ))}
                    </div>
                )}
                <div class="buttons">
                    <button type="button" disabled={match.at === 0} onClick={() => goTo(plyToUndo(match, steps))}>
                        ↶ {w.undo}
                    </button>
                    <button type="button" disabled={atEnd} onClick={() => goTo(plyToRedo(match, steps))}>
                        ↷ {w.redo}
                    </button>
                    <button type="button" disabled={!hasValues || !canPlay} onClick={() => setPeek(answer.position)}>
                        {w.hint}
                    </button>
                    <button
                        type="button"
                        disabled={!hasValues || !made.length}
                        aria-expanded={asksWhy}
                        onClick={() => setAsksWhy(!asksWhy)}
                    >
                        {w.why}
                    </button>
                </div>
                {waits && (
                    <button
                        type="button"
                        onClick={() => showMatch({ ...match, moves: match.moves.slice(0, match.at) })}
                    >
                        {w.goOn}
                    </button>
                )}
                {match.me === 'none' && (
                    <button type="button" onClick={() => setPaused(!paused)}>
                        {paused ? w.resume : w.pause}
                    </button>
                )}
                <Why moves={told} players={players} call={call} />
                {!hasValues && !answer.over && <p class="muted">{w.withoutValues}</p>}
                <label class="switch">
                    <input
                        type="checkbox"
                        checked={match.hints}
                        disabled={!hasValues}
                        onChange={(e) => showMatch({ ...match, hints: e.currentTarget.checked }, true)}
                    />
                    <span>{w.values}</span>
                </label>
                {match.hints && <Legend dice={dice} />}
                {!answer.over && (
                    <Moves
                        game={info.game}
                        moves={legal}
                        hints={match.hints && hasValues}
                        disabled={!canPlay}
                        onMove={(m) => play(m, true)}
                    />
                )}
                <History
                    steps={steps}
                    at={match.at}
                    players={players}
                    call={call}
                    values={hasValues && (match.hints || answer.over)}
                    onGo={goTo}
                />
                {hasValues && !dice && !answer.over && (
                    <details
                        open={line === answer.position}
                        onToggle={(e) => setLine(e.currentTarget.open ? answer.position : '')}
                    >
                        <summary>{w.showLine}</summary>
                        {line === answer.position && (
                            <BestLine
                                game={match.game}
                                variant={match.variant}
                                position={answer.position}
                                turn={answer.turn}
                                players={players}
                                onWatch={() =>
                                    showMatch({
                                        ...match,
                                        me: 'none',
                                        skill: 100,
                                        moves: match.moves.slice(0, match.at),
                                    })
                                }
                                onPlay={(moves) =>
                                    showMatch({
                                        ...match,
                                        me: 'both',
                                        roll: 0,
                                        moves: [...match.moves.slice(0, match.at), ...moves],
                                        at: match.at + moves.length,
                                    })
                                }
                            />
                        )}
                    </details>
                )}
                {info.notation && (
                    <details>
                        <summary>{w.notation}</summary>
                        <Text said={sayOf(info.game, info, 'notation', info.notation)} />
                    </details>
                )}
                <div class="buttons">
                    {!answer.over && <Rounds match={match} players={players} />}
                    <CopyButton text={location.href} label={w.share} />
                </div>
                {match.me !== 'both' && hasValues && (
                    <SkillSlider skill={match.skill} onChange={(skill) => showMatch({ ...match, skill }, true)} />
                )}
            </div>
            <p class="hidden" aria-live="polite" id="live">
                {spoken(here, players, call, match.hints && hasValues)}
            </p>
        </div>
    );
}

const MOST_ARROWS = 4;

/** The best move, and those that are as good. */
function bestMoves(legal: readonly Move[]): Move[] {
    const [best] = legal;
    return best ? legal.filter((m) => asGood(m, best)) : [];
}

/** Rolls are thrown once: a move that is taken back leaves its roll. */
function currentRoll(match: Match, answer: Answer): number {
    const next = match.moves[match.at];
    return match.roll || (next === undefined ? 0 : (rollOf(answer, next)?.roll ?? 0));
}

function legalMoves(answer: Answer, roll: number): readonly Move[] {
    if (answer.over) return [];
    return answer.moves ?? answer.rolls?.find((r) => r.roll === roll)?.moves ?? [];
}

function withMove(match: Match, move: Move): Match {
    const moves = [...match.moves.slice(0, match.at), move.move];
    return { ...match, moves, at: moves.length, roll: 0 };
}

/** What comes after a game, or instead of it: where it is over these are the first buttons. */
function Rounds({ match, players }: { match: Match; players: readonly [string, string] }) {
    const w = words();
    return (
        <>
            <a class="button" href={newRound(match, match.me)}>
                {w.again}
            </a>
            {players.includes(match.me) && (
                <a class="button" href={newRound(match, otherSide(match, players))}>
                    {w.otherSide}
                </a>
            )}
        </>
    );
}

/** From the same position again; for the other side too, where one plays against the page. */
function newRound(match: Match, me: string): string {
    return matchAddress({ ...match, me, moves: [], at: 0, roll: 0 });
}

function otherSide(match: Match, players: readonly [string, string]): string {
    return match.me === players[0] ? players[1] : players[0];
}

/** After a mistake: the reply that shows it, until it has been played. */
function replyTo(made: readonly Made[], now: Step | undefined): Move | undefined {
    const last = made.find((m) => m.after === now);
    return last && isMistake(last) ? refutation(last) : undefined;
}

/** What a screen reader is told after every move. */
function spoken(here: Step, players: readonly [string, string], call: Call, values: boolean): string {
    const w = words();
    const moved = here.move ? w.moved(call(here.by), moveText(here.answer.game, here.move.move)) : '';
    if (here.answer.over) return `${moved} ${endWords(here.answer, players, call)}`;
    return `${moved} ${w.toMove(call(here.answer.turn))}. ${values ? valueWords(here.answer, players, call) : ''}`.trim();
}

/** The page's own turn: it throws the die, then moves. What it does replaces the address, so that going back leads to one's own turn. */
function usePage(
    match: Match,
    answer: Answer,
    roll: number,
    itsTurn: boolean,
    play: (move: Move, byHand: boolean) => void,
    setRoll: (roll: number, byHand: boolean) => void,
): void {
    useLater(itsTurn, match.pace, [answer.position, answer.turn, match.at, roll, match.skill], () => {
        if (answer.rolls && !roll) return setRoll(throwDie(answer.rolls), false);
        const move = choose(legalMoves(answer, roll), answer.values === null ? 0 : match.skill);
        if (move) play(move, false);
    });
}
