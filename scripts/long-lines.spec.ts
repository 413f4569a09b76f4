import { join } from 'node:path';

const { checkedFiles, longLines } = require('./long-lines.cjs') as {
  checkedFiles(root: string): string[];
  longLines(file: string, text: string): string[];
};

describe('the check of long lines', () => {
  it('names the line of more than 120 characters, counted as a reader counts', () =>
    expect(longLines('a.ts', `${'é'.repeat(120)}\n${'🧭'.repeat(120)}\n${'x'.repeat(121)}\n`)).toEqual([
      'a.ts:3: 121 characters',
    ]));

  it('reads tests and scripts, but no table of the catalogue and no sample', () => {
    const files = checkedFiles(join(__dirname, '..'));
    expect(files).toEqual(
      expect.arrayContaining([
        'scripts/long-lines.spec.ts',
        'jest.config.cjs',
        '.ci/run',
        'libs/kernel/src/settings.ts',
      ]),
    );
    expect(files.filter((file) => /\/(catalogue|samples)\//.test(file))).toEqual([]);
  });
});
