// moves.tsx: the list of moves. It is always there: to type in, to click, for those who do not see the board.
import { useState } from 'preact/hooks';
import type { Move } from '../api.ts';
import { markWords } from '../board/board.tsx';
import { bestOf, markOf, type Mark } from '../board/marks.ts';
import { MarkSign } from '../board/piece.tsx';
import { moveText } from '../words/games.ts';
import { words } from '../words/index.ts';

const SHOWN = 60;

/** Case, dashes, commas and spaces do not matter. */
const bare = (text: string) => text.toLowerCase().replace(/[\s,:.-]/g, '');

/** Moves that begin as was typed: as they are written or, where they have words, as these are said; a roll may be left out. */
export function matching(game: string, moves: readonly Move[], typed: string): Move[] {
    const wanted = bare(typed);
    if (!wanted) return [...moves];
    const names = (m: Move) => [m.move, moveText(game, m.move)].flatMap((n) => [bare(n), bare(n.split(':')[1] ?? '')]);
    const exact = moves.filter((m) => names(m).includes(wanted));
    return exact.length ? exact : moves.filter((m) => names(m).some((n) => n.startsWith(wanted)));
}

const order = new Intl.Collator('en', { numeric: true });

/** The server has the best first: who does not ask for values is not to see them in the order. */
const byName = (moves: readonly Move[]) => [...moves].sort((a, b) => order.compare(a.move, b.move));

export function ValueBadge({ mark }: { mark: Mark }) {
    return (
        <span class={`badge ${mark.kind}`}>
            <svg viewBox="-30 -30 60 60" aria-hidden="true">
                <MarkSign mark={{ ...mark, best: false }} x={0} y={0} />
            </svg>
            <span>{markWords(mark)}</span>
        </span>
    );
}

interface MovesProps {
    game: string; // "" where moves are of several
    moves: readonly Move[];
    hints: boolean;
    disabled: boolean;
    onMove: (move: Move) => void;
}

export function Moves({ game, moves, hints, disabled, onMove }: MovesProps) {
    const w = words();
    const [typed, setTyped] = useState('');
    const fitting = matching(game, hints ? moves : byName(moves), typed);
    const top = bestOf(moves);
    const play = (move: Move) => {
        setTyped('');
        onMove(move);
    };
    const onSubmit = (event: Event) => {
        event.preventDefault();
        const [only] = fitting;
        if (typed && only && !disabled) play(only);
    };
    return (
        <section class="moves" aria-label={w.moves}>
            <form onSubmit={onSubmit} class="row">
                <input
                    type="text"
                    value={typed}
                    placeholder={w.typeMove}
                    aria-label={w.typeMove}
                    autocomplete="off"
                    spellcheck={false}
                    onInput={(e) => setTyped(e.currentTarget.value)}
                />
                <span class="muted">{w.movesCount(fitting.length)}</span>
            </form>
            {typed && !fitting.length && <p role="alert">{w.noSuchMove}</p>}
            <ul class="move-list">
                {fitting.slice(0, SHOWN).map((m) => {
                    const mark = hints ? markOf([m], top) : null;
                    return (
                        <li key={m.move}>
                            <button
                                type="button"
                                disabled={disabled}
                                class={mark?.best ? 'move best' : 'move'}
                                onClick={() => play(m)}
                            >
                                <span class="notation">{moveText(game, m.move)}</span>
                                {mark && <ValueBadge mark={mark} />}
                            </button>
                        </li>
                    );
                })}
            </ul>
            {fitting.length > SHOWN && <p class="muted">{w.moreMoves(fitting.length - SHOWN)}</p>}
        </section>
    );
}
