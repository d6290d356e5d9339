// games.ts: what is said of a game, in the language of the page. The server says it in English; the game's folder has it in other languages:
// src/games/GAME/LANGUAGE.txt, a line each: `title: …`, `about: …`, `known: …`, `notation: …`; of an option `option NAME: …` (what it is called),
// `help NAME: …` and, of each of its choices, `value NAME=CHOICE: …`; of a word in moves `move WORD: …`, of a part of a game `phase NAME: …`. The rules, what is known and the notation may
// depend on the variant (variant-text.ts).
import type { Option } from '../api.ts';
import { readVariantName } from '../variant-name.ts';
import { words } from './index.ts';
import { variantText, type Spoken } from './variant-text.ts';

let files: Record<string, string> | null = null;

/** Are the texts of the language there? English ones always are. */
export const textsAreThere = (): boolean => words().code === 'en' || files !== null;

export async function loadTexts(): Promise<void> {
    files = (await import('./texts.ts')).files;
}

/** A text, and the language it is in: English where there is no other. */
export interface Said {
    text: string;
    lang: string;
}

function readTexts(file: string): Map<string, string> {
    const texts = new Map<string, string>();
    for (const line of file.split('\n')) {
        const at = line.indexOf(': ');
        if (at > 0) texts.set(line.slice(0, at), line.slice(at + 2).trim());
    }
    return texts;
}

const read = new Map<string, Map<string, string>>();

function textsOf(game: string): Map<string, string> {
    const path = `../../../src/games/${game}/${words().code}.txt`;
    const texts = read.get(path) ?? readTexts(files?.[path] ?? '');
    if (files) read.set(path, texts);
    return texts;
}

export function say(game: string, key: string, english: string): Said {
    const text = textsOf(game).get(key);
    return text === undefined ? { text: english, lang: 'en' } : { text, lang: words().code };
}

/** What is said of a variant: in English by the server, which knows it. */
export function sayOf(game: string, spoken: Spoken, key: string, english: string): Said {
    const said = say(game, key, english);
    if (said.text === english) return said;
    const value = (option: string, choice: string) => choiceName(game, option, choice).text;
    return { text: variantText(said.text, spoken, value), lang: said.lang };
}

/** A game before the server has told of any variant: its options as usual. */
export const usual = (options: readonly Option[]): Spoken => ({
    variant: Object.fromEntries(options.map((o) => [o.name, o.default ?? ''])),
    start: '',
});

export const gameTitle = (game: string, title: string): string => say(game, 'title', title).text;

/** What an option is called. */
export const optionName = (game: string, option: string): Said =>
    say(game, `option ${option}`, option.replace(/_/g, ' '));

export const optionHelp = (game: string, option: Option): Said => say(game, `help ${option.name}`, option.help);

export const choiceName = (game: string, option: string, choice: string): Said =>
    say(game, `value ${option}=${choice}`, choice);

/** What is done in a part of a game. The usual words are known for games without texts of their own, too. */
export function phaseName(game: string, phase: string): Said {
    const usually = words().gamePhases[phase];
    const said = say(game, `phase ${phase}`, phase);
    return said.lang === 'en' && usually !== undefined ? { text: usually, lang: words().code } : said;
}

/** A move as people read it: the words in it are said, the rest is notation. */
export function moveText(game: string, move: string): string {
    const texts = textsOf(game);
    return move.replace(/[a-z]{3,}/g, (word) => texts.get(`move ${word}`) ?? word);
}

/** A variant's name for people: "size = 6, cut = none". */
export function variantWords(game: string, name: string): string {
    const settings = Object.entries(readVariantName(name)).map(
        ([option, value]) => `${optionName(game, option).text} = ${choiceName(game, option, value).text}`,
    );
    return settings.join(', ') || words().defaultVariant;
}
