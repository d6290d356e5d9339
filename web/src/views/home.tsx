// home.tsx: choose a game.
import type { ComponentChildren } from 'preact';
import { gamesPath, variantPath, type Info, type ListedGame } from '../api.ts';
import { Miniature } from '../board/miniature.tsx';
import { easiestFirst } from '../easiest.ts';
import { Loading, Problem } from '../parts/problem.tsx';
import { linkTo } from '../router.ts';
import { useKnown } from '../use-known.ts';
import { gameTitle, sayOf, usual } from '../words/games.ts';
import { words } from '../words/index.ts';

export function HomePage() {
    const w = words();
    const { answer, refused } = useKnown<{ games: ListedGame[] }>(gamesPath);
    return (
        <div class="home">
            <div class="hero">
                <h1>{w.chooseGame}</h1>
                <p>{w.chooseGameHelp}</p>
            </div>
            {refused && <Problem refused={refused} />}
            {!answer && !refused && <Loading />}
            {answer && <Cards games={easiestFirst(answer.games.filter((g) => !g.impartial))} />}
            {answer && <h2 class="cards-title">{w.sameMoves}</h2>}
            {answer && (
                <Cards games={easiestFirst(answer.games.filter((g) => g.impartial))}>
                    <li>
                        <a class="card" href={linkTo('sums')}>
                            <span class="card-picture plus" aria-hidden="true">
                                ⊕
                            </span>
                            <span class="card-title">{w.sums}</span>
                            <span class="card-text">{w.sumsCard}</span>
                        </a>
                    </li>
                </Cards>
            )}
        </div>
    );
}

function Cards({ games, children }: { games: ListedGame[]; children?: ComponentChildren }) {
    return (
        <ul class="cards">
            {games.map((g) => (
                <li key={g.name}>
                    <GameCard game={g} />
                </li>
            ))}
            {children}
        </ul>
    );
}

function GameCard({ game }: { game: ListedGame }) {
    const w = words();
    const { answer } = useKnown<Info>(variantPath(game.name, 'default'));
    const title = gameTitle(game.name, game.title);
    const about = sayOf(game.name, answer ?? usual(game.options), 'about', game.about);
    return (
        <a class="card" href={linkTo('setup', game.name, 'default')}>
            <span class="card-picture">
                {answer?.picture && <Miniature picture={answer.picture} label={w.startPicture(title)} />}
            </span>
            <span class="card-title">{title}</span>
            <span class="card-text" lang={about.lang}>
                {firstWords(about.text)}
            </span>
            {game.rolls > 0 && <span class="tag">{w.withDice}</span>}
        </a>
    );
}

/** The first sentences of a text: enough to tell what it is about. */
function firstWords(text: string): string {
    const sentences = text.replace(/\s+/g, ' ').match(/.+?[.;:](?= [A-ZÄÖÜ]|$)|.+$/g) ?? [];
    let out = '';
    for (const s of sentences) if (out.length < 50) out += s;
    return out.replace(/[;:]$/, '.');
}
