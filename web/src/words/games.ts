// games.ts: titles and rules in the language of the page. The server has them in English; a game's folder may have them in another
// language, src/games/GAME/LANGUAGE.txt: its title in the first line, then its rules.
import { words } from './index.ts';

const texts: Record<string, string> = import.meta.glob('../../../src/games/*/*.txt', {
    query: '?raw',
    import: 'default',
    eager: true,
});

export interface GameText {
    title: string;
    about: string;
    lang: string;
}

/** What to say of a game; in English where its folder has nothing in this language. */
export function gameText(game: { name: string; title: string; about: string }): GameText {
    const lang = words().code;
    const text = texts[`../../../src/games/${game.name}/${lang}.txt`];
    if (!text) return { title: game.title, about: game.about, lang: 'en' };
    const [title = game.title, ...rest] = text.split('\n');
    return { title, about: rest.join(' ').trim(), lang };
}

export function gameTitle(name: string, title: string): string {
    return gameText({ name, title, about: '' }).title;
}
