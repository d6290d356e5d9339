// history.tsx: the game so far, as a graph and as moves. Up is good for the first player, down for the second; the nearer
// the end, the longer the bar; with dice it is the chance. A touch goes back there.
import type { Answer } from '../api.ts';
import { chanceOf, winnerOf, type Step } from '../match.ts';
import { moveText } from '../words/games.ts';
import { words } from '../words/index.ts';
import { valueWords, type Call } from './value-words.ts';

interface HistoryProps {
    steps: readonly Step[];
    at: number;
    players: readonly [string, string];
    values: boolean; // are they to be seen
    call: Call;
    onGo: (ply: number) => void;
}

export function History({ steps, at, players, values, call, onGo }: HistoryProps) {
    const w = words();
    const most = Math.max(1, ...steps.map((s) => s.answer.remoteness ?? 0));
    return (
        <section class="history" aria-label={w.history}>
            <h2>{w.history}</h2>
            {values && (
                <>
                    <div class="graph-sides" aria-hidden="true">
                        <span class="first">▲ {w.the(call(players[0]))}</span>
                        <span class="second">▼ {w.the(call(players[1]))}</span>
                    </div>
                    <p class="muted">{w.historyHelp}</p>
                    <div class="graph">
                        {steps.map((s, i) => {
                            const lean = leanOf(s.answer, players, most);
                            const name = i ? w.plyLabel(i, nameOf(s)) : w.startOfGame;
                            const says = `${name}. ${valueWords(s.answer, players, call)}`;
                            return (
                                <button
                                    key={i}
                                    type="button"
                                    class={i === at ? 'ply here' : 'ply'}
                                    aria-label={says}
                                    aria-current={i === at ? 'step' : undefined}
                                    title={says}
                                    onClick={() => onGo(i)}
                                >
                                    <Bar lean={lean} />
                                </button>
                            );
                        })}
                    </div>
                </>
            )}
            <ol class="played">
                {steps.map((s, i) => (
                    <li key={i}>
                        <button
                            type="button"
                            class={`chip ${i === at ? 'here' : ''} ${s.by === players[0] ? 'by-first' : s.by ? 'by-second' : ''}`}
                            aria-current={i === at ? 'step' : undefined}
                            onClick={() => onGo(i)}
                        >
                            {s.move ? `${i}. ${nameOf(s)}` : w.startOfGame}
                        </button>
                    </li>
                ))}
            </ol>
        </section>
    );
}

const nameOf = (s: Step) => moveText(s.answer.game, s.move?.move ?? '');

/** -1 to 1: more than 0 is good for the first player; null: not known. */
export function leanOf(answer: Answer, players: readonly [string, string], most: number): number | null {
    const chance = chanceOf(answer, players[0]);
    if (chance !== null) return 2 * chance - 1;
    if (answer.value === 'draw') return 0;
    const winner = answer.value ? winnerOf(answer, players) : null;
    if (!winner) return null;
    const near = 1 - (0.75 * (answer.remoteness ?? 0)) / most;
    return winner === players[0] ? near : -near;
}

function Bar({ lean }: { lean: number | null }) {
    if (lean === null) return <span class="bar unknown" />;
    const high = `${Math.abs(lean) * 50}%`;
    if (Math.abs(lean) < 0.005) return <span class="bar even" />;
    return lean > 0 ? (
        <span class="bar up" style={{ height: high }} />
    ) : (
        <span class="bar down" style={{ height: high }} />
    );
}
