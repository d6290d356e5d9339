// Without a mouse: from the list of games to the end of one, with Tab, the arrow keys and Enter.
import type { Page } from '@playwright/test';
import { expect, openPage, plies, test } from './lab.ts';

/** Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
    for (let i = 0; i < 80; i++) {
        const text = await page.evaluate(() => {
            const e = document.activeElement === document.body ? null : document.activeElement;
            return (
                e?.getAttribute('aria-label') ??
                (e as HTMLInputElement | null)?.labels?.[0]?.textContent ??
                e?.textContent ??
                ''
            );
        });
        if (name.test(text)) return;
        await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${name.source}`);
}

/** Arrow keys to the field with this name. */
async function walkTo(page: Page, row: number, col: number): Promise<void> {
    for (let i = 0; i < 40; i++) {
        const at = await page.evaluate(() => document.activeElement?.getAttribute('data-cell')?.split(',').map(Number));
        const [r = 0, c = 0] = at ?? [];
        if (r === row && c === col) return;
        await page.keyboard.press(r < row ? 'ArrowDown' : r > row ? 'ArrowUp' : c < col ? 'ArrowRight' : 'ArrowLeft');
    }
    throw new Error(`the arrow keys do not come to ${row},${col}`);
}

test('a whole game with the keyboard alone', async ({ page }) => {
    await openPage(page, '#/');
    await page.getByRole('link', { name: /Tic-Tac-Toe/ }).waitFor();
    await tabTo(page, /Tic-Tac-Toe/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tic-Tac-Toe' }).waitFor();
    await tabTo(page, /^x|begins/i);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight'); // both sides: the game does not depend on luck
    await tabTo(page, /^Play$/);
    await page.keyboard.press('Enter');
    await page.locator('.spot').first().waitFor();
    for (const [row, col] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [2, 0],
        [2, 2],
    ] as const) {
        // prettier-ignore
        const before = await plies(page);
        await page.locator('.play[aria-busy=false]').waitFor(); // the next position may still be on its way
        await tabTo(page, /^\d, /);
        await walkTo(page, row, col);
        await page.keyboard.press('Enter');
        await expect.poll(() => plies(page)).toBe(before + 1);
    }
    await expect(page.locator('.headline')).toHaveText('X has won.');
});

test('a board is one stop for Tab', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/default?me=both');
    await page.locator('.spot.movable').first().waitFor();
    const stops = new Set<string>();
    for (let i = 0; i < 70; i++) {
        await page.keyboard.press('Tab');
        const cell = await page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
        if (cell) stops.add(cell);
    }
    expect(stops.size).toBe(1);
    await page.locator('.spot[tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp'); // the stop goes along
    await expect(page.locator('.spot[tabindex="0"]')).toHaveCount(1);
    await expect(page.locator('.spot[tabindex="0"]')).toBeFocused();
});

test('from and to with the arrow keys, and Escape lets go', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=both');
    await page.locator('.spot.movable').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.spot.target')).not.toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('.spot.target')).toHaveCount(0);
    await page.keyboard.press('Enter');
    const cell = (await page.locator('.spot.target').first().getAttribute('data-cell')) ?? '';
    const [row = 0, col = 0] = cell.split(',').map(Number);
    await walkTo(page, row, col);
    await page.keyboard.press('Enter');
    await expect.poll(() => plies(page)).toBe(1);
});

test('a move is found by typing its beginning', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=both');
    const field = page.getByRole('textbox', { name: 'Type a move' });
    await field.fill('zz');
    await expect(page.getByText('No move begins like this.')).toBeVisible();
    await field.fill('D6 c5');
    await field.press('Enter');
    await expect(page).toHaveURL(/m=d6-c5/);
    await expect(page.locator('#live')).toContainText('The rabbit: d6-c5.');
});
