// readiness.tsx: can values of this variant be had? Solved, to be solved now with progress, or too large: then what to type,
// and a smaller variant to play instead.
import { useEffect, useState } from 'preact/hooks';
import { askAgain, askToSolve, forget, gamePath, hasValues, Refused, variantPath, type Info } from '../api.ts';
import { linkTo } from '../router.ts';
import { findSmaller, type Smallers } from '../smaller.ts';
import { variantWords } from '../words/games.ts';
import { words } from '../words/index.ts';
import { Command, Problem, Progress } from './problem.tsx';

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
            {waiting && (
                <div role="status">
                    <Progress solving={info.solving} />
                </div>
            )}
            {refused && <Problem refused={refused} />}
            {info.failed && <Problem refused={new Refused(info.failed, 500, 'failed', null)} />}
            {info.available === 'large' && info.command && isFeasible(info) && <Command text={info.command} />}
            {['late', 'large'].includes(info.available) && <Smaller info={info} />}
        </div>
    );
}

/** What a variant is as large as; null where that is not known. */
const sizeOf = (info: Info) => info.places ?? info.bound;

/** Nobody has a disk for the table of more places than that. */
const HOPELESS = 2 ** 40;

/** Can its values be had by typing what the server says? */
const isFeasible = (info: Info) => (sizeOf(info) ?? 0) < HOPELESS;

function Smaller({ info }: { info: Info }) {
    const w = words();
    const [found, setFound] = useState<Smallers | null>(null);
    useEffect(() => {
        let here = true;
        void findSmaller(info).then((now) => here && setFound(now));
        return () => void (here = false);
    }, [info.game, info.path]);
    if (!found) return <p class="muted">{w.looking}</p>;
    if (!found.known && !found.solvable) return <p class="muted">{w.noSmaller}</p>;
    return (
        <div class="row">
            {found.known && (
                <a class="button primary" href={linkTo('setup', info.game, found.known)}>
                    {w.smaller(variantWords(info.game, found.known))}
                </a>
            )}
            {found.solvable && (
                <a class="button" href={linkTo('setup', info.game, found.solvable)}>
                    {w.solveSmaller(variantWords(info.game, found.solvable))}
                </a>
            )}
        </div>
    );
}
