// hands.tsx: the pieces in hand, where each player has one kind of them (others lie beside the board), and what is done now.
import type { Picture } from '../api.ts';
import { phaseName } from '../words/games.ts';
import { words } from '../words/index.ts';

interface HandsProps {
    game: string;
    picture: Picture;
    players: readonly [string, string]; // as they are called
}

export function Hands({ game, picture, players }: HandsProps) {
    const w = words();
    const phase = picture.phase === null ? null : phaseName(game, picture.phase);
    const told = picture.hands?.some((hand) => hand.pieces) && picture.hands.every((hand) => hand.kinds.length <= 1);
    const hands = told ? picture.hands : null;
    if (!hands && !phase) return null;
    return (
        <div class="hands">
            {hands?.map((hand, i) => (
                <p key={i} class="hand">
                    {w.inHand(players[i] ?? '', hand.pieces)}
                    <svg class="men" viewBox={`0 0 ${Math.max(1, hand.pieces) * 24} 24`} aria-hidden="true">
                        {Array.from({ length: hand.pieces }, (_, k) => (
                            <circle key={k} class={`piece ${hand.tint} man`} cx={24 * k + 12} cy={12} r={9} />
                        ))}
                    </svg>
                </p>
            ))}
            {phase && (
                <p class="phase">
                    {w.phaseNow} <span lang={phase.lang}>{phase.text}</span>
                </p>
            )}
        </div>
    );
}
