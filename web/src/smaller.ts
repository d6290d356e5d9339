// smaller.ts: of a variant that is too large, the largest smaller ones of which values can be had here.
//
// Numbers are made smaller, of one option or of two. The more of one is left, the less is of the other: of two options a walk down the
// stairs between what is too large and what is not finds all that matter, in as many questions as both have steps.
import { askAgain, hasValues, variantPath, type Info, type Option } from './api.ts';
import { readVariantName, variantName } from './variant-name.ts';

export interface Smallers {
    known: string | null; // whose values are there, or at once
    solvable: string | null; // a larger one that the server can solve
}

const MOST_STEPS = 16; // of an option
const MOST_ASKED = 120;

interface Ladder {
    name: string;
    from: number;
    least: number;
}

/** An option that is a number, from what it is now down. */
function ladderOf(info: Info, o: Option): Ladder | null {
    const from = Number(info.variant[o.name]);
    const numbers = o.choices?.map(Number) ?? []; // a choice of numbers is one too; those between them are refused
    const min = o.min ?? (numbers.length && numbers.every(Number.isFinite) ? Math.min(...numbers) : null);
    if (min === null || !Number.isFinite(from)) return null;
    return { name: o.name, from, least: Math.max(min, from - MOST_STEPS) };
}

export async function findSmaller(info: Info): Promise<Smallers> {
    const chosen = readVariantName(info.path);
    const asked = new Map<string, Info | null>();
    const ask = async (settings: Record<string, number>): Promise<Info | null> => {
        const texts = Object.fromEntries(Object.entries(settings).map(([name, n]) => [name, String(n)]));
        const name = variantName(info.options, { ...chosen, ...texts });
        if (!asked.has(name) && asked.size < MOST_ASKED)
            asked.set(name, await askAgain<Info>(variantPath(info.game, name)).catch(() => null));
        return asked.get(name) ?? null;
    };
    const ladders = info.options.map((o) => ladderOf(info, o)).filter((l): l is Ladder => l !== null);
    const known = await largest(ladders, ask, hasValues);
    const solvable = await largest(ladders, ask, (i) => hasValues(i) || i.available === 'can');
    return {
        known: known?.path ?? null,
        solvable: solvable && solvable.available === 'can' ? solvable.path : null,
    };
}

type Ask = (settings: Record<string, number>) => Promise<Info | null>;

/** A variant with two changes must be three times as large to be better than one with one. */
const PLAIN = Math.log2(3);

const sizeOf = (info: Info) => info.places ?? info.bound ?? 0;

async function largest(ladders: readonly Ladder[], ask: Ask, fits: (info: Info) => boolean): Promise<Info | null> {
    let best: { info: Info; weight: number } | null = null;
    const look = async (settings: Record<string, number>): Promise<boolean> => {
        const there = await ask(settings);
        if (!there || !fits(there)) return false;
        const weight = sizeOf(there) / Object.keys(settings).length ** PLAIN;
        if (!best || weight > best.weight) best = { info: there, weight };
        return true;
    };
    for (const [i, a] of ladders.entries()) {
        for (let n = a.from - 1; n >= a.least; n--) if (await look({ [a.name]: n })) break;
        for (const b of ladders.slice(i + 1)) await walkStairs(a, b, look);
    }
    return (best as { info: Info } | null)?.info ?? null;
}

/** From many of the one and few of the other to few of the one and many of the other. */
async function walkStairs(a: Ladder, b: Ladder, look: (settings: Record<string, number>) => Promise<boolean>) {
    let n = a.from - 1;
    let k = b.least;
    while (n >= a.least && k < b.from) {
        if (await look({ [a.name]: n, [b.name]: k })) k++;
        else n--;
    }
}
