import { wrapsAssertion } from './asserting-helpers';

describe('an expectation without a matcher', () => {
  it.each(['expect(assertSelected(a));', 'expect(await page.expectRows(3));', 'expect(\nassert(a));'])(
    'holds an assertion by its name: %j',
    (code) => expect(wrapsAssertion(code, code)).toBe(true),
  );

  it.each([
    'expect(checkLimits(a));',
    'expect(expectedRows(3));',
    'expect(assertions);',
    'expect(a.assert);',
    'expect(assertSaved()).resolves.toBe(1);',
  ])('holds no assertion by its name: %j', (code) => expect(wrapsAssertion(code, code)).toBe(false));

  it.each([
    ['function same(a) {\n  for (const b of a) {\n    c(b);\n  }\n  expect(a).toBe(1);\n}\n', true],
    ['const same = (a: number) => {\n  assert.equal(a, 1);\n};\n', true],
    ['const same = async (a) => {\n  expect(a).toBe(1);\n  return a.first;\n};\n', false],
    ['function same(a) {\n  go(a);\n}\nexpect(1).toBe(1);\n', false],
    ['const same = (a) => a === 1;\nit("b", () => {\n  expect(1).toBe(1);\n});\n', false],
    ["import { same } from './same';\nexpect(1).toBe(1);\n", false],
  ])('holds one where the file declares a helper with one, and no value: %j is %s', (declared, holds) =>
    expect(wrapsAssertion('expect(same(a));', `${declared}expect(same(a));\n`)).toBe(holds),
  );
});
