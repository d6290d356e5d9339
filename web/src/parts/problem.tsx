// problem.tsx: what the server refused, in its one line; and what to type where that helps.
import { useEffect, useState } from 'preact/hooks';
import type { Refused } from '../api.ts';
import { words } from '../words/index.ts';

export function Problem({ refused }: { refused: Refused }) {
    const w = words();
    return (
        <div class="problem" role="alert">
            <p>{refused.status === 0 && !refused.message ? w.noServer : refused.message}</p>
            {refused.command && <Command text={refused.command} />}
        </div>
    );
}

export function Command({ text }: { text: string }) {
    const w = words();
    return (
        <div class="command">
            <p>{w.typeThis}</p>
            <div class="row">
                <code>{text}</code>
                <CopyButton text={text} label={w.copy} />
            </div>
        </div>
    );
}

export function CopyButton({ text, label }: { text: string; label: string }) {
    const [done, setDone] = useState(false);
    const copy = () => {
        void navigator.clipboard
            ?.writeText(text)
            .then(() => setDone(true))
            .then(() => setTimeout(() => setDone(false), 1500))
            .catch(() => undefined);
    };
    return (
        <button type="button" class="quiet" onClick={copy}>
            {done ? words().copied : label}
        </button>
    );
}

const LONG = 2500; // milliseconds

export function Loading({ why }: { why?: string }) {
    const w = words();
    const [long, setLong] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setLong(true), LONG);
        return () => clearTimeout(timer);
    }, []);
    return (
        <p class="loading" role="status">
            {long ? (why ?? w.loadingLong) : w.loading}
        </p>
    );
}
