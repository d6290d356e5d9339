// index.ts: the words of the language that the address names, else of the browser, else English.
import { de } from './de.ts';
import { en } from './en.ts';

export type Words = typeof en;

const LANGUAGES: Record<string, Words> = { en, de };
export const languages: readonly Words[] = Object.values(LANGUAGES);

let current: Words = en;

export function setLanguage(wanted: string | undefined): void {
    const asked = wanted ?? navigator.language.slice(0, 2);
    current = LANGUAGES[asked] ?? en;
    document.documentElement.lang = current.code;
}

/** The words to use now. Called while rendering, never kept: the language may change. */
export function words(): Words {
    return current;
}
