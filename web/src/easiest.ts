// easiest.ts: games in the order in which they are shown.
import type { ListedGame } from './api.ts';

/** What is told in few words is learned soon: the order is the same in every language, and whatever is solved. */
export function easiestFirst(games: readonly ListedGame[]): ListedGame[] {
    return [...games].sort((a, b) => a.about.length - b.about.length || a.name.localeCompare(b.name));
}
