// The pictures of the page that the README and the docs show: PAGE_PICTURES=FOLDER says where to (scripts/pictures). Not a test.
import { expect, openPage, test } from './lab.ts';

const folder = process.env['PAGE_PICTURES'] ?? '';
test.skip(!folder, 'no pictures are asked for');

test('values on a board', async ({ page }) => {
    await page.setViewportSize({ width: 1160, height: 760 });
    const moves = 'd8-c7~a1-b2~c7-d6~b2-c3~d6-e5~g1-f2';
    await openPage(page, `#/play/hasenspiel/default?me=both&hints=1&m=${moves}`);
    await page.locator('.spot.movable').first().click();
    await expect(page.locator('.mark')).not.toHaveCount(0);
    await page.screenshot({ path: `${folder}/page.png` });
});

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 780 }, colorScheme: 'dark', isMobile: true, hasTouch: true });

    test('dice', async ({ page }) => {
        await openPage(page, '#/play/madn/pieces=2?me=first&hints=1&roll=5&from=0,12;7,30');
        await expect(page.locator('.arrow')).not.toHaveCount(0);
        await page.screenshot({ path: `${folder}/page-phone.png` });
    });
});
