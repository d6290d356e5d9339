// chooser.tsx: touches that mean several moves: which of them? In a heap: how many.
import { useEffect, useRef } from 'preact/hooks';
import type { Move, Picture } from '../api.ts';
import { bestOf, markOf } from '../board/marks.ts';
import { words } from '../words/index.ts';
import { ValueBadge } from './moves.tsx';

interface ChooserProps {
    picture: Picture;
    moves: readonly Move[];
    all: readonly Move[];
    hints: boolean;
    stop: boolean; // they end here, but others go on
    onMove: (move: Move) => void;
    onClose: () => void;
    position?: (move: Move) => string; // that a move leads to on this board
}

export function Chooser({ picture, moves, all, hints, stop, onMove, onClose, position = leadsTo }: ChooserProps) {
    const w = words();
    const first = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!stop) first.current?.focus();
    }, [moves]);
    const top = bestOf(all);
    const coins = (m: Move) => takenBy(picture, m, position(m))?.coins ?? 0;
    const sorted = [...moves].sort((a, b) => coins(a) - coins(b)); // the server's order where no coins are taken
    return (
        <div
            class="chooser"
            role="group"
            aria-label={w.which}
            onKeyDown={(e) => {
                if (e.key === 'Escape') onClose();
            }}
        >
            <p>{stop ? '' : w.which}</p>
            <div class="choices">
                {sorted.map((m, i) => {
                    const mark = hints ? markOf([m], top) : null;
                    return (
                        <button
                            key={m.move}
                            ref={i ? undefined : first}
                            type="button"
                            class={mark?.best ? 'primary best' : 'primary'}
                            onClick={() => onMove(m)}
                        >
                            {stop ? `${w.stopHere}: ${m.move}` : moveWords(picture, m, position(m))}
                            {mark && <ValueBadge mark={mark} />}
                        </button>
                    );
                })}
                <button type="button" class="quiet" onClick={onClose}>
                    {w.cancel}
                </button>
            </div>
        </div>
    );
}

const leadsTo = (move: Move) => move.position;

interface Taken {
    coins: number;
    left: number;
}

/** How many coins a move takes from the pile it touches, and leaves; null where that cannot be seen. */
function takenBy(picture: Picture, move: Move, after: string): Taken | null {
    const [cell] = move.touches;
    if (picture.kind !== 'heaps' || !cell) return null;
    const before = picture.fields.find((f) => f.row === cell[0] && f.col === cell[1])?.number ?? 0;
    const heaps = after.split(',').map((heap) => heap.split('-').map(Number));
    const left = heaps[cell[1]]?.[cell[0]] ?? 0;
    if (heaps.length !== picture.cols || !(left < before)) return null;
    return { coins: before - left, left };
}

function moveWords(picture: Picture, move: Move, after: string): string {
    const taken = takenBy(picture, move, after);
    return taken ? words().take(taken.coins, taken.left) : move.move;
}
