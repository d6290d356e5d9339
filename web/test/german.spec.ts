// German: nothing that the server says in English is left on the page of any game. (That every text of a game is there is tested by
// tests/short/translations.py; here it is tested that the page uses them.)
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Info, ListedGame } from '../src/api.ts';
import { de, PHASES } from '../src/words/de.ts';
import { ask, expect, openPage, test } from './lab.ts';

/** What is not said in German says so: for screen readers, and for this test. What the server says besides is behind a title that says it. */
const english = (page: Page) =>
    page.locator('main [lang=en]:not(.in-english [lang=en])').evaluateAll((all) => all.map((e) => e.textContent));

/** Whole sentences of the server, which must not be there. */
function serverTexts(info: Info): string[] {
    const helps = info.options.map((o) => o.help);
    return [info.about, info.known ?? '', info.notation ?? '', ...helps].filter((text) => text.length > 12);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('every game is set up in German', async ({ page }) => {
    const { games } = await ask<{ games: ListedGame[] }>(page, 'api/games');
    await openPage(page, '#/?lang=de');
    await expect(page.locator('.card')).toHaveCount(games.length + 1);
    expect(await english(page)).toEqual([]);
    for (const { name, title } of games) {
        const info = await ask<Info>(page, `api/games/${name}/default`);
        await openPage(page, `#/setup/${name}/default?lang=de`);
        await expect(page.locator('.setup h1')).not.toHaveText('');
        await page.locator('#start').waitFor();
        await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => all.forEach((d) => (d.open = true)));
        expect(await english(page), title).toEqual([]);
        const shown = oneLine(await page.locator('main').innerText());
        for (const text of serverTexts(info)) expect(shown, title).not.toContain(oneLine(text));
    }
});

test('moves of words are said in German, and can be typed', async ({ page }) => {
    await openPage(page, '#/play/pig/goal=20?me=both&hints=1&roll=3&lang=de');
    await expect(page.locator('.actions button')).toHaveText(['weiter', 'aufhören']);
    await page.getByRole('textbox').fill('auf');
    await page.getByRole('textbox').press('Enter');
    await expect(page.locator('.played .chip').last()).toHaveText('1. 3:aufhören');
    await expect(page).toHaveURL(/m=3:hold/);
    await expect(page.locator('.status')).toContainText('Der erste Spieler: 3:aufhören.');
});

test('rolls of two dice are said in German', async ({ page }) => {
    await openPage(page, '#/play/minigammon/points=6,checkers=2?me=both&roll=4&lang=de');
    await expect(page.locator('.dice')).toContainText('3-1 gewürfelt');
});

test('what the server refuses is said in German', async ({ page }) => {
    for (const [hash, said] of [
        [
            '#/play/hasenspiel/size=6?from=nonsense&lang=de',
            /^Das ist keine Stellung dieses Spiels\..*das Feld des Hasen/s,
        ],
        ['#/setup/hasenspiel/size=7?lang=de', /^So gibt es das Spiel nicht\./],
        ['#/setup/hase/default?lang=de', /^Dieses Spiel gibt es nicht\./],
        ['#/compare/pig/default?lang=de', /^Das gibt es nicht für Spiele mit Würfel\./],
        ['#/sums?expr=nim(3&lang=de', /^Das ist kein Ausdruck aus Spielen\./],
    ] as const) {
        await openPage(page, hash);
        await expect(page.getByRole('alert')).toHaveText(said);
        expect(await english(page), hash).toEqual([]);
    }
});

test('variants are compared in German', async ({ page }) => {
    await openPage(page, '#/compare/hasenspiel/default?variants=size=4;size=6&lang=de');
    await expect(page.locator('tbody th').first()).toHaveText(/Größe = \d/);
    await expect(page.locator('thead th').nth(2)).toHaveText('Anfang');
    const { measures } = await ask<{ measures: { name: string }[] }>(
        page,
        'api/games/hasenspiel/compare?variants=size=4',
    );
    for (const { name } of measures) expect(de.measures[name], name).toBeTruthy();
});

test('every kind of refusal and every phase of a solve has its German words', async ({ page }) => {
    interface Description {
        components: { schemas: { Error: { properties: { code: { enum: string[] } } } } };
    }
    const api = await ask<Description>(page, 'api/openapi.json');
    for (const code of api.components.schemas.Error.properties.code.enum) expect(de.refusals[code], code).toBeTruthy();
    const folders = ['solve/', 'engine/', 'games/'].map((name) =>
        fileURLToPath(new URL('../../src/' + name, import.meta.url)),
    );
    const files = folders.flatMap((folder) =>
        readdirSync(folder, { recursive: true }).map((name) => folder + String(name)),
    );
    const source = files.filter((name) => name.endsWith('.c')).map((name) => readFileSync(name, 'utf8')).join(); // prettier-ignore
    const phases = [...source.matchAll(/(?:zm_progress_begin\(([^;]*)|[>.]phase =([^;,]*));/g)].flatMap((m) =>
        [...(m[1] ?? m[2] ?? '').matchAll(/"([^"]+)"/g)].map((n) => n[1] ?? ''),
    );
    expect(phases.length).toBeGreaterThan(5);
    for (const phase of phases) expect(PHASES[phase], phase).toBeTruthy();
});
