// app.tsx: the frame around every view: where one can go, the language, light or dark.
import { useEffect, useRef, useState } from 'preact/hooks';
import { variantPath, type Info } from './api.ts';
import { positionOf, readMatch } from './match.ts';
import { change, linkTo, useRoute } from './router.ts';
import { applyTheme, readTheme, type Theme } from './settings.ts';
import { oneOf, sift, type Route } from './address.ts';
import { WrongParams } from './parts/problem.tsx';
import { useKnown } from './use-known.ts';
import { ComparePage } from './views/compare.tsx';
import { ExplorePage } from './views/explore.tsx';
import { HomePage } from './views/home.tsx';
import { PlayPage } from './views/play.tsx';
import { SetupPage } from './views/setup.tsx';
import { SumsPage } from './views/sums.tsx';
import { gameTitle, loadTexts, textsAreThere } from './words/games.ts';
import { languages, setLanguage, words } from './words/index.ts';

export function App() {
    const route = useRoute();
    setLanguage(route.params['lang']);
    const w = words();
    const { answer } = useKnown<Info>(route.game ? variantPath(route.game, route.variant) : null);
    useEffect(() => {
        const shown = route.view === 'lost' ? w.lost : answer ? gameTitle(route.game, answer.title) : '';
        document.title = shown ? `${shown} · ${w.title}` : w.title;
    });
    useTopAfterLinks(location.hash);
    const there = useTexts();
    return (
        <>
            <a class="skip" href="#content" onClick={skip}>
                {w.skipToContent}
            </a>
            <header class="top">
                <a class="brand" href={linkTo('home')}>
                    <img src="./icon.svg" alt="" width={28} height={28} />
                    {w.title}
                </a>
                <nav aria-label={w.title}>
                    <NavLink route={route} view="home" text={w.games} />
                    {route.game && (
                        <>
                            <NavLink route={route} view="setup" text={w.setup} />
                            <NavLink route={route} view="explore" text={w.explore} />
                            <NavLink route={route} view="compare" text={w.compare} />
                        </>
                    )}
                    <NavLink route={route} view="sums" text={w.sums} />
                </nav>
                <div class="switches">
                    <LanguageSwitch />
                    <ThemeSwitch />
                </div>
            </header>
            <main id="content" tabIndex={-1}>
                <WrongParams wrong={sift(route, { lang: oneOf(...languages.map((l) => l.code)) }).wrong} />
                {there && <CurrentView route={route} />}
            </main>
        </>
    );
}

/** What games are called in another language than English is loaded when it is needed; until then nothing is shown. */
function useTexts(): boolean {
    const [, setLoaded] = useState(false);
    const there = textsAreThere();
    useEffect(() => {
        if (!there) void loadTexts().then(() => setLoaded(true));
    }, [there]);
    return there;
}

/** Whoever follows a link begins at the top of what it leads to. Going back leads to where one was, which browsers see to themselves. */
function useTopAfterLinks(address: string): void {
    const followed = useRef(false);
    useEffect(() => {
        const note = (event: Event) => (followed.current = (event.target as Element).closest('a') !== null);
        addEventListener('click', note, true);
        return () => removeEventListener('click', note, true);
    }, []);
    useEffect(() => {
        if (followed.current) scrollTo(0, 0);
        followed.current = false;
    }, [address]);
}

/** The position that is played, or looked at, as a parameter. */
function onBoard(route: Route): Record<string, string> {
    if (route.view === 'explore') return { position: route.params['position'] ?? route.params['from'] ?? '' };
    return route.view === 'play' ? { from: positionOf(readMatch(route)) } : {};
}

/** The address is the state, so the usual #content cannot be. */
function skip(event: Event): void {
    event.preventDefault();
    document.getElementById('content')?.focus();
}

function CurrentView({ route }: { route: Route }) {
    switch (route.view) {
        case 'setup':
            return <SetupPage key={route.game} route={route} />;
        case 'play':
            return <PlayPage key={`${route.game}/${route.variant}`} route={route} />;
        case 'explore':
            return <ExplorePage key={`${route.game}/${route.variant}`} route={route} />;
        case 'compare':
            return <ComparePage key={route.game} route={route} />;
        case 'sums':
            return <SumsPage route={route} />;
        case 'lost':
            return <Lost />;
        default:
            return <HomePage />;
    }
}

/** A link to something that is not here. */
function Lost() {
    const w = words();
    return (
        <div class="narrow">
            <h1>{w.lost}</h1>
            <p>{w.lostHelp}</p>
            <p>
                <a class="button primary" href={linkTo('home')}>
                    {w.chooseGame}
                </a>
            </p>
        </div>
    );
}

function NavLink({ route, view, text }: { route: Route; view: Route['view']; text: string }) {
    const ofGame = view === 'setup' || view === 'explore' || view === 'compare';
    // What is on the board goes along; it is known when the link is followed, not before.
    const address = () =>
        ofGame ? linkTo(view, route.game, route.variant, view === 'explore' ? onBoard(route) : {}) : linkTo(view);
    return (
        <a
            href={address()}
            onClick={(e) => (e.currentTarget.href = address())}
            aria-current={route.view === view ? 'page' : undefined}
        >
            {text}
        </a>
    );
}

function LanguageSwitch() {
    const w = words();
    return (
        <div class="segments" role="group" aria-label={w.language}>
            {languages.map((l) => (
                <button
                    key={l.code}
                    type="button"
                    lang={l.code}
                    title={l.name}
                    aria-label={`${l.code.toUpperCase()}: ${l.name}`}
                    aria-pressed={l.code === w.code}
                    onClick={() => change({ lang: l.code })}
                >
                    {l.code.toUpperCase()}
                </button>
            ))}
        </div>
    );
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const SIGNS: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

function ThemeSwitch() {
    const w = words();
    const [theme, setTheme] = useState(readTheme);
    useEffect(() => applyTheme(theme), [theme]);
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    const label = `${w.theme}: ${w.themes[theme]}`;
    return (
        <button type="button" class="quiet round" title={label} aria-label={label} onClick={() => setTheme(next)}>
            <span aria-hidden="true">{SIGNS[theme]}</span>
        </button>
    );
}
