// setup.tsx: before a game: its rules, its options, who plays what, and how well the page plays.
import { useRef, useState } from 'preact/hooks';
import { gamePath, hasValues, variantPath, type Info, type Refused } from '../api.ts';
import type { Route } from '../address.ts';
import { Miniature } from '../board/miniature.tsx';
import { matchAddress, PACE, type Match } from '../match.ts';
import { OptionsForm } from '../parts/options.tsx';
import { Loading, Problem } from '../parts/problem.tsx';
import { Readiness } from '../parts/readiness.tsx';
import { SkillSlider } from '../parts/skill.tsx';
import { Text } from '../parts/text.tsx';
import { go, linkTo } from '../router.ts';
import { useKnown } from '../use-known.ts';
import { readVariantName, variantName } from '../variant-name.ts';
import { gameTitle, sayOf, variantWords } from '../words/games.ts';
import { words } from '../words/index.ts';

export function SetupPage({ route }: { route: Route }) {
    const path = variantPath(route.game, route.variant);
    const { answer, refused } = useKnown<Info>(path);
    const [newer, setNewer] = useState<{ path: string; info: Info } | null>(null); // while it is being solved
    const last = useRef<Info>(); // stays while the next variant is asked for, so that nothing flickers
    const info = newer?.path === path ? newer.info : (answer ?? last.current);
    last.current = info;
    const usual = useKnown<Info>(refused && !info ? variantPath(route.game, 'default') : null);
    const shown = info ?? usual.answer;
    if (shown)
        return (
            <Setup
                info={shown}
                wanted={route.variant}
                refused={refused ?? null}
                onInfo={(now) => setNewer({ path, info: now })}
            />
        );
    if (!refused || !usual.refused) return <Loading />;
    return (
        <div class="narrow">
            <Problem refused={refused} />
        </div>
    );
}

interface SetupProps {
    info: Info;
    wanted: string; // the variant as it was typed
    refused: Refused | null; // options that the game refuses: then `info` is of the variant before it, or of the usual one
    onInfo: (info: Info) => void;
}

function Setup({ info, wanted, refused, onInfo }: SetupProps) {
    const w = words();
    const [me, setMe] = useState(info.turn);
    const [skill, setSkill] = useState(60);
    const chosen = readVariantName(wanted);
    const setOption = (name: string, value: string) =>
        go(linkTo('setup', info.game, variantName(info.options, { ...chosen, [name]: value })), true);
    const values = hasValues(info);
    const title = gameTitle(info.game, info.title);
    const match: Match = {
        game: info.game,
        variant: info.path,
        from: '',
        turn: '',
        moves: [],
        at: 0,
        roll: 0,
        me,
        skill: values ? skill : 0,
        hints: false,
        pace: PACE,
    };
    const ready = !refused && (
        <section>
            <Readiness key={info.path} info={info} onChange={onInfo} />
        </section>
    );
    return (
        <div class="setup">
            <div class="setup-board">
                <h1>{title}</h1>
                {info.picture && <Miniature picture={info.picture} label={w.startPicture(title)} />}
            </div>
            <div class="panel">
                <section>
                    <h2>{w.rules}</h2>
                    <Text said={sayOf(info.game, info, 'about', info.about)} />
                </section>
                {!values && ready}
                <section>
                    <h2>{w.youPlay}</h2>
                    <Sides info={info} me={me} onChange={setMe} />
                    {me !== 'both' && values && <SkillSlider skill={skill} onChange={setSkill} />}
                    {!values && <p class="muted">{w.withoutValues}</p>}
                    {!refused && (
                        <a class="button primary big" href={matchAddress(match)} id="start">
                            {w.start}
                        </a>
                    )}
                </section>
                {values && ready}
                {info.options.length > 0 && (
                    <section>
                        <h2>{w.options}</h2>
                        <OptionsForm
                            game={info.game}
                            options={info.options}
                            chosen={shownOptions(info, chosen)}
                            prefix="option"
                            onChange={setOption}
                        />
                        {refused && <Problem refused={refused} />}
                        <SolvedVariants game={info.game} here={info.path} />
                    </section>
                )}
                {info.known && (
                    <section>
                        <h2>{w.whatIsKnown}</h2>
                        <Text said={sayOf(info.game, info, 'known', info.known)} />
                    </section>
                )}
                {info.notation && (
                    <details>
                        <summary>{w.notation}</summary>
                        <Text said={sayOf(info.game, info, 'notation', info.notation)} />
                    </details>
                )}
            </div>
        </div>
    );
}

/** What was chosen, and for the others what the variant has. */
function shownOptions(info: Info, chosen: Record<string, string>): Record<string, string> {
    return { ...Object.fromEntries(info.options.map((o) => [o.name, String(info.variant[o.name] ?? '')])), ...chosen };
}

function Sides({ info, me, onChange }: { info: Info; me: string; onChange: (me: string) => void }) {
    const w = words();
    const sides = [
        ...info.players.map((p) => ({ id: p, text: w.sideLabel(p), help: p === info.turn ? w.begins : '' })),
        { id: 'both', text: w.both, help: w.bothHelp },
        { id: 'none', text: w.watch, help: w.watchHelp },
    ];
    return (
        <fieldset class="sides">
            <legend class="hidden">{w.youPlay}</legend>
            {sides.map((s) => (
                <label key={s.id} class={me === s.id ? 'side on' : 'side'}>
                    <input type="radio" name="me" value={s.id} checked={me === s.id} onChange={() => onChange(s.id)} />
                    <span>{s.text}</span>
                    {s.help && <small>{s.help}</small>}
                </label>
            ))}
        </fieldset>
    );
}

function SolvedVariants({ game, here }: { game: string; here: string }) {
    const w = words();
    const { answer } = useKnown<Info>(gamePath(game));
    const others = (answer?.variants ?? []).filter((v) => v.path !== here);
    if (!others.length) return null;
    return (
        <details>
            <summary>{w.solvedVariants}</summary>
            <ul class="chips">
                {others.map((v) => (
                    <li key={v.path}>
                        <a class="chip" href={linkTo('setup', game, v.path)}>
                            {variantWords(game, v.path)}
                        </a>
                    </li>
                ))}
            </ul>
        </details>
    );
}
