import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tree: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('js-data-flow');
  return findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`);
}

const RUNS = "import { exec } from 'child_process';\nexport const run = (command: string) => exec(command);\n";
const CHECKS =
  "import { exec } from 'child_process';\n" +
  "export const run = (command: string) => { if (['ls', 'df'].includes(command)) exec(command); };\n";
const serving = (module: string) =>
  `import express from 'express';\nimport { run } from '${module}';\nconst app = express();\n` +
  "app.get('/', (req, res) => { run(req.query.q); });\n";
const manifest = (name: string, more = '') => `{ "name": "${name}", "private": true${more} }`;

const IN_WORKSPACE: readonly (readonly [what: string, module: string, tree: Readonly<Record<string, string>>])[] = [
  [
    'what a build makes of its source',
    '@shop/jobs',
    {
      'packages/jobs/package.json': manifest('@shop/jobs', ', "main": "dist/index.js"'),
      'packages/jobs/src/index.ts': RUNS,
    },
  ],
  [
    'its source without an entry',
    'jobs',
    { 'libs/jobs/package.json': manifest('jobs'), 'libs/jobs/src/index.ts': RUNS },
  ],
  ['a file within it', 'jobs/run', { 'libs/jobs/package.json': manifest('jobs'), 'libs/jobs/src/run.ts': RUNS }],
];

describe('an import of JavaScript without dots', () => {
  it.each(IN_WORKSPACE)('finds a package of the same repository: %s', async (_, module, tree) => {
    const file = Object.keys(tree).find((each) => each.endsWith('.ts'));
    expect(await found({ ...tree, 'packages/server/app.ts': serving(module) })).toEqual([
      `${file}:2 command-injection`,
    ]);
  });

  it.each([
    ['@/jobs', 'src/jobs.ts'],
    ['~/jobs', 'app/jobs.ts'],
    ['@server/utils/jobs', 'server/utils/jobs.ts'],
    ['$lib/jobs', 'src/lib/jobs.ts'],
    ['utils/jobs', 'src/utils/jobs.ts'],
    ['@server/jobs.js', 'server/jobs.ts'],
  ])('finds a file of the project: %s', async (module, file) => {
    expect(await found({ [file]: RUNS, 'web/app.ts': serving(module) })).toEqual([`${file}:2 command-injection`]);
  });

  it('means the nearest project', async () => {
    const tree = (one: string, two: string) => ({
      'one/package.json': manifest('one'),
      'one/src/jobs.ts': one,
      'one/src/web/app.ts': serving('@/jobs'),
      'two/package.json': manifest('two'),
      'src/jobs.ts': two,
    });
    expect(await found(tree(RUNS, CHECKS))).toEqual(['one/src/jobs.ts:2 command-injection']);
    expect(await found(tree(CHECKS, RUNS))).toEqual([]);
  });

  it('follows the checks of what it finds', async () => {
    for (const [, module, tree] of IN_WORKSPACE) {
      const checked = Object.fromEntries(
        Object.entries(tree).map(([file, text]) => [file, text === RUNS ? CHECKS : text]),
      );
      expect(await found({ ...checked, 'packages/server/app.ts': serving(module) })).toEqual([]);
    }
  });

  it.each([
    ['a package of others', 'jobs', 'src/jobs.ts'],
    ['a module of Node.js', 'timers/promises', 'src/timers/promises.ts'],
    ['a file of another project', '@/jobs', 'other/src/jobs.ts'],
  ])('leaves %s alone', async (_, module, file) => {
    expect(await found({ [file]: RUNS, 'web/app.ts': serving(module) })).toEqual([]);
  });
});
