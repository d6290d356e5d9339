// Addresses, touches and expressions: what needs no browser.
import { expect, test } from '@playwright/test';
import { formatAddress, joinMoves, oneOf, parseAddress, sift, splitMoves } from '../src/address.ts';
import type { Cell, Move } from '../src/api.ts';
import { readCompound, readGame, writeCompound, writeGame } from '../src/expression.ts';
import { matchChecks } from '../src/match.ts';
import { readVariantName, variantName } from '../src/variant-name.ts';
import { choicesAfter, touch } from '../src/touch.ts';

test('an address is read as it was written', () => {
    const route = {
        view: 'play' as const,
        game: 'fox-and-geese',
        variant: 'geese=4,multi=no',
        params: { from: 'ggg/g../......./...f.../......./.../...:g', m: joinMoves(['3:12-15', '6:box-0']), at: '1' },
    };
    const text = formatAddress(route);
    expect(parseAddress(text)).toEqual(route);
    expect(text).not.toContain('%2F'); // links can be read
});

test('moves with odd characters survive', () => {
    const moves = ['a~b', '100%', 'h1.2', '1,2', 'ä&='];
    expect(splitMoves(joinMoves(moves))).toEqual(moves);
    const m = joinMoves(moves);
    expect(
        parseAddress(formatAddress({ view: 'play', game: 'g', variant: 'default', params: { m } })).params['m'],
    ).toBe(m);
});

test('a cut or strange address is no view of a game', () => {
    expect(parseAddress('').view).toBe('home');
    expect(parseAddress('#/').view).toBe('home');
    expect(parseAddress('#/nowhere/x')).toMatchObject({ view: 'lost', game: '' });
    expect(parseAddress('#/play').view).toBe('lost'); // of which game?
    expect(parseAddress('#/play/nim/default?from=%E0%A4%A').params['from']).toBe('%E0%A4%A');
});

test('the name of a variant has what is not as usual', () => {
    const option = (name: string, type: 'int' | 'list', fallback: number | string | null) =>
        ({ name, type, default: fallback, min: 0, max: 9, choices: null, help: '' }) as const;
    const options = [option('size', 'int', 8), option('pawns', 'int', null), option('take', 'list', '1,3,4')];
    expect(variantName(options, { size: '8' })).toBe('default');
    expect(variantName(options, { size: '10', pawns: '5', take: '1,2' })).toBe('size=10,pawns=5,take=1,2');
    expect(readVariantName('size=10,take=1,2,pawns=5')).toEqual({ size: '10', take: '1,2', pawns: '5' });
    expect(readVariantName('size=10 pawns=5')).toEqual({ size: '10', pawns: '5' });
});

test('parameters that mean nothing are left out, and named', () => {
    const route = parseAddress('#/play/nim/default?me=zebra&skill=200&at=1&hints=&pace=-5&lang=de&m=1~2');
    const { route: sane, wrong } = sift(route, { ...matchChecks(route), me: oneOf('first', 'second') });
    expect(wrong).toEqual(['me=zebra', 'skill=200', 'pace=-5']);
    expect(sane.params).toEqual({ at: '1', hints: '', lang: 'de', m: '1~2' });
});

const move = (text: string, ...touches: Cell[]): Move => ({ move: text, position: text, touches, captured: [] });

test('a touch of the piece and one of its target make a move', () => {
    const moves = [move('a', [0, 0], [1, 1]), move('b', [0, 0], [1, 0]), move('c', [2, 2], [1, 1])];
    expect([...choicesAfter(moves, []).next.keys()]).toEqual(['0,0', '2,2']);
    expect(touch(moves, [], [0, 0])).toMatchObject({ touched: [[0, 0]], move: null });
    expect(touch(moves, [[0, 0]], [1, 0]).move?.move).toBe('b');
    expect(touch(moves, [[0, 0]], [2, 2]).touched).toEqual([[2, 2]]); // another piece instead
    expect(touch(moves, [[0, 0]], [0, 0]).touched).toEqual([]); // the same one lets go
});

test('a jump that may go on stops at a second touch, and its end may be touched at once', () => {
    const moves = [
        move('short', [0, 0], [2, 2]),
        move('long', [0, 0], [2, 2], [4, 4]),
        move('round', [0, 0], [0, 2], [2, 4]),
    ];
    const once = touch(moves, [[0, 0]], [2, 2]);
    expect(once).toMatchObject({ move: null, touched: [[0, 0], [2, 2]] }); // prettier-ignore
    expect(touch(moves, once.touched, [2, 2]).move?.move).toBe('short');
    expect(touch(moves, once.touched, [4, 4]).move?.move).toBe('long');
    expect(touch(moves, [[0, 0]], [2, 4]).move?.move).toBe('round');
});

test('moves with the same touches are asked about', () => {
    const moves = [move('one', [0, 0]), move('two', [0, 0])];
    expect(touch(moves, [], [0, 0]).ask.map((m) => m.move)).toEqual(['one', 'two']);
});

test('expressions are taken apart and put together', () => {
    const text = 'union(queen(8;4,6),sum(nim(3),kayles(7)),nim(piles=1,2))';
    expect(readCompound(text)).toEqual({
        way: 'union',
        parts: ['queen(8;4,6)', 'sum(nim(3),kayles(7))', 'nim(piles=1,2)'],
    });
    expect(writeCompound(readCompound(text))).toBe(text);
    const names = () => ['size', 'at'];
    expect(readGame('queen(8;@4,6)', names)).toEqual({ game: 'queen', chosen: { size: '8' }, position: '4,6' });
    expect(readGame('sum(nim(3))', names)).toBeNull();
    expect(writeGame({ game: 'queen', chosen: { at: '4,6' }, position: '' })).toBe('queen(at=4,6)');
});
