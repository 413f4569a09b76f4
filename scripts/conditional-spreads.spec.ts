const { emptySpreads } = require('./conditional-spreads.cjs') as { emptySpreads(text: string): number[] };

describe('the check of conditional spreads', () => {
  it.each([
    ['a field or nothing', 'const a = { ...(b ? { b } : {}) };', [1]],
    ['nothing or a field', 'const a = {\n  ...(b === undefined ? {} : { b }),\n};', [2]],
    ['parentheses', 'const a = { ...((b ? ({}) : { b })) };', [1]],
    ['one within another', 'const a = {\n...(b ? {\n...(c ? { c } : {}) } : {}) };', [2, 3]],
    ['the spelling that is meant', 'const a = { ...(b !== undefined && { b }) };', []],
    ['one of two fields', 'const a = { ...(b ? { b } : { c }) };', []],
    ['items of a list', 'const a = [...(b ? [b] : [])];', []],
    ['an empty object that is no spread', 'const a = b ? {} : { c };', []],
  ])('looks at %s', (_, text, lines) => expect(emptySpreads(text)).toEqual(lines));
});
