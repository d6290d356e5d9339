// Exploring, solving, comparing.
import { expect, openPage, test } from './lab.ts';

test('a position that is wrong is refused in one line, a right one is shown', async ({ page }) => {
    await openPage(page, '#/explore/hasenspiel/size=6');
    const field = page.getByRole('textbox', { name: 'Position' });
    await field.fill('z9:a1,c1,e1:w');
    await page.getByRole('button', { name: 'Look at it' }).click();
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await field.fill('c5:a1,c1,e1:b');
    await page.getByRole('button', { name: 'Look at it' }).click();
    await expect(page.locator('.shown .value')).toHaveText(/wins? in \d+ pl/);
    await page.getByRole('link', { name: 'Play from here' }).click();
    await expect(page).toHaveURL(/#\/play\/hasenspiel\/size=6\?from=c5:a1,c1,e1:b/);
});

test('random positions come as wished', async ({ page }) => {
    await openPage(page, '#/explore/hasenspiel/size=6');
    await page.getByLabel('For the side to move').selectOption('loss');
    await page
        .locator('label', { hasText: /^To move/ })
        .locator('select')
        .selectOption('pawns');
    await page.getByLabel(/At least so many plies/).fill('4');
    await page.getByRole('button', { name: 'Find one' }).click();
    const shown = page.locator('.box').nth(1).locator('.shown');
    await expect(shown.locator('.value')).toHaveText(/The rabbit wins in \d+ plies\./);
    await expect(shown).toContainText('The pawns to move');
});

test('statistics are charts, and the hardest wins can be played', async ({ page }) => {
    await openPage(page, '#/explore/hasenspiel/size=6');
    await expect(page.getByRole('img', { name: 'States by plies to the end' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'States by plies from the start' })).toBeVisible();
    const hardest = await page.locator('.hardest a').allInnerTexts();
    expect(hardest.filter((text) => text.includes('The rabbit wins'))).toHaveLength(6);
    expect(hardest.filter((text) => text.includes('The pawns win'))).toHaveLength(6);
    const plies = hardest.map((text) => Number(/in (\d+) pl/.exec(text)?.[1]));
    expect(plies).toEqual([...plies].sort((a, b) => b - a));
    await page.locator('.hardest a').first().click();
    await expect(page.locator('.board')).toBeVisible();
});

test('a variant is solved in the background, and can then be played with values', async ({ page }) => {
    await openPage(page, '#/setup/hasenspiel/size=10,pawns=4');
    await expect(page.locator('.readiness')).toHaveText(/Not solved yet/);
    await page.getByRole('button', { name: 'Solve it now' }).click();
    await expect(page.locator('.readiness')).toHaveText(/Solved: every value is known/, { timeout: 20_000 });
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Show values' }).check();
    await expect(page.locator('.status .value')).toHaveText(/wins? in \d+ plies/);
});

test('options that are refused stay to be changed, with what is wrong below them', async ({ page }) => {
    await openPage(page, '#/setup/hasenspiel/size=6');
    const size = page.getByLabel('size', { exact: true });
    await size.press('ArrowUp');
    await expect(page.getByRole('alert')).toHaveText(/even/);
    await expect(size).toHaveValue('7');
    await expect(page.locator('#start')).toHaveCount(0);
    await page.reload(); // a link to it has the form too
    await expect(page.getByRole('alert')).toHaveText(/even/);
    await expect(size).toHaveValue('7');
    await size.fill('4');
    await size.blur();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('#start')).toBeVisible();
});

test('too large: what to type, and a smaller game to play', async ({ page }) => {
    await openPage(page, '#/setup/fox-and-geese/default');
    await expect(page.locator('.command code')).toHaveText('zermelo solve fox-and-geese');
    await page.getByRole('link', { name: /^Play geese = \d+ instead$/ }).click();
    await expect(page).toHaveURL(/geese=\d/);
});

test('much too large: the largest that can be solved, and nothing to type that would never end', async ({ page }) => {
    await openPage(page, '#/setup/connect-4/connect=5');
    await expect(page.getByRole('link', { name: 'Play width = 5, height = 4, connect = 5 instead' })).toBeVisible();
    await expect(
        page.getByRole('link', { name: 'width = 5, height = 5, connect = 5 can be solved here' }),
    ).toBeVisible();
    await expect(page.locator('.command')).toHaveCount(0);
});

test('a position stays as it was typed, and it is said when the game writes it in another way', async ({ page }) => {
    await openPage(page, '#/explore/connect-4/width=4,height=4?position=2143');
    await expect(page.locator('.shown .mono')).toHaveText('2143');
    await expect(page.locator('.shown')).toContainText('The same position as 2341');
    await page.getByRole('link', { name: 'Play from here' }).click();
    await expect(page).toHaveURL(/from=2143/);
});

test('from a game the position on the board goes along', async ({ page }) => {
    await openPage(page, '#/explore/connect-4/width=4,height=4?from=2143');
    await expect(page.locator('.shown .mono')).toHaveText('2143');
    await openPage(page, '#/play/connect-4/width=4,height=4?me=both&from=21&m=3');
    await expect(page.locator('.played .chip').last()).toHaveText('1. 3');
    await page.getByRole('link', { name: 'Explore' }).click();
    await expect(page.locator('.shown .mono')).toHaveText('213');
});

test('variants are compared, and the fairest is marked', async ({ page }) => {
    await openPage(page, '#/compare/hasenspiel/default?variants=size=4;size=6');
    await expect(page.locator('tbody tr')).toHaveCount(2);
    await expect(page.getByText(/Fairest overall: size = \d/)).toBeVisible();
    await expect(page.locator('tr.fairest')).toHaveCount(1);
});

test('a sum is built by clicking, and its winning move explained', async ({ page }) => {
    await openPage(page, '#/sums');
    await page.getByRole('combobox', { name: 'Game' }).first().selectOption('nim');
    await page.getByLabel('piles').first().fill('5');
    await page.getByLabel('piles').first().blur();
    await page.getByRole('combobox', { name: 'Game' }).nth(1).selectOption('nim');
    await page.getByLabel('piles').nth(1).fill('3');
    await page.getByLabel('piles').nth(1).blur();
    await expect(page.getByLabel('As an expression')).toHaveValue('sum(nim(piles=5),nim(piles=3))');
    await page.getByText('Values of the games').click();
    await expect(page.locator('.nim-sum')).toContainText('bring game 1 from 5 to 3');
    await page.getByRole('button', { name: 'Play, you begin' }).click();
    await expect(page.locator('.headline')).toHaveText('Your turn');
});
