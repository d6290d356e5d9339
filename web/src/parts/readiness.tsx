// readiness.tsx: can values of this variant be had? Solved, to be solved now with progress, or too large: then what to type,
// and a smaller variant to play instead.
import { useEffect, useState } from 'preact/hooks';
import { askAgain, askToSolve, forget, gamePath, Refused, variantPath, type Info, type Option } from '../api.ts';
import { linkTo } from '../router.ts';
import { words } from '../words/index.ts';
import { readVariantName, variantName, variantWords } from './options.tsx';
import { Command, Problem } from './problem.tsx';

export const hasValues = (info: Info) => ['table', 'memory', 'spot'].includes(info.available);

interface ReadinessProps {
    info: Info;
    onChange: (info: Info) => void;
}

export function Readiness({ info, onChange }: ReadinessProps) {
    const w = words();
    const [refused, setRefused] = useState<Refused | null>(null);
    const [asked, setAsked] = useState(false); // a table may be there a moment after its solve has ended
    const path = variantPath(info.game, info.path);
    const fresh = (now: Info) => {
        if (hasValues(now)) forget(gamePath(info.game));
        onChange(now);
    };
    const waiting = info.available === 'solving' || (asked && !hasValues(info) && !info.failed);
    useEffect(() => {
        if (!waiting) return;
        const timer = setInterval(() => {
            askAgain<Info>(path)
                .then(fresh)
                .catch(() => undefined);
        }, 700);
        return () => clearInterval(timer);
    }, [waiting, path]);
    const solve = () => {
        setRefused(null);
        setAsked(true);
        askToSolve(info.game, info.path)
            .then(fresh)
            .catch((e: unknown) => {
                setAsked(false);
                setRefused(e as Refused);
            });
    };
    return (
        <div class={`readiness ${info.available}`}>
            <p>{w.available[waiting ? 'solving' : info.available]}</p>
            {info.available === 'can' && !waiting && (
                <button type="button" class="primary" onClick={solve}>
                    {w.solve}
                </button>
            )}
            {waiting && <Progress info={info} />}
            {refused && <Problem refused={refused} />}
            {info.failed && <Problem refused={new Refused(info.failed, 500, null)} />}
            {info.available === 'large' && info.command && <Command text={info.command} />}
            {info.available === 'large' && <Smaller info={info} />}
        </div>
    );
}

function Progress({ info }: { info: Info }) {
    const w = words();
    const { done = null, left = null, phase = '' } = info.solving ?? {};
    const said = [w.solvingNow(done === null ? '' : w.percent(done, 0)), phase, left === null ? '' : w.left(left)];
    return (
        <div class="progress" role="status">
            <progress max={1} value={done ?? undefined} aria-label={w.available.solving} />
            <p>{said.filter(Boolean).join(' · ')}</p>
        </div>
    );
}

/** The largest variant with a smaller number in it of which values can be had. */
async function findSmaller(info: Info, options: readonly Option[]): Promise<string | null> {
    const chosen = readVariantName(info.path);
    for (const o of options) {
        if (o.type !== 'int' || o.min === null) continue;
        const now = Number(info.variant[o.name]);
        for (let n = now - 1; n >= o.min && n > now - 16; n--) {
            const name = variantName(options, { ...chosen, [o.name]: String(n) });
            const there = await askAgain<Info>(variantPath(info.game, name)).catch(() => null);
            if (there && hasValues(there)) return name;
        }
    }
    return null;
}

function Smaller({ info }: { info: Info }) {
    const [name, setName] = useState<string | null>(null);
    useEffect(() => {
        let here = true;
        void findSmaller(info, info.options).then((found) => here && setName(found));
        return () => void (here = false);
    }, [info.game, info.path]);
    if (!name) return null;
    return (
        <a class="button primary" href={linkTo('setup', info.game, name)}>
            {words().smaller(variantWords(name))}
        </a>
    );
}
