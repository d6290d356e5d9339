// use-later.ts: something that is done after a while, as it is then: what has been changed meanwhile is not undone by it.
import { useEffect, useRef } from 'preact/hooks';

/** Does it once, so many milliseconds after `ready` or one of `since` changes; never while not ready. */
export function useLater(ready: boolean, milliseconds: number, since: readonly unknown[], act: () => void): void {
    const latest = useRef(act);
    latest.current = act;
    useEffect(() => {
        if (!ready) return;
        const timer = setTimeout(() => latest.current(), milliseconds);
        return () => clearTimeout(timer);
    }, [ready, ...since]);
}
