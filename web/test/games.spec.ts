// A whole game of each kind, won against a page that plays perfectly, by following its hints.
import { expect, followHints, openPage, tap, test } from './lab.ts';

const WON = 'You have won!';
const quick = 'hints=1&pace=0';

test('a board with steps: the rabbit comes through', async ({ page }) => {
    await openPage(page, `#/play/hasenspiel/size=6?me=rabbit&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('steps and jumps: the fox takes a goose too many', async ({ page }) => {
    const from = 'ggg/.../..gf.../......./......./.../...:f';
    await openPage(page, `#/play/fox-and-geese/geese=4?me=fox&from=${from}&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('placing: x makes three in a row', async ({ page }) => {
    await openPage(page, `#/play/tic-tac-toe/default?me=x&from=xo.......&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('lines: the second player completes the first box', async ({ page }) => {
    await openPage(page, `#/play/dots-and-boxes/default?me=second&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('lines with points: who takes a box moves again', async ({ page }) => {
    await openPage(page, `#/play/dots-and-boxes/rule=score?me=first&${quick}`);
    expect(await followHints(page)).toBe(WON);
    await expect(page.locator('.score')).toHaveText(/You \d, the page \d/);
});

test('heaps: the last coin', async ({ page }) => {
    await openPage(page, `#/play/nim/piles=1,2,4?me=first&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('bites: the poisoned square is left to the page', async ({ page }) => {
    await openPage(page, `#/play/chomp/default?me=first&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('dice on a board: rolls chosen by hand bring the piece home', async ({ page }) => {
    await openPage(page, `#/play/madn/pieces=1,squares=16?me=first&${quick}`);
    let said = await followHints(page);
    for (let rounds = 1; said !== WON && rounds < 3; rounds++) {
        await page.getByRole('link', { name: 'New round' }).click(); // the page throws its own dice, and may be lucky
        said = await followHints(page);
    }
    expect(said).toBe(WON);
});

test('dice without a board: again, or hold', async ({ page }) => {
    await openPage(page, `#/play/pig/goal=20?me=first&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test('two dice: a roll is said as people say it, and a move is two steps', async ({ page }) => {
    await openPage(page, '#/play/minigammon/points=6,checkers=2?me=both&hints=1');
    await page.locator('.dice summary').click();
    await expect(page.locator('.rolls button')).toHaveCount(21);
    await page.getByRole('button', { name: 'Dice: 3-1' }).click();
    await expect(page.locator('.dice')).toContainText('Rolled 3-1');
    await expect(page.locator('.dice .die')).toHaveCount(2);
    await page.getByRole('textbox').fill('6/3 5/4');
    await page.getByRole('textbox').press('Enter');
    await expect(page.locator('.played .chip').last()).toHaveText('1. 3-1:6/3,5/4');
});

test('a sum: the last move in any of the games', async ({ page }) => {
    await openPage(page, `#/sums?expr=sum(nim(3),kayles(4))&play=1&${quick}`);
    expect(await followHints(page)).toBe(WON);
});

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('a game is chosen, started and won with a finger', async ({ page }) => {
        await openPage(page, '#/');
        await page.getByRole('link', { name: /Hasenspiel/ }).tap();
        await page.getByLabel('size', { exact: true }).fill('4');
        await page.getByLabel('size', { exact: true }).blur();
        await expect(page).toHaveURL(/size=4/);
        await page.getByRole('radio', { name: /The pawns/ }).check();
        await page.getByRole('link', { name: 'Play', exact: true }).tap();
        await page.getByRole('checkbox', { name: 'Show values' }).check();
        expect(await followHints(page, tap)).toBe(WON);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, 'nothing sticks out').toBeLessThanOrEqual(390);
    });

    test('forms and links fit its screen, in German too', async ({ page }) => {
        for (const [hash, form] of [
            ['#/sums?lang=de', '.builder'],
            ['#/setup/hasenspiel/size=6?lang=de', '.options'],
        ] as const) {
            await openPage(page, hash);
            await page.locator(form).waitFor();
            const right = await page
                .locator('nav a, main :is(input, select, button, fieldset)')
                .evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().right)));
            expect(right, hash).toBeLessThanOrEqual(390);
        }
    });
});
