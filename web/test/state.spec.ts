// Links, going back, and what is shown of a game: history, the best line, why a move was bad.
import { test as bare } from '@playwright/test';
import { en } from '../src/words/en.ts';
import { expect, openPage, plies, test } from './lab.ts';

test('a link is a position with its history', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=both&hints=1&m=d6-c5~a1-b2~c5-d4&at=2');
    await expect(page.locator('.played .chip')).toHaveText(['Start', '1. d6-c5', '2. a1-b2', '3. c5-d4']);
    await expect(page.locator('.played .chip.here')).toHaveText('2. a1-b2');
    await expect(page.locator('.graph .ply')).toHaveCount(4);
    await page.reload();
    await expect(page.locator('.played .chip.here')).toHaveText('2. a1-b2');
    await page.locator('.graph .ply').first().click();
    await expect(page).toHaveURL(/at=0/);
    await page.goBack();
    await expect(page.locator('.played .chip.here')).toHaveText('2. a1-b2');
    await page.goForward();
    await expect(page.locator('.played .chip.here')).toHaveText('Start');
});

test('who is to play what nobody plays is told so, and plays both sides', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=zebra&skill=x&pace=0');
    await expect(page.getByRole('alert')).toHaveText(/mean nothing here.*: me=zebra, skill=x/);
    await page.locator('[data-cell="0,0"]').click();
    await expect(page).toHaveURL(/me=both/);
    await page.locator('[data-cell="0,1"]').click();
    await expect.poll(() => plies(page)).toBe(2); // one's own moves, and none of the page's
    await expect(page.getByRole('alert')).toHaveCount(0);
    await openPage(page, '#/play/pig/goal=20?me=both&roll=99');
    await expect(page.getByRole('alert')).toContainText('roll=99');
    await openPage(page, '#/sums?expr=sum(nim(3,5),kayles(7))&play=1&begins=zebra');
    await expect(page.getByRole('alert')).toContainText('begins=zebra');
    await expect(page.locator('.headline')).toHaveText('Your turn');
});

test('an address where nothing is says so, and leads home', async ({ page }) => {
    await openPage(page, '#/nowhere/chomp');
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
    await expect(page).toHaveTitle('There is nothing at this address · Zermelo');
    await expect(page.locator('.card')).toHaveCount(0);
    const response = await page.goto('./any/deep/path?x=1');
    expect(response?.status()).toBe(404);
    await page.getByRole('link').click();
    await expect(page.locator('.card').first()).toBeVisible();
});

test('undo takes one’s own move back, and the page’s answer; redo makes them again', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=x&pace=0');
    await page.locator('[data-cell="0,0"]').click();
    await expect(page.locator('.played .chip')).toHaveCount(3);
    const played = await page.locator('.played .chip').allInnerTexts();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('.played .chip.here')).toHaveText('Start');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(page.locator('.played .chip.here')).toHaveText(played[2] ?? '');
    await page.goBack();
    await page.goBack(); // the page's moves are no stops on the way back
    await page.goBack();
    await expect(page.locator('.played .chip')).toHaveText(['Start']);
});

test('in a sum too undo and redo go from one’s own turn to the next', async ({ page }) => {
    await openPage(page, '#/sums?expr=sum(nim(3,5),kayles(7))&play=1&skill=60&m=1:3,0~2:3,3');
    await expect(page.locator('.headline')).toHaveText('Your turn');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(/at=0/);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(page).not.toHaveURL(/at=/);
    await expect(page.locator('.headline')).toHaveText('Your turn');
    expect(await plies(page)).toBe(2);
});

test('in the past the page waits until it is told to go on', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=rabbit&pace=0&m=d6-c5~a1-b2&at=1');
    await expect(page.locator('.headline')).toHaveText('The pawns to move');
    await page.getByRole('button', { name: 'Go on from here' }).click();
    await expect(page.locator('.headline')).toHaveText(/Your turn|won/);
    await openPage(page, '#/sums?expr=sum(nim(3,5),kayles(7))&play=1&pace=0&m=1:3,0~2:3,3&at=1');
    await expect(page.locator('.headline')).toHaveText('The page to move');
    await page.getByRole('button', { name: 'Go on from here' }).click();
    await expect(page.locator('.headline')).toHaveText(/Your turn|won/);
});

test('why: a mistake is told with the reply that refutes it', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=both&m=1~2');
    await page.getByRole('button', { name: 'Why?' }).click();
    await expect(page.locator('.why')).toContainText('2 gave away the draw.');
    await expect(page.locator('.why')).toContainText(/The answer is \d: X wins in 5 plies\./);
});

test('a link leads to the top of what it leads to, and going back to where one was', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await openPage(page, '#/');
    await page.getByRole('link', { name: /^Staircase/ }).click();
    await page.locator('#start').waitFor();
    const top = () => page.evaluate(() => scrollY);
    expect(await top()).toBe(0);
    await page.goBack();
    await expect.poll(top).toBeGreaterThan(500);
});

test('pieces in hand are told as long as there are some', async ({ page }) => {
    await openPage(page, '#/play/nine-mens-morris/men=3?me=both&from=.........:w:3,3');
    await expect(page.locator('.hands .hand')).toHaveText(['White has 3 to place', 'Black has 3 to place']);
    await expect(page.locator('.hands .phase')).toHaveText('Now: placing');
    await openPage(page, '#/play/nine-mens-morris/men=3?me=both&from=ww.bbw..b:w:0,0');
    await expect(page.locator('.hands .phase')).toHaveText('Now: moving');
    await expect(page.locator('.hands .hand')).toHaveCount(0);
});

test('pieces have the letters of the notation, and a point that has won is wider than its piece', async ({ page }) => {
    await page.route('**/positions/**', async (route) => {
        const answer = await (await route.fetch()).json();
        const [one, two] = answer.picture.fields;
        Object.assign(one, { piece: 'm', shape: 'disc', tint: 'white', winning: true });
        Object.assign(two, { piece: 'M', shape: 'disc', tint: 'white' });
        await route.fulfill({ json: answer });
    });
    await openPage(page, '#/play/nine-mens-morris/men=3?me=both');
    await expect(page.locator('.board .letter')).toHaveText(['m', 'M']);
    const radius = async (what: string) => Number(await page.locator(what).first().getAttribute('r'));
    expect(await radius('.point.winning')).toBeGreaterThan(await radius('.spot .piece circle'));
});

test('names of players have an article where they are words', () => {
    expect(en.yourTurnAs('fox')).toBe('Your turn: the fox to move');
    expect(en.yourTurnAs('red')).toBe('Your turn: red to move');
    expect(en.moved('Mrs. Blue', 'a3-a2')).toBe('Mrs. Blue: a3-a2.');
});

test('white and black are names', async ({ page }) => {
    await openPage(page, '#/play/nine-mens-morris/men=3?me=both&hints=1&m=b2');
    await expect(page.locator('.headline')).toHaveText('Black to move');
    await expect(page.locator('.status .value')).toHaveText(/^White wins in \d+ plies\./);
});

test('what is switched while the page thinks stays so', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=pawns&pace=1000');
    await page.getByRole('checkbox', { name: 'Show values' }).check();
    await expect(page.locator('.status.mine')).toBeVisible();
    await expect(page).toHaveURL(/hints=1/);
    await expect(page.locator('.mark')).not.toHaveCount(0);
});

test('a hint shows one best move; values stay hidden without asking', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=rabbit');
    await expect(page.locator('.spot.movable')).not.toHaveCount(0);
    await expect(page.locator('.mark, .status .value')).toHaveCount(0);
    const listed = await page.locator('.move').allInnerTexts();
    expect(listed, 'their order says nothing').toEqual([...listed].sort());
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.locator('.arrow')).toHaveCount(1);
    await expect(page.locator('.status')).toContainText(/The rabbit wins in \d+ plies\./);
    await expect(page.locator('.status')).toContainText('You can still win.');
});

test('the best line is shown and can be played out', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=both&hints=1');
    await page.getByText('Show best play').click();
    const chips = page.locator('.best-line .chip');
    await chips.last().waitFor();
    const length = await chips.count();
    await chips.last().click();
    await expect(page.locator('.headline')).toHaveText('The rabbit has won.');
    expect(await plies(page)).toBe(length);
});

test('the page plays the best line out', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=x&from=xo.......&hints=1&pace=0');
    await page.getByText('Show best play').click();
    await page.getByRole('button', { name: 'Play it out' }).click();
    await expect(page.locator('.headline')).toHaveText('X has won.');
});

test('watching: the page plays both sides to the end', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=none&pace=0&skill=50');
    await expect(page.locator('.status.over')).toBeVisible();
    await expect(page.locator('.moves')).toHaveCount(0);
});

test('a link with a move that does not exist says so', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=both&m=1~1');
    await expect(page.getByRole('alert')).toHaveText(/does not exist here: 1/);
    await page.locator('[data-cell="1,1"]').click(); // it goes on from where it is right
    await expect(page).toHaveURL(/m=1~5/);
    await expect(page.getByRole('alert')).toHaveCount(0);
});

test('German, by the link or by the browser', async ({ page, browser, baseURL }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=rabbit&hints=1&lang=de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('.headline')).toHaveText('Du bist dran: der Hase zieht');
    await expect(page.locator('.status')).toContainText(/Der Hase gewinnt in \d+ Halbzügen\./);
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.locator('.headline')).toHaveText('Your turn: the rabbit to move');
    const german = await browser.newContext({ locale: 'de-DE', ...(baseURL ? { baseURL } : {}) });
    const other = await german.newPage();
    await other.goto('./');
    await expect(other.getByRole('heading', { name: 'Wähle ein Spiel' })).toBeVisible();
    await german.close();
});

test('German numbers and names', async ({ page }) => {
    await openPage(page, '#/compare/hasenspiel/default?variants=size=4;size=6&lang=de');
    await expect(page.locator('tbody')).toContainText(/[01],\d{3} für (den Hasen|die Bauern)/);
    await openPage(page, '#/sums?expr=sum(nim(3),queen(8;4,6))&play=1&lang=de');
    await expect(page.locator('.sum-parts figcaption')).toHaveText(['Spiel 1: Nim', /^Spiel 2: .*Dame/]);
});

test('all best moves are named, and of many a few', async ({ page }) => {
    await openPage(page, '#/play/hasenspiel/size=6?me=both&hints=1&m=d6-c5~c1-d2~c5-d4&at=0');
    await page.locator('.best-move').waitFor();
    const best = await page.locator('.move.best .notation').allInnerTexts();
    expect(best.length).toBeGreaterThan(1);
    await expect(page.locator('.best-move')).toHaveText(`Best: ${best[0]}. As good: ${best.slice(1).join(', ')}`);
    await openPage(page, '#/play/tic-tac-toe/default?me=both&hints=1');
    await expect(page.locator('.best-move')).toHaveText('Best: 1. As good: 2, 3, 4, 5 and 4 more');
});

test('why: the last move of each player is told, what it was worth and what was better', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=x&m=1~2~3&pace=1800');
    await page.getByRole('button', { name: 'Why?' }).click();
    const told = page.locator('.why section');
    await expect(told).toHaveCount(2);
    await expect(told.first().locator('h3')).toHaveText(/^O: 2 .*loses in 6$/);
    await expect(told.first()).toContainText('2 gave away the draw. 5 would have kept it.');
    await expect(told.nth(1).locator('h3')).toHaveText(/^X: 3/);
    await expect(told.nth(1).locator('h3')).toHaveText(/^O: /); // it stays when the page has moved
    await page.locator('.spot.movable').first().click();
    await expect(told).toHaveCount(0);
});

bare('when the server has gone that is said, and it goes on by itself when it is back', async ({ page }) => {
    await openPage(page, '#/play/tic-tac-toe/default?me=both&m=1');
    await page.locator('[data-cell="1,1"]').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.locator('[data-cell="1,1"]').click();
    await expect(page.getByRole('alert')).toContainText('The server does not answer.');
    await expect(page.locator('.board')).toBeVisible();
    await page.unroute('**/api/**');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('.headline')).toHaveText('X to move');
    expect(await plies(page)).toBe(2);
});

test('while a game is being solved it is said how far that is', async ({ page }) => {
    let solved = () => {};
    const wait = new Promise<void>((done) => (solved = done));
    await page.route('**/positions/**', async (route) => {
        await wait;
        await route.continue();
    });
    await page.route('**/api/games/tic-tac-toe/default', async (route) => {
        const answer = await route.fetch();
        const solving = { done: 0.25, seconds: 3, left: 9, phase: 'iterate' };
        await route.fulfill({ json: { ...(await answer.json()), available: 'spot', solving } });
    });
    await openPage(page, '#/play/tic-tac-toe/default?me=both');
    await expect(page.locator('.loading progress')).toHaveAttribute('value', '0.25');
    await expect(page.locator('.loading')).toContainText('Solving … 25 % · iterate · about 9 s left');
    solved();
    await expect(page.locator('.board')).toBeVisible();
});
