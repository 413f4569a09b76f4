import { join } from 'node:path';

const { checkedFiles, longFunctions, problemsIn } = require('./long-functions.cjs') as {
  checkedFiles(root: string): string[];
  longFunctions(text: string): { readonly name: string; readonly line: number; readonly lines: number }[];
  problemsIn(texts: Readonly<Record<string, string>>, tables: Readonly<Record<string, string>>): string[];
};

const steps = (count: number): string => '  step();\n'.repeat(count);

describe('the check of long functions', () => {
  it.each([
    ['a function', `\nfunction outer() {\n${steps(59)}}\n`, [{ name: 'outer', line: 2, lines: 61 }]],
    ['a method', `class A {\nrun() {\n${steps(59)}}\n}\n`, [{ name: 'run', line: 2, lines: 61 }]],
    ['an arrow function', `const run = () => {\n${steps(60)}};\n`, [{ name: 'run', line: 1, lines: 62 }]],
    ['a field', `const a = { run: () => {\n${steps(59)}} };\n`, [{ name: 'run', line: 1, lines: 61 }]],
    ['no name', `on(() => {\n${steps(59)}});\n`, [{ name: 'a function without a name', line: 1, lines: 61 }]],
    ['60 lines', `function open() {\n${steps(58)}}\n`, []],
    ['a comment before it', `/**\n${' * why\n'.repeat(60)} */\nfunction open() {\n${steps(9)}}\n`, []],
  ])('counts %s', (_, text, found) => expect(longFunctions(text)).toEqual(found));

  it('counts functions within a function to it', () =>
    expect(longFunctions(`function open() {\nconst one = () => {\n${steps(30)}};\n${steps(30)}}\n`)).toEqual([
      { name: 'open', line: 1, lines: 64 },
    ]));

  it('names the long ones that are not listed as tables, and those of the list that are not long', () => {
    const texts = { 'libs/a.ts': `function a() {\n${steps(60)}}\nfunction b() {\n${steps(60)}}\n` };
    expect(problemsIn(texts, { 'libs/a.ts b': 'one table', 'libs/a.ts c': 'one table' })).toEqual([
      'libs/a.ts:1: a has 62 lines',
      'libs/a.ts c: is not a long function; take it from the list in long-functions.cjs',
    ]);
  });

  it('reads sources and scripts, but no test, no table of the catalogue and no sample', () => {
    const files = checkedFiles(join(__dirname, '..'));
    expect(files).toEqual(expect.arrayContaining(['scripts/long-functions.cjs', 'libs/kernel/src/settings.ts']));
    expect(files.filter((file) => /\.spec\.ts$|\/(?:catalogue|samples|test)\//.test(file))).toEqual([]);
  });
});
