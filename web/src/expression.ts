// expression.ts: games put together, as text: `sum(nim(3),kayles(heaps=7))`. The server reads all of it; the page only needs to take
// the outermost level apart, so that it can be built by clicking.
export const WAYS = ['sum', 'union', 'selective', 'and', 'also', 'wtia'] as const;
export type Way = (typeof WAYS)[number];

export interface Compound {
    way: Way;
    parts: string[];
}

/** Splits where a separator stands outside all brackets. */
export function splitOutside(text: string, separator: string): string[] {
    const out: string[] = [];
    let depth = 0;
    let piece = '';
    for (const char of text) {
        if (char === '(') depth++;
        if (char === ')') depth--;
        if (char === separator && depth === 0) {
            out.push(piece.trim());
            piece = '';
        } else piece += char;
    }
    out.push(piece.trim());
    return out;
}

/** The way and the parts; a single game is a sum of one. */
export function readCompound(text: string): Compound {
    const match = /^\s*([a-z]+)\s*\((.*)\)\s*$/s.exec(text);
    const way = WAYS.find((w) => w === match?.[1]);
    if (!match || !way) return { way: 'sum', parts: text.trim() ? [text.trim()] : [] };
    return { way, parts: splitOutside(match[2] ?? '', ',').filter(Boolean) };
}

export function writeCompound({ way, parts }: Compound): string {
    if (parts.length === 1 && way === 'sum') return parts[0] ?? '';
    return `${way}(${parts.join(',')})`;
}

export interface PlainGame {
    game: string;
    chosen: Record<string, string>; // options that were set
    position: string; // "" is the start
}

/** A game with its options, by name or in their order; null where it is an expression of its own. */
export function readGame(text: string, optionNames: (game: string) => readonly string[]): PlainGame | null {
    const match = /^\s*([a-z0-9-]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
    if (!match?.[1] || WAYS.some((w) => w === match[1])) return null;
    const names = optionNames(match[1]);
    const chosen: Record<string, string> = {};
    let position = '';
    splitOutside(match[2] ?? '', ';').forEach((piece, i) => {
        const named = /^([a-z_]+)=(.*)$/s.exec(piece);
        if (piece.startsWith('@')) position = piece.slice(1);
        else if (named?.[1] && names.includes(named[1])) chosen[named[1]] = named[2] ?? '';
        else if (piece && names[i]) chosen[names[i] as string] = piece;
    });
    return { game: match[1], chosen, position };
}

export function writeGame({ game, chosen, position }: PlainGame): string {
    const pieces = Object.entries(chosen)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${value}`);
    if (position) pieces.push(`@${position}`);
    return pieces.length ? `${game}(${pieces.join(';')})` : game;
}
