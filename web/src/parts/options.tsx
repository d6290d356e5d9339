// options.tsx: a game's options as a form.
import { useState } from 'preact/hooks';
import type { Option } from '../api.ts';
import { choiceName, optionHelp, optionName } from '../words/games.ts';
import { words } from '../words/index.ts';

interface OptionsProps {
    game: string;
    options: readonly Option[];
    chosen: Record<string, string>;
    prefix: string; // of ids
    onChange: (name: string, value: string) => void;
}

export function OptionsForm({ game, options, chosen, prefix, onChange }: OptionsProps) {
    return (
        <div class="options">
            {options.map((o) => (
                <OptionField
                    key={o.name}
                    game={game}
                    option={o}
                    id={`${prefix}-${o.name}`}
                    value={chosen[o.name] ?? ''}
                    onChange={(v) => onChange(o.name, v)}
                />
            ))}
        </div>
    );
}

interface FieldProps {
    game: string;
    option: Option;
    id: string;
    value: string;
    onChange: (value: string) => void;
}

function OptionField({ game, option, id, value, onChange }: FieldProps) {
    const name = optionName(game, option.name);
    const help = optionHelp(game, option);
    return (
        <div class="field">
            <label for={id} lang={name.lang} title={option.name}>
                {name.text}
            </label>
            <OptionInput game={game} option={option} id={id} value={value} onChange={onChange} />
            <p class="muted" id={`${id}-help`} lang={help.lang}>
                {help.text}
            </p>
        </div>
    );
}

function OptionInput({ game, option, id, value, onChange }: FieldProps) {
    const w = words();
    const [draft, setDraft] = useState<string | null>(null); // what is being typed survives that the page is drawn anew
    const usual = option.default === null ? w.byItself : String(option.default);
    const shown = value || (option.default === null ? '' : String(option.default));
    if (option.type === 'choice')
        return (
            <select
                id={id}
                value={shown}
                aria-describedby={`${id}-help`}
                onChange={(e) => onChange(e.currentTarget.value)}
            >
                {option.default === null && <option value="">{w.byItself}</option>}
                {(option.choices ?? []).map((c) => (
                    <option key={c} value={c} lang={choiceName(game, option.name, c).lang}>
                        {choiceName(game, option.name, c).text}
                    </option>
                ))}
            </select>
        );
    const number = option.type === 'int';
    const range = number && option.min !== null && option.max !== null ? w.optionHint(option.min, option.max) : '';
    return (
        <span class="row">
            <input
                id={id}
                type={number ? 'number' : 'text'}
                inputMode={number ? 'numeric' : 'text'}
                min={option.min ?? undefined}
                max={option.max ?? undefined}
                value={draft ?? shown}
                placeholder={usual}
                autocomplete="off"
                spellcheck={false}
                aria-describedby={`${id}-help`}
                onInput={(e) => setDraft(e.currentTarget.value)}
                onChange={(e) => {
                    setDraft(null);
                    onChange(e.currentTarget.value.trim());
                }}
            />
            <span class="muted">{range}</span>
        </span>
    );
}
