// best-line.tsx: best play from here to the end, move by move; a touch plays it up to there.
import { linePath, type BestLine as Answered } from '../api.ts';
import { useKnown } from '../use-known.ts';
import { moveText } from '../words/games.ts';
import { words } from '../words/index.ts';
import { Loading, Problem } from './problem.tsx';

interface BestLineProps {
    game: string;
    variant: string;
    position: string;
    turn: string;
    players: readonly [string, string];
    onPlay: (moves: string[]) => void; // up to a move
    onWatch: () => void; // the page plays it out
}

const SHOWN = 120;

export function BestLine({ game, variant, position, turn, players, onPlay, onWatch }: BestLineProps) {
    const w = words();
    const { answer, refused } = useKnown<Answered>(linePath(game, variant, position, turn));
    if (refused) return <Problem refused={refused} />;
    if (!answer) return <Loading />;
    const moves = answer.line.map((s) => s.move);
    return (
        <div class="best-line">
            <ol class="played">
                {answer.line.slice(0, SHOWN).map((s, i) => (
                    <li key={i}>
                        <button
                            type="button"
                            class={`chip ${s.turn === players[0] ? 'by-first' : 'by-second'}`}
                            onClick={() => onPlay(moves.slice(0, i + 1))}
                        >
                            {i + 1}. {moveText(game, s.move)}
                        </button>
                    </li>
                ))}
            </ol>
            <p>{w.lineEnds[answer.ends]}</p>
            <button type="button" onClick={onWatch}>
                {w.playLine}
            </button>
        </div>
    );
}
