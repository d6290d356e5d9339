// options.tsx: a game's options as a form, and the variant's name that follows from them.
import { useState } from 'preact/hooks';
import type { Option } from '../api.ts';
import { words } from '../words/index.ts';

/** What is not as usual, joined by commas: the name of the variant; "default" when all is as usual. */
export function variantName(options: readonly Option[], chosen: Record<string, string>): string {
    const parts = options
        .filter((o) => chosen[o.name] !== undefined && chosen[o.name] !== '')
        .filter((o) => chosen[o.name] !== String(o.default ?? ''))
        .map((o) => `${o.name}=${chosen[o.name]}`);
    return parts.length ? parts.join(',') : 'default';
}

/** The options that a variant's name sets. Lists have commas too: what has no = goes on with the option before it. */
export function readVariantName(name: string): Record<string, string> {
    const chosen: Record<string, string> = {};
    let last = '';
    for (const part of name === 'default' ? [] : name.split(',')) {
        const at = part.indexOf('=');
        if (at > 0) chosen[(last = part.slice(0, at))] = part.slice(at + 1);
        else if (last) chosen[last] += `,${part}`;
    }
    return chosen;
}

/** A variant's name for people. */
export function variantWords(name: string): string {
    return name === 'default' ? words().defaultVariant : name.replace(/,(?=[a-z_]+=)/g, ', ').replace(/=/g, ' = ');
}

interface OptionsProps {
    options: readonly Option[];
    chosen: Record<string, string>;
    prefix: string; // of ids
    onChange: (name: string, value: string) => void;
}

export function OptionsForm({ options, chosen, prefix, onChange }: OptionsProps) {
    return (
        <div class="options">
            {options.map((o) => (
                <OptionField
                    key={o.name}
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
    option: Option;
    id: string;
    value: string;
    onChange: (value: string) => void;
}

function OptionField({ option, id, value, onChange }: FieldProps) {
    return (
        <div class="field">
            <label for={id}>{option.name.replace(/_/g, ' ')}</label>
            <OptionInput option={option} id={id} value={value} onChange={onChange} />
            <p class="muted" id={`${id}-help`} lang="en">
                {option.help}
            </p>
        </div>
    );
}

function OptionInput({ option, id, value, onChange }: FieldProps) {
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
                {(option.choices ?? []).map((c) => (
                    <option key={c} value={c}>
                        {c}
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
