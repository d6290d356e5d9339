// lab.ts: what the tests of the page share: a page that may log no error and ask nobody but its own server, and somebody who plays by
// following its hints.
import { expect, test as base, type Page } from '@playwright/test';

export { expect };

/** A page whose console stays clean, and from which no request leaves its origin. */
export const test = base.extend<{ page: Page }>({
    page: async ({ page, baseURL }, use) => {
        const wrong: string[] = [];
        const origin = new URL(baseURL ?? '').origin;
        page.on('console', (m) => {
            // A refused request is in the console by itself; that the page shows it is tested where it happens.
            if (['error', 'warning'].includes(m.type()) && !/status of 4\d\d/.test(m.text())) wrong.push(m.text());
        });
        page.on('pageerror', (e) => wrong.push(e.message));
        page.on('request', (r) => {
            if (new URL(r.url()).origin !== origin) wrong.push(`asked for ${r.url()}`);
        });
        await use(page);
        await page.unrouteAll({ behavior: 'ignoreErrors' }); // answers that are still being made up need not be finished
        expect(wrong, 'errors in the console, and requests to others').toEqual([]);
    },
});

export async function openPage(page: Page, hash: string): Promise<void> {
    await page.goto(`./${hash}`);
}

/** How many plies the address says have been played. */
export async function plies(page: Page): Promise<number> {
    const address = await page.evaluate(() => location.hash);
    return /[?&]m=([^&]*)/.exec(address)?.[1]?.split('~').length ?? 0;
}

/** How a field is touched: with the mouse, or with a finger. */
export type Press = (page: Page, selector: string) => Promise<void>;
export const click: Press = (page, selector) => page.locator(selector).first().click();
export const tap: Press = (page, selector) => page.locator(selector).first().tap();

/** Makes the move that the page says is best, by touching the board; what has no field there is in the list. */
export async function makeBestMove(page: Page, press: Press = click): Promise<void> {
    const before = await plies(page);
    for (let touches = 0; touches < 12 && (await plies(page)) === before; touches++) {
        const choice = '.chooser .best';
        const spot = '.spot.best';
        if (await page.locator(choice).count()) await press(page, choice);
        else if (await page.locator(spot).count()) await press(page, spot);
        else await press(page, '.move.best');
    }
    expect(await plies(page)).toBeGreaterThan(before);
}

/** Throws the roll that is best, by hand. */
export async function chooseBestRoll(page: Page): Promise<void> {
    if (!(await page.locator('.rolls').count())) return;
    const details = page.locator('.dice details');
    if (!(await details.evaluate((d: HTMLDetailsElement) => d.open))) await details.locator('summary').click();
    const chances = await page.locator('.rolls small').allInnerTexts();
    const best = chances.map(parseFloat).reduce((top, p, i, all) => (p > (all[top] ?? 0) ? i : top), 0);
    await page.locator('.rolls button').nth(best).click();
}

/** Plays to the end by following the hints, and says how it ended. */
export async function followHints(page: Page, press: Press = click): Promise<string> {
    for (let turns = 0; turns < 120; turns++) {
        await page.locator('.play[aria-busy=false] :is(.status.mine, .status.over)').waitFor();
        if (await page.locator('.status.over').count()) return page.locator('.headline').innerText();
        await chooseBestRoll(page);
        await makeBestMove(page, press);
    }
    throw new Error('the game does not end');
}

/** What the server says, to compare with what the page shows. */
export async function ask<T>(page: Page, path: string): Promise<T> {
    const response = await page.request.get(path);
    expect(response.ok(), path).toBeTruthy();
    return (await response.json()) as T;
}
