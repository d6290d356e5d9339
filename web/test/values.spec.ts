// What the page shows is what `zermelo query --json` says.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, openPage, test } from './lab.ts';

interface Queried {
    position: string;
    turn: string;
    winner: string | null;
    value: string;
    remoteness: number | null;
    probability?: number;
    moves?: { move: string; value: string; remoteness: number | null }[];
    rolls?: { roll: number; probability: number; moves: { move: string; probability: number }[] }[];
}

/** The program itself, with the tables of the server (ZERMELO_TABLES). */
function query(...args: string[]): Queried {
    const program = process.env['ZERMELO'];
    test.skip(!program, 'ZERMELO names no program');
    return JSON.parse(execFileSync(program as string, ['query', ...args, '--json']).toString()) as Queried;
}

async function shownMoves(page: Page): Promise<string[]> {
    await page.locator('.move').first().waitFor();
    return page
        .locator('.move')
        .evaluateAll((all) =>
            all.map(
                (m) => `${m.querySelector('.notation')?.textContent} ${m.querySelector('.badge span')?.textContent}`,
            ),
        );
}

const words = (m: { value: string; remoteness: number | null }) =>
    m.value === 'draw' ? 'draw' : `${m.value === 'win' ? 'wins' : 'loses'} in ${m.remoteness}`;

for (const [game, variant, position] of [
    ['hasenspiel', 'size=6', 'c5:a1,c1,e1:b'],
    ['tic-tac-toe', '', 'xo..x....'],
    ['fox-and-geese', 'geese=4', 'ggg/g../......./...f.../......./.../...:g'],
    ['dots-and-boxes', 'rule=score', '10/100/00/000/00'],
] as const)
    test(`every move of ${game} has the value that query gives it`, async ({ page }) => {
        const said = query(game, ...(variant ? [variant] : []), position);
        await openPage(page, `#/play/${game}/${variant || 'default'}?me=both&hints=1&from=${position}`);
        expect(await shownMoves(page)).toEqual(said.moves?.slice(0, 60).map((m) => `${m.move} ${words(m)}`));
        const value = page.locator('.status .value');
        if (said.winner)
            await expect(value).toHaveText(
                new RegExp(`${said.winner}.* wins? in ${said.remoteness} pl(y|ies)\\.`, 'i'),
            );
        else await expect(value).toHaveText('A draw, if nobody goes wrong.');
    });

test('chances are those of query, before the roll and after it', async ({ page }) => {
    const said = query('pig', 'goal=20', '5,8,3');
    await openPage(page, '#/play/pig/goal=20?me=both&hints=1&from=5,8,3');
    const percent = (p: number) => `${(100 * p).toFixed(2)} %`;
    await expect(page.locator('.status')).toContainText(percent(said.probability ?? 0));
    await page.locator('.dice summary').click();
    await page.locator('.rolls button').nth(3).click();
    const roll = said.rolls?.[3];
    await expect(page.locator('.status')).toContainText(percent(roll?.probability ?? 0));
    expect(await shownMoves(page)).toEqual(roll?.moves.map((m) => `${m.move} ${Math.round(100 * m.probability)} %`));
});
