// api.ts: what the server says. Types are those of docs/json.md and docs/server.md; every answer is kept, so going
// back and forth in a game asks nothing twice.

export type Cell = readonly [row: number, col: number];
export type Value = 'win' | 'loss' | 'draw';
export type Shape = 'disc' | 'coin' | 'cross' | 'ring' | 'block' | 'block-crossed';
export type Tint = 'plain' | 'first' | 'second' | 'white' | 'black';

export interface Field {
    row: number;
    col: number;
    piece: string | null;
    shape: Shape | null; // null without a piece
    tint: Tint;
    dark: boolean;
    marked?: true; // in a place of its own
    winning?: true; // one of those that won
    number: number;
    text: string;
}

export interface Line {
    from: Cell;
    to: Cell;
    drawn: boolean;
}

/** Pieces in hand: those of a kind are a field that lies beside the board, and can be touched there. */
export interface Hand {
    pieces: number;
    tint: Tint;
    kinds: Field[];
}

export interface Picture {
    kind: 'squares' | 'points' | 'lines' | 'heaps' | 'words';
    rows: number;
    cols: number;
    row_labels: string[];
    col_labels: string[];
    fields: Field[];
    lines: Line[];
    points: [number, number] | null;
    hands: [Hand, Hand] | null;
    phase: string | null;
    caption: string;
}

export interface Move {
    move: string;
    position: string;
    next?: string; // who is to move after it
    value?: Value | null;
    remoteness?: number | null;
    delta?: number | null;
    probability?: number | null;
    lower?: number | null;
    upper?: number | null;
    touches: Cell[];
    captured: Cell[];
    begins?: number[]; // places in `touches` from which another piece begins
}

export interface Roll {
    roll: number;
    dice: string; // as people say it: "6", "3-1"
    chance: number;
    probability: number | null;
    moves: Move[];
}

/** By a table of best moves alone a roll is its best move. */
type BestRoll = Move & { roll: number; dice: string };

export interface Answer {
    game: string;
    variant: Record<string, string | number>;
    position: string;
    turn: string;
    values: string | null;
    value: Value | null;
    winner: string | null;
    remoteness: number | null;
    over: boolean;
    probability?: number | null;
    lower?: number | null;
    upper?: number | null;
    moves?: Move[];
    rolls?: Roll[];
    picture: Picture;
}

export interface Option {
    name: string;
    type: 'int' | 'choice' | 'list' | 'text';
    default: number | string | null;
    min: number | null;
    max: number | null;
    choices: string[] | null;
    help: string;
}

export interface ListedGame {
    name: string;
    title: string;
    about: string;
    players: [string, string];
    options: Option[];
    rolls: number;
    plugin: boolean;
    impartial?: boolean;
}

export interface Start {
    value?: Value;
    winner?: string | null;
    remoteness?: number | null;
    probability?: number;
}

export interface Solving {
    done: number | null;
    seconds: number;
    left: number | null;
    phase: string;
}

export type Available = 'table' | 'memory' | 'spot' | 'book' | 'solving' | 'can' | 'late' | 'large';

export interface Summary {
    states?: number;
    positions?: number;
    won_by?: Record<string, number>;
    drawn?: number;
    start?: Start;
    longest?: { remoteness: number; position: string | null } | null;
    min?: { probability: number; position: string };
    max?: { probability: number; position: string };
}

export interface Info {
    game: string;
    variant: Record<string, string | number>;
    title: string;
    about: string;
    known: string | null;
    notation: string | null;
    players: [string, string];
    options: Option[];
    start: string;
    turn: string;
    gives: Record<string, boolean>;
    places: number | null;
    bound: number | null;
    path: string;
    available: Available;
    command?: string;
    solving: Solving | null;
    failed?: string | null;
    summary: Summary | null;
    picture?: Picture;
    variants?: StoredVariant[];
}

/** Are all its states known, so that they can be counted and drawn from? Or will they be when they are asked for? */
export const hasTable = (info: Info) => ['table', 'memory', 'spot'].includes(info.available);

/** Are there values, or will be when they are asked for? */
export const hasValues = (info: Info) => hasTable(info) || info.available === 'book';

export interface StoredVariant {
    path: string;
    variant: Record<string, string | number>;
    states?: number;
    positions?: number;
    bytes: number;
    start: Start;
}

export interface LineStep {
    move: string;
    position: string;
    turn: string;
    value: Value;
    winner: string | null;
    remoteness: number | null;
}

export interface BestLine {
    line: LineStep[];
    ends: 'win' | 'draw' | 'cut';
}

export interface Found {
    position: string;
    turn: string;
    value?: Value;
    remoteness?: number | null;
    winner?: string | null;
    probability?: number;
}

export interface Stats {
    states?: number;
    positions?: number;
    won_by?: Record<string, number>;
    drawn?: number;
    by_remoteness?: { remoteness: number; won_by: Record<string, number> }[] | null;
    by_ply?: number[];
    longest?: { winner: string; remoteness: number; states: number; position: string }[] | null;
    branching?: { open: number; over: number; min: number; mean: number; max: number };
    by_lead?: { lead: number; positions: number; min: number; mean: number; max: number }[];
    hardest?: { position: string; turn: string; value: Value; remoteness: number }[] | null;
}

export interface CompareRow {
    name: string;
    variant: Record<string, string | number>;
    state: string;
    problem: string | null;
    states?: number;
    won_by?: Record<string, number>;
    drawn?: number;
    start?: Start;
    share?: Record<string, number>;
    lean?: { measure: string; lean: number | null; favours: string | null; fairest: boolean }[];
}

export interface Compare {
    rows: CompareRow[];
    measures: { name: string; help: string; fairest: string[] }[];
    fairest: { name: string; first_places: number } | null;
}

export type Number5 = number | string | null;

export interface Values {
    outcome: 'win' | 'loss' | null;
    grundy: Number5;
    remoteness: Number5;
    suspense: Number5;
    w: Number5;
    w_misere: Number5;
}

export interface Part extends Partial<Values> {
    expression?: string;
    game: string;
    variant: Record<string, string | number>;
    position: string;
    picture?: Picture;
}

export interface SumStep {
    part: number; // from 1
    move?: string;
    to: string;
    touches?: Cell[];
    captured?: Cell[];
    again?: boolean; // the same player moves again
}

export interface SumMove {
    expression: string;
    steps: SumStep[];
    outcome: 'win' | 'loss' | null;
    grundy?: Number5; // of what is left
}

export interface SumAnswer extends Values {
    expression: string;
    misere: boolean;
    method: string | null;
    parts: Part[];
    moves: SumMove[] | null; // null: too much to be found out
    all_moves: boolean;
}

/** What the server refuses, with its one line. */
export class Refused extends Error {
    constructor(
        message: string,
        readonly status: number,
        readonly code: string, // what kind of refusal: docs/serving.md has them; '' when there is no server
        readonly command: string | null,
    ) {
        super(message);
    }
}

async function ask<T>(path: string, method = 'GET'): Promise<T> {
    let response: Response;
    try {
        response = await fetch(path, { method });
    } catch {
        throw new Refused('', 0, '', null); // no server: the words for it are the page's
    }
    const body = (await response.json().catch(() => ({}))) as T & { error?: string; code?: string; command?: string };
    if (!response.ok)
        throw new Refused(
            body.error ?? response.statusText,
            response.status,
            body.code ?? 'failed',
            body.command ?? null,
        );
    return withRolls(body);
}

/** Rolls of a table of best moves as others have them, all as likely, and each with one move. */
function withRolls<T>(body: T): T {
    const { values, rolls } = body as { values?: string; rolls?: BestRoll[] };
    if (values !== 'moves' || !rolls) return body;
    const full = rolls.map((r): Roll => ({
        roll: r.roll,
        dice: r.dice,
        chance: 1 / rolls.length,
        probability: null,
        moves: [r],
    }));
    return { ...body, rolls: full };
}

/** An answer that has come, or what was refused; undefined while it has not been asked for. */
type Kept = { answer?: unknown; refused?: Refused; coming?: Promise<void> };
const kept = new Map<string, Kept>();

/** What is known of an address by now. */
export function known<T>(path: string): { answer?: T; refused?: Refused } | undefined {
    const entry = kept.get(path);
    return entry && (entry.answer !== undefined || entry.refused)
        ? (entry as { answer?: T; refused?: Refused })
        : undefined;
}

/** Asks, unless it is known or being asked. Never throws: `known` has the answer afterwards. */
export function fetched(path: string): Promise<void> {
    const entry: Kept = kept.get(path) ?? {};
    if (entry.answer !== undefined || entry.refused) return Promise.resolve();
    kept.set(path, entry);
    entry.coming ??= ask(path)
        .then((answer) => void (entry.answer = answer))
        .catch(
            (e: unknown) => void (entry.refused = e instanceof Refused ? e : new Refused(String(e), 0, 'failed', null)),
        );
    return entry.coming;
}

/** Forgets what may have changed: answers about a variant that has been solved since. */
export function forget(prefix: string): void {
    for (const path of [...kept.keys()]) if (path.startsWith(prefix)) kept.delete(path);
}

/** Forgets what failed for a reason that may have passed: no server, or one that had too much to do. */
export function forgetFailures(): void {
    for (const [path, { refused }] of [...kept])
        if (refused && (refused.status === 0 || refused.status >= 429)) kept.delete(path);
}

const code = encodeURIComponent;

export const gamesPath = 'api/games';
export const gamePath = (game: string) => `api/games/${code(game)}`;
export const variantPath = (game: string, variant: string) => `${gamePath(game)}/${code(variant || 'default')}`;
const withTurn = (turn: string) => (turn ? `?turn=${code(turn)}` : '');
export const positionPath = (game: string, variant: string, position: string, turn = '') =>
    `${variantPath(game, variant)}/positions/${code(position || 'start')}${withTurn(turn)}`;
export const linePath = (game: string, variant: string, position: string, turn = '') =>
    `${variantPath(game, variant)}/line/${code(position || 'start')}${withTurn(turn)}`;
export const statsPath = (game: string, variant: string) => `${variantPath(game, variant)}/stats`;
export const comparePath = (game: string, variants: readonly string[]) =>
    `${gamePath(game)}/compare${variants.length ? `?variants=${variants.map(code).join(';')}` : ''}`;
export const valuePath = (expr: string, misere: boolean) => `api/value?expr=${code(expr)}${misere ? '&misere=1' : ''}`;

export interface RandomWish {
    value: string;
    turn: string;
    far: string;
}

export function askRandom(game: string, variant: string, wish: RandomWish): Promise<Found> {
    const query = new URLSearchParams({ seed: String(Math.floor(Math.random() * 2 ** 31)) });
    for (const [name, value] of Object.entries(wish)) if (value) query.set(name, value as string);
    return ask<Found>(`${variantPath(game, variant)}/random?${query.toString()}`);
}

export function askToSolve(game: string, variant: string): Promise<Info> {
    return ask<Info>(`${variantPath(game, variant)}/solve`, 'POST');
}

export function askAgain<T>(path: string): Promise<T> {
    return ask<T>(path);
}
