// What a game says of itself as it is in one variant: the examples of tests/words.txt, which the C side reads too; and that the page shows it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { variantText } from '../src/words/variant-text.ts';
import { expect, openPage, test } from './lab.ts';

test('examples are said as expected', () => {
    const path = fileURLToPath(new URL('../../tests/words.txt', import.meta.url));
    const lines = readFileSync(path, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')); // prettier-ignore
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
        const [settings = '', text = '', said] = line.split('\t');
        const set = settings.split(' ').map((one) => one.split('='));
        const variant = { men: '9', flying: 'yes', name: 'abc', ...Object.fromEntries(set) };
        expect(variantText(text, { variant, start: '012' }), line).toBe(said);
    }
});

test('the rules are those of the variant, in both languages', async ({ page }) => {
    const rules = page.locator('.setup .panel section p').first();
    for (const [hash, said, unsaid] of [
        ['nine-mens-morris/men=6?lang=en', /Two squares .* 6 men each/, /nine|Three squares|any point/],
        ['nine-mens-morris/men=6?lang=de', /Zwei Quadrate .* je 6 Steine/, /neun|Drei Quadrate|springen/],
        ['nine-mens-morris/default?lang=en', /Three squares .* 9 men .* any point/, /\{/],
        ['nine-mens-morris/default?lang=de', /Drei Quadrate .* 9 Steine .* springen/, /\{/],
        ['fuchs-und-henne/foxes=1?lang=en', /The fox steps/, /they put/],
        ['fuchs-und-henne/foxes=1?lang=de', /Der Fuchs geht/, /Füchse gehen/],
    ] as const) {
        await openPage(page, `#/setup/${hash}`);
        await expect(rules, hash).toHaveText(said);
        await expect(rules, hash).not.toHaveText(unsaid);
    }
});
