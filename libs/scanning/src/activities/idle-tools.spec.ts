import type { StagedTarget } from '@assay/targets';
import { idleReason } from './idle-tools';

const holding = (...paths: string[]) =>
  ({
    files: paths.map((path) => ({
      staged: path.replace('vendored:', ''),
      ...(path.startsWith('vendored:') && { leftOut: 'vendored' }),
    })),
    parts: {},
  }) as unknown as StagedTarget;

describe('a tool has nothing to look at', () => {
  const script = { files: ['**/*.js'] };
  const declared = { files: ['**/*.js', '**/*.json'], needs: ['**/package.json'] };

  it.each([
    ['where no file is of its kind', script, holding('a.py'), 'nothing to look at: the target has no **/*.js'],
    ['where all that are were left out', script, holding('vendored:a.js'), expect.stringContaining('**/*.js')],
    [
      'where what it needs is not there, however many files it could read',
      declared,
      holding('a.js', 'tsconfig.json'),
      'nothing to look at: the target has no **/package.json',
    ],
    [
      'where what it needs was left out',
      declared,
      holding('a.js', 'vendored:lib/package.json'),
      'nothing to look at: the target has no **/package.json',
    ],
    [
      'in a history that nobody has',
      { files: ['**/*'], reads: 'history' as const },
      holding('a.js'),
      'nothing to look at: the target has no earlier versions of files',
    ],
    [
      'in records that nobody has',
      { files: ['**/*'], reads: 'records' as const },
      holding('a.js'),
      'nothing to look at: nothing of the kind is known of the target',
    ],
  ])('%s', (_, tool, target, reason) => expect(idleReason(tool, target)).resolves.toEqual(reason));

  it.each([
    ['a file of its kind', script, holding('src/a.js', 'b.py')],
    ['what was left out, if it reads that', { ...script, readsLeftOut: true as const }, holding('vendored:a.js')],
    ['a file and what it needs', declared, holding('a.js', 'app/package.json')],
  ])('but it looks at %s', (_, tool, target) => expect(idleReason(tool, target)).resolves.toBeUndefined());

  it.each([
    ['none is of its kind', 'a.py', 2],
    ['the first one is', 'a.js', 1],
  ])('and lets others have their turn while 6,000 files are compared, of which %s', async (_, first, turns) => {
    const turn = jest.fn(async () => undefined);
    await idleReason(script, holding(first, ...Array.from({ length: 5_999 }, (__, at) => `${at}.txt`)), turn);
    expect(turn).toHaveBeenCalledTimes(turns);
  });
});
