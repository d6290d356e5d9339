// use-known.ts: an answer of the server inside a component: the answer, what was refused, or neither yet.
import { useEffect, useState } from 'preact/hooks';
import { fetched, known, type Refused } from './api.ts';

export function useKnown<T>(path: string | null): { answer?: T; refused?: Refused } {
    const [, again] = useState(0);
    useEffect(() => {
        if (!path || known(path)) return;
        let here = true;
        void fetched(path).then(() => here && again((n) => n + 1));
        return () => void (here = false);
    }, [path, !path || known(path) === undefined]); // it may have been forgotten since
    return (path && known<T>(path)) || {};
}
