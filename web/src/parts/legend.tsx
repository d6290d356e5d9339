// legend.tsx: what the marks on the board mean.
import type { Mark } from '../board/marks.ts';
import { MarkSign } from '../board/piece.tsx';
import { words } from '../words/index.ts';

export function Legend({ dice }: { dice: boolean }) {
    const w = words();
    const entries: [Mark, string][] = dice
        ? [[{ kind: 'odds', text: '61', best: true }, w.legendOdds]]
        : [
              [{ kind: 'win', text: '7', best: false }, w.legendWin],
              [{ kind: 'draw', text: '=', best: false }, w.legendDraw],
              [{ kind: 'loss', text: '6', best: false }, w.legendLoss],
          ];
    return (
        <ul class="legend" aria-label={w.legend}>
            {entries.map(([mark, text]) => (
                <li key={mark.kind}>
                    <svg viewBox="-30 -30 60 60" aria-hidden="true">
                        <MarkSign mark={mark} x={0} y={0} />
                    </svg>
                    {text}
                </li>
            ))}
        </ul>
    );
}
