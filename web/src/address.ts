// address.ts: the address is the state. What is shown is a pure function of it, so a link is a position, and the
// browser's own back and forward work.
//
//     #/VIEW/GAME/VARIANT?name=value&…
//
// It lies behind the # because positions have dots and slashes, which a path would not keep apart from files.

export type View = 'home' | 'setup' | 'play' | 'explore' | 'compare' | 'sums' | 'lost';

export interface Route {
    view: View;
    game: string;
    variant: string; // the folder's name of the variant: "default", "size=10,pawns=5"
    params: Record<string, string>;
}

const VIEWS: readonly View[] = ['home', 'sums'];
const VIEWS_OF_GAMES: readonly View[] = ['setup', 'play', 'explore', 'compare'];

/** Percent-encoding that leaves alone what an address may have as it is: links should be readable. */
function soft(text: string, keep: string): string {
    return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (code, hex: string) => {
        const char = String.fromCharCode(parseInt(hex, 16));
        return keep.includes(char) ? char : code;
    });
}

function plain(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // a link that was cut in the middle of a code
    }
}

export function parseAddress(hash: string): Route {
    const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
    const [view = '', game = '', variant = ''] = path.split('/').slice(1).map(plain);
    const params: Record<string, string> = {};
    for (const pair of query.split('&').filter(Boolean)) {
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        params[plain(name)] = plain(value);
    }
    const known = [...VIEWS, ...(game ? VIEWS_OF_GAMES : [])].find((v) => v === (view || 'home'));
    if (!known) return { view: 'lost', game: '', variant: 'default', params };
    return { view: known, game, variant: variant || 'default', params };
}

/** What the value of a parameter must be. */
export type Check = (value: string) => boolean;

export const oneOf =
    (...values: readonly string[]): Check =>
    (value) =>
        values.includes(value);

export const wholeUpTo =
    (most: number): Check =>
    (value) =>
        /^\d{1,9}$/.test(value) && Number(value) <= most;

/** The address without parameters that mean nothing, and those, as they were written. */
export function sift(route: Route, checks: Record<string, Check>): { route: Route; wrong: string[] } {
    const bad = ([name, value]: [string, string]) => value !== '' && checks[name]?.(value) === false;
    const pairs = Object.entries(route.params);
    return {
        route: { ...route, params: Object.fromEntries(pairs.filter((pair) => !bad(pair))) },
        wrong: pairs.filter(bad).map(([name, value]) => `${name}=${value}`),
    };
}

export function formatAddress(route: Route): string {
    const path = ['', route.view];
    if (route.game) path.push(soft(route.game, ',=:;@'));
    if (route.game && route.variant) path.push(soft(route.variant, ',=:;@'));
    const pairs = Object.entries(route.params)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${soft(name, '')}=${soft(value, ',:;/@!$()*')}`);
    return `#${path.join('/')}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** Moves in one parameter. No notation has a tilde; one that had would be encoded. */
export function joinMoves(moves: readonly string[]): string {
    return moves.map((m) => m.replace(/%/g, '%25').replace(/~/g, '%7E')).join('~');
}

export function splitMoves(text: string): string[] {
    return text ? text.split('~').map(plain) : [];
}
