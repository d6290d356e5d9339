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
}

export function Chooser({ picture, moves, all, hints, stop, onMove, onClose }: ChooserProps) {
    const w = words();
    const first = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!stop) first.current?.focus();
    }, [moves]);
    const top = bestOf(all);
    const sorted = picture.kind === 'heaps' ? [...moves].sort((a, b) => taken(picture, a) - taken(picture, b)) : moves;
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
                            class="primary"
                            onClick={() => onMove(m)}
                        >
                            {stop ? `${w.stopHere}: ${m.move}` : moveWords(picture, m)}
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

/** The numbers of a position that is written as heaps, by heap and pile. */
function heapsOf(position: string): number[][] {
    return position.split(',').map((heap) => heap.split('-').map(Number));
}

/** How many coins a move takes from the pile it touches; 0 where that cannot be said. */
function taken(picture: Picture, move: Move): number {
    const [cell] = move.touches;
    const before = cell && picture.fields.find((f) => f.row === cell[0] && f.col === cell[1])?.number;
    const heaps = heapsOf(move.position);
    if (!cell || before === undefined || heaps.length !== picture.cols) return 0;
    const after = heaps[cell[1]]?.[cell[0]] ?? 0;
    return Number.isFinite(after) && after < before ? before - after : 0;
}

function moveWords(picture: Picture, move: Move): string {
    const [cell] = move.touches;
    const n = picture.kind === 'heaps' ? taken(picture, move) : 0;
    const before = cell && picture.fields.find((f) => f.row === cell[0] && f.col === cell[1])?.number;
    return n && before !== undefined ? words().take(n, before - n) : move.move;
}
