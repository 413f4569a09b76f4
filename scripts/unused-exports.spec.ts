const { exportsForTests, unusedExports } = require('./unused-exports.cjs') as {
  exportsForTests(texts: Map<string, string>): string[];
  unusedExports(texts: Map<string, string>, aliases?: Map<string, string>): string[];
};

const unused = (texts: Readonly<Record<string, string>>) =>
  unusedExports(new Map(Object.entries(texts)), new Map([['@assay/kernel', 'libs/kernel/src']]));

describe('the check of unused exports', () => {
  it('names an export that no other file names, also one that its own file uses', () =>
    expect(
      unused({
        'a.ts': '\nexport const used = 1;\nexport function own() {}\nexport class Dead {}\nown();\n',
        'b.ts': "import { used } from './a';\nused;\n",
      }),
    ).toEqual(['a.ts:3: own', 'a.ts:4: Dead']));

  it('lets a type be exported for the signature that it belongs to, and names one that nothing names', () =>
    expect(
      unused({
        'a.ts':
          'export interface Options {}\nexport type Dead = 1;\nexport const run = (options: Options) => options;\n',
        'b.ts': "import { run } from './a';\nrun({});\n",
      }),
    ).toEqual(['a.ts:2: Dead']));

  it('follows a name through index files and aliases', () =>
    expect(
      unused({
        'libs/kernel/src/index.ts': "export * from './text';\nexport { one, two as second } from './numbers';\n",
        'libs/kernel/src/text.ts': 'export const trim = 1;\nexport const pad = 2;\n',
        'libs/kernel/src/numbers.ts': 'export const one = 1;\nexport const two = 2;\n',
        'apps/a.ts': "import { second, trim } from '@assay/kernel';\n[second, trim];\n",
      }).sort(),
    ).toEqual([
      'libs/kernel/src/index.ts:2: one',
      'libs/kernel/src/numbers.ts:1: one',
      'libs/kernel/src/text.ts:2: pad',
    ]));

  it('takes a whole module to be used by require, import() and a namespace, and one name by an import type', () =>
    expect(
      unused({
        'a.ts': 'export const a = 1;\n',
        'b.ts': 'export const b = 1;\n',
        'c.ts': 'export const c = 1;\n',
        'd.ts': 'export type D = 1;\nexport const d = 1;\n',
        'e.ts':
          "require('./a');\nvoid import('./b.js');\nimport * as c from './c';\nconst d: import('./d').D = c.c;\nd;\n",
      }),
    ).toEqual(['d.ts:2: d']));

  it('takes a path that some other function is given for text, and what Jest is given for an import', () =>
    expect(
      unused({
        'a.ts': 'export const a = 1;\n',
        'b.ts': 'export const b = 1;\n',
        'c.ts': "const isA = (text) => text.includes('./a');\njest.mock('./b');\nisA('');\n",
      }),
    ).toEqual(['a.ts:1: a']));

  it('knows the names that something outside the sources looks for', () =>
    expect(
      unused({
        'workflows/a.workflow.ts': 'export async function session() {}\n',
        'libs/analysis/src/engines/x/x.engine.ts': 'export const engine = 1;\nexport const other = 2;\n',
      }),
    ).toEqual(['libs/analysis/src/engines/x/x.engine.ts:2: other']));

  it('names what only tests use, unless its own file uses it or an index file passes it on', () =>
    expect(
      exportsForTests(
        new Map([
          ['libs/x/src/a.ts', 'export const used = 1;\nexport const tested = 2;\nexport const own = 3;\nown;\n'],
          ['libs/x/src/index.ts', "export { used, tested } from './a';\n"],
          ['libs/x/src/a.spec.ts', "import { own, tested, used } from './a';\n[own, tested, used];\n"],
          ['libs/x/src/b.ts', "import { used } from '.';\nexport const tested = used;\n"],
          ['libs/y/test/b.ts', "import { tested } from '../../x/src/b';\ntested;\n"],
        ]),
      ),
    ).toEqual(['libs/x/src/a.ts:2: tested', 'libs/x/src/b.ts:2: tested']));
});
