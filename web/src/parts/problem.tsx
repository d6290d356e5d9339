// problem.tsx: what the server refused: in its one line, or in the words of the page's language; and what to type where that helps.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askAgain, forgetFailures, gamesPath, type Info, type Refused, type Solving } from '../api.ts';
import { redraw } from '../router.ts';
import { words } from '../words/index.ts';

const RETRY = 2000; // milliseconds

/** What is said besides, such as how positions are written, are its children. */
export function Problem({ refused, children }: { refused: Refused; children?: ComponentChildren }) {
    const w = words();
    const gone = refused.status === 0;
    useEffect(() => {
        if (!gone) return;
        const timer = setInterval(() => {
            askAgain(gamesPath)
                .then(forgetFailures)
                .then(redraw)
                .catch(() => undefined);
        }, RETRY);
        return () => clearInterval(timer);
    }, [gone]);
    const said = gone ? w.noServer : (w.refusals[refused.code] ?? refused.message);
    return (
        <div class="problem" role="alert">
            <p>{said}</p>
            {children}
            {said !== refused.message && refused.message && <InEnglish text={refused.message} />}
            {refused.command && <Command text={refused.command} />}
        </div>
    );
}

/** Parameters of the address that mean nothing. */
export function WrongParams({ wrong }: { wrong: readonly string[] }) {
    if (!wrong.length) return null;
    return (
        <p class="problem" role="alert">
            {words().wrongParams(wrong.join(', '))}
        </p>
    );
}

/** What the server said, where the page has said it in other words: there may be more in it. */
export function InEnglish({ text }: { text: string }) {
    return (
        <details class="in-english">
            <summary>{words().inEnglish}</summary>
            <p lang="en">{text}</p>
        </details>
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

/** Browsers have a clipboard only on this machine or with TLS; elsewhere what is selected can still be copied. */
async function toClipboard(text: string): Promise<void> {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    if (!copied) throw new Error('not copied');
}

export function CopyButton({ text, label }: { text: string; label: string }) {
    const [done, setDone] = useState(false);
    const copy = () => {
        void toClipboard(text)
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

const LONG = 1500; // milliseconds

/** Something is on its way. When it takes long: why, and of a variant that is being solved how far that is. */
export function Loading({ why, variant }: { why?: string; variant?: string }) {
    const w = words();
    const [long, setLong] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setLong(true), LONG);
        return () => clearTimeout(timer);
    }, []);
    return (
        <div class="loading" role="status">
            <p>{long ? (why ?? w.loadingLong) : w.loading}</p>
            {long && variant && <SolvingNow path={variant} />}
        </div>
    );
}

const ASK = 700; // milliseconds

function SolvingNow({ path }: { path: string }) {
    const [solving, setSolving] = useState<Solving | null>(null);
    useEffect(() => {
        const timer = setInterval(() => {
            askAgain<Info>(path)
                .then((info) => setSolving(info.solving))
                .catch(() => undefined);
        }, ASK);
        return () => clearInterval(timer);
    }, [path]);
    return solving && <Progress solving={solving} />;
}

/** How far a solve is: a bar, and in words. */
export function Progress({ solving }: { solving: Solving | null }) {
    const w = words();
    const { done = null, left = null, phase = '', seconds = 0 } = solving ?? {};
    const rest = left === null ? w.since(seconds) : w.left(left);
    const said = [w.solvingNow(done === null ? '' : w.percent(done, 0)), w.phase(phase), rest];
    return (
        <div class="progress">
            <progress max={1} value={done ?? undefined} aria-label={w.available.solving} />
            <p>{said.filter(Boolean).join(' · ')}</p>
        </div>
    );
}
