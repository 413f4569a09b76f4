const { emptyBranches } = require('./conditional-spreads.cjs') as { emptyBranches(text: string): number[] };

describe('the check of conditional spreads', () => {
  it.each([
    ['a field or nothing', 'const a = { ...(b ? { b } : {}) };', [1]],
    ['nothing or a field', 'const a = {\n  ...(b === undefined ? {} : { b }),\n};', [2]],
    ['parentheses', 'const a = { ...((b ? ({}) : { b })) };', [1]],
    ['one within another', 'const a = {\n...(b ? {\n...(c ? { c } : {}) } : {}) };', [2, 3]],
    ['the spelling that is meant', 'const a = { ...(b !== undefined && { b }) };', []],
    ['one of two fields', 'const a = { ...(b ? { b } : { c }) };', []],
    ['items of a list', 'const a = [...(b ? [b] : [])];', []],
    ['an object with a field or none', 'const a = b ? {} : { c };', [1]],
    ['a function that returns one', 'const a = (b) => (b ? { b } : {});', [1]],
    ['an argument', 'a(b === undefined ? {} : { b });', [1]],
    ['a whole object or none', 'const a = b ? {} : c;', []],
    ['two empty objects', 'const a = b ? {} : {};', []],
  ])('looks at %s', (_, text, lines) => expect(emptyBranches(text)).toEqual(lines));
});
