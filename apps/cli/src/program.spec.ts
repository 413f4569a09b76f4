import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from './commands';

const SUPPORT = join(__dirname, '../../../test/support');

/** @param output where its standard output goes */
const assay = (args: readonly string[], output: 'pipe' | number = 'pipe') =>
  spawnSync(
    process.execPath,
    [
      ...['count-modules.cjs', 'compile-typescript.cjs'].flatMap((file) => ['-r', join(SUPPORT, file)]),
      join(__dirname, 'main.ts'),
      ...args,
    ],
    { stdio: ['ignore', output, 'pipe'], encoding: 'utf8' },
  );

const modulesOf = (args: readonly string[]): number => Number(/(\d+) modules/.exec(assay(args).stderr)?.[1]);

describe('the program', () => {
  it.each([['--help'], ['--version'], ['scna']])('answers %s without loading the service', (argument) =>
    expect(modulesOf([argument])).toBeLessThan(100),
  );

  // A tenth above what they load, so that a library which is loaded by accident shows.
  it.each([
    ['scan', 1_820],
    ['serve', 1_770],
    ['tools', 1_460],
  ])('loads for %s what it works with, and no client, parser or validator before its use', (command, most) =>
    expect(modulesOf([command, '--help'])).toBeLessThan(most),
  );

  it('fits its help into 80 columns and lists every command with what it does', () => {
    const { stdout } = assay(['--help']);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    for (const { name, description } of COMMANDS)
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${name} ${description} `);
  });

  it('suggests a command for one that is misspelt', () => {
    const { status, stderr } = assay(['scna']);
    expect(stderr).toContain('Did you mean scan?');
    expect(status).toBe(3);
  });

  it('names the whole command whose help says more', () => {
    const { status, stderr } = assay(['key', 'create']);
    expect(stderr).toContain('(assay key create --help says more)');
    expect(status).toBe(3);
  });

  it('ends with status 3 and says why where its output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = assay(['--help'], full);
    closeSync(full);
    expect(stderr).toContain('the output could not be written: ENOSPC');
    expect(status).toBe(3);
  });
});
