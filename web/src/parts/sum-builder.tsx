// sum-builder.tsx: puts games together by clicking: how they are played, which games, with which options.
import { useRef, useState } from 'preact/hooks';
import type { ListedGame } from '../api.ts';
import { readCompound, readGame, WAYS, writeCompound, writeGame, type Compound, type Way } from '../expression.ts';
import { gameTitle } from '../words/games.ts';
import { words } from '../words/index.ts';
import { OptionsForm } from './options.tsx';

interface BuilderProps {
    expr: string;
    misere: boolean;
    games: ListedGame[]; // that can be parts
    onChange: (expr: string, misere: boolean) => void;
}

export function SumBuilder({ expr, misere, games, onChange }: BuilderProps) {
    const w = words();
    const [typed, setTyped] = useState(expr);
    const latest = useRef(expr); // changes may come faster than they are drawn
    latest.current = expr;
    const { way, parts } = readCompound(expr);
    const set = (edit: (now: Compound) => Partial<Compound>, m = misere) => {
        const now = readCompound(latest.current);
        latest.current = writeCompound({ ...now, ...edit(now) });
        setTyped(latest.current);
        onChange(latest.current, m);
    };
    const setPart = (index: number, text: string) =>
        set((now) => ({ parts: now.parts.map((p, i) => (i === index ? text : p)) }));
    const removePart = (index: number) => set((now) => ({ parts: now.parts.filter((_, i) => i !== index) }));
    const addPart = () =>
        set((now) => ({ parts: [...now.parts, now.parts[now.parts.length - 1] ?? games[0]?.name ?? ''] }));
    return (
        <section class="box builder">
            <label class="field">
                <span>{w.way}</span>
                <select value={way} onChange={(e) => set(() => ({ way: e.currentTarget.value as Way }))}>
                    {WAYS.map((name) => (
                        <option key={name} value={name}>
                            {w.ways[name]}
                        </option>
                    ))}
                </select>
            </label>
            <ol class="parts">
                {parts.map((part, i) => (
                    <li key={i}>
                        <PartForm
                            index={i}
                            text={part}
                            games={games}
                            onChange={(text) => setPart(i, text)}
                            onRemove={() => removePart(i)}
                        />
                    </li>
                ))}
            </ol>
            <div class="row">
                <button type="button" disabled={!games.length || parts.length > 11} onClick={addPart}>
                    + {w.addPart}
                </button>
                <label class="switch">
                    <input
                        type="checkbox"
                        checked={misere}
                        onChange={(e) => set(() => ({}), e.currentTarget.checked)}
                    />
                    <span>{w.misere}</span>
                </label>
            </div>
            <form
                class="field"
                onSubmit={(e) => {
                    e.preventDefault();
                    onChange(typed.trim(), misere);
                }}
            >
                <label for="expression">{w.expression}</label>
                <input
                    id="expression"
                    type="text"
                    class="mono"
                    value={typed}
                    spellcheck={false}
                    autocomplete="off"
                    onInput={(e) => setTyped(e.currentTarget.value)}
                    onChange={() => onChange(typed.trim(), misere)}
                />
            </form>
        </section>
    );
}

interface PartProps {
    index: number;
    text: string;
    games: ListedGame[];
    onChange: (text: string) => void;
    onRemove: () => void;
}

function PartForm({ index, text, games, onChange, onRemove }: PartProps) {
    const w = words();
    const optionsOf = (name: string) => games.find((g) => g.name === name)?.options ?? [];
    const plain = readGame(text, (name) => optionsOf(name).map((o) => o.name));
    return (
        <fieldset class="part">
            <legend>{w.partNumber(index + 1)}</legend>
            <div class="row">
                <select aria-label={w.game} value={plain?.game ?? ''} onChange={(e) => onChange(e.currentTarget.value)}>
                    {!plain && <option value="">{text}</option>}
                    {games.map((g) => (
                        <option key={g.name} value={g.name}>
                            {gameTitle(g.name, g.title)}
                        </option>
                    ))}
                </select>
                <button
                    type="button"
                    class="quiet round"
                    aria-label={w.removePart(index + 1)}
                    title={w.removePart(index + 1)}
                    onClick={onRemove}
                >
                    ×
                </button>
            </div>
            {plain && (
                <OptionsForm
                    game={plain.game}
                    options={optionsOf(plain.game)}
                    chosen={plain.chosen}
                    prefix={`part${index}`}
                    onChange={(name, value) =>
                        onChange(writeGame({ ...plain, chosen: { ...plain.chosen, [name]: value } }))
                    }
                />
            )}
        </fieldset>
    );
}
