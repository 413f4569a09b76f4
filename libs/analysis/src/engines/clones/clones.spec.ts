import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { cloneTools } from '../../catalogue/code-duplication';
import { profileOf } from '../engine-table';

const profile = profileOf('clones');

describeToolSamples(profile, cloneTools);

const ORIGINAL = readFileSync(join(__dirname, '../../../samples/code-duplication/positive/src/orders.js'), 'utf8');
const COPIES = { 'src/a.js': ORIGINAL, 'src/b.js': ORIGINAL };

describe('clones', () => {
  it('names both places', async () => {
    const run = await runOn(profile, cloneTools, COPIES);
    expect(run.tool('code-duplication').findings).toEqual([
      {
        rule: 'duplicated-code',
        file: 'src/b.js',
        line: 3,
        endLine: 13,
        message: '11 lines are the same as src/a.js:3-13',
      },
    ]);
  });

  it('reports a passage that stands in one file twice', async () => {
    const run = await runOn(profile, cloneTools, { 'src/a.js': `${ORIGINAL}\nstart();\n${ORIGINAL}` });
    expect(run.found).toEqual([expect.stringMatching(/^src\/a\.js:1[5-8] duplicated-code$/)]);
  });

  it('runs and obeys no configuration of the target', async () => {
    const run = await runOn(profile, cloneTools, (canary) => ({
      ...COPIES,
      '.jscpd.json': '{"ignore": ["**"], "minTokens": 100000}',
      'package.json': '{"jscpd": {"ignore": ["**"]}}',
      '.gitignore': '*\n',
      'src/.gitignore': '*\n',
      '.git/config': `[core]\n\tfsmonitor = "touch ${canary}"\n\texcludesFile = ../.gitignore\n`,
      '.git/HEAD': 'ref: refs/heads/main\n',
    }));
    expect(run.found).toEqual(['src/b.js:3 duplicated-code']);
    expect(run.canaryDied).toBe(false);
  });

  it('obeys no comment that would hide a passage', async () => {
    const hidden = `// jscpd:ignore-start\n${ORIGINAL}// jscpd:ignore-end\n`;
    expect((await runOn(profile, cloneTools, { 'a.js': ORIGINAL, 'b.js': hidden })).found).toEqual([
      'b.js:4 duplicated-code',
    ]);
  });

  it('reports a passage in many places once, and names the places', async () => {
    const copies = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`src/c${index}.js`, ORIGINAL]));
    const run = await runOn(profile, cloneTools, copies);
    expect(run.tool('code-duplication').findings).toMatchObject([
      {
        file: 'src/c1.js',
        line: 3,
        endLine: 13,
        message:
          '11 lines stand in 9 places: also src/c0.js:3-13, src/c2.js:3-13, src/c3.js:3-13, src/c4.js:3-13, ' +
          'src/c5.js:3-13 and 3 more',
      },
    ]);
  });

  it('compares the other files if some are broken, and lists the broken ones', async () => {
    const run = await runOn(profile, cloneTools, {
      ...COPIES,
      'src/binary.js': Buffer.from([0, 1, 2, 0]),
      'src/bom.js': `\uFEFF${'const a = 1;\r\n'.repeat(3)}`,
      'src/deep.js': `a(${'[\n'.repeat(9_000)}${']\n'.repeat(9_000)});`,
      'src/empty.js': '',
      'src/line.js': `a('${'x'.repeat(500_000)}');`,
      'src/huge.js': `a('${'x'.repeat(2_000_000)}');`,
      'src/syntax.js': 'const = = {{{ "\n',
    });
    expect(run.found).toContain('src/b.js:3 duplicated-code');
    expect([...run.unreadable].sort()).toEqual(['src/binary.js', 'src/huge.js', 'src/line.js']);
    expect(run.tool('code-duplication')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 9 });
  });
});
