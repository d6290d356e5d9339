// text.tsx: a paragraph of what is said of a game, in the language it is said in.
import type { Said } from '../words/games.ts';

export function Text({ said, muted = false }: { said: Said; muted?: boolean }) {
    return (
        <p lang={said.lang} class={muted ? 'muted' : undefined}>
            {said.text}
        </p>
    );
}
