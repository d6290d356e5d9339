// nim-sum.tsx: why a sum is won or lost: the Grundy numbers in binary, added without carry, and a move that makes it 0.
import type { SumAnswer } from '../api.ts';
import { words } from '../words/index.ts';

/** A move of one step that leaves the sum 0, with the numbers of its part before and after. */
export function balancingMove(answer: SumAnswer): { part: number; from: number; to: number } | null {
    const numbers = answer.parts.map((p) => p.grundy);
    if (!numbers.every((n): n is number => typeof n === 'number')) return null;
    const total = numbers.reduce((a, b) => a ^ b, 0);
    if (!total) return null;
    for (const m of answer.moves ?? []) {
        const step = m.steps.length === 1 ? m.steps[0] : undefined;
        const from = step && numbers[step.part - 1];
        if (m.outcome === 'win' && step && from !== undefined) return { part: step.part, from, to: from ^ total };
    }
    return null;
}

export function NimSum({ answer }: { answer: SumAnswer }) {
    const w = words();
    const numbers = answer.parts.map((p) => p.grundy);
    if (!numbers.every((n): n is number => typeof n === 'number')) return null;
    const total = numbers.reduce((a, b) => a ^ b, 0);
    const width = Math.max(1, ...numbers.map((n) => n.toString(2).length));
    const move = balancingMove(answer);
    const digits = (n: number) => [...n.toString(2).padStart(width, '0')];
    return (
        <section class="nim-sum">
            <h2>{w.nimSum}</h2>
            <table class="binary">
                <tbody>
                    {numbers.map((n, i) => (
                        <tr key={i}>
                            <th scope="row">{w.partNumber(i + 1)}</th>
                            <td class="number">{n}</td>
                            {digits(n).map((d, k) => (
                                <td key={k} class={d === '1' ? 'one' : 'zero'}>
                                    {d}
                                </td>
                            ))}
                        </tr>
                    ))}
                    <tr class="total">
                        <th scope="row">⊕</th>
                        <td class="number">{total}</td>
                        {digits(total).map((d, k) => (
                            <td key={k} class={d === '1' ? 'one odd' : 'zero'}>
                                {d}
                            </td>
                        ))}
                    </tr>
                </tbody>
            </table>
            <p>{total ? w.nimSumWon(String(total)) : w.nimSumLost}</p>
            {move && <p>{w.nimSumMove(move.part, String(move.from), String(move.to))}</p>}
        </section>
    );
}
