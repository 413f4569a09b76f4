import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itProtectedBy } from '../test/protected-by';
import { findProgram } from './own-root';
import { LOOPBACK_BY_PERL, wrap } from './wrappers';

/** Runs a command in a network that has only a loopback interface. */
const inNewNetwork = (command: readonly string[], path = process.env['PATH']!) =>
  spawnSync(
    findProgram('unshare')[0]!,
    [...(process.getuid!() === 0 ? [] : ['--user', '--map-root-user']), '--net', '--', ...command],
    { encoding: 'utf8', env: { PATH: path } },
  );

/** Says whether it could use the loopback interface. */
const USES_LOOPBACK = [
  process.execPath,
  '-e',
  `const net = require("node:net");
  const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1", () =>
    net.connect(server.address().port, "127.0.0.1")
      .on("connect", () => { console.log("reached"); process.exit(); })
      .on("error", (error) => { console.log(error.code); process.exit(); }))
    .on("error", (error) => { console.log(error.code); process.exit(); });`,
];
const REACHED = { stdout: 'reached\n', stderr: '', status: 0 };

/** A folder with these programs and no others. */
async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-programs-'));
  for (const name of names) await symlink(findProgram(name)[0]!, join(folder, name));
  return folder;
}

describe('the loopback interface of a new network', () => {
  itProtectedBy('process-tree', 'is down at first', async () => {
    expect(inNewNetwork(USES_LOOPBACK).stdout).toMatch(/^E[A-Z]+\n$/);
  });

  itProtectedBy('process-tree', 'is brought up by Perl alone', async () => {
    const byPerl = ['sh', '-c', 'perl -e "$1" && shift && exec "$@"', 'sh', LOOPBACK_BY_PERL, ...USES_LOOPBACK];
    expect(inNewNetwork(byPerl)).toMatchObject(REACHED);
  });

  itProtectedBy('process-tree', 'is brought up for a browser where there is no program `ip`', async () => {
    const folder = await folderWith('sh', 'perl');
    const command = wrap(['loopback'], USES_LOOPBACK, { cpuSeconds: 9, needs: { cwd: '/' } });
    expect(inNewNetwork(command, folder)).toMatchObject(REACHED);
    await rm(folder, { recursive: true });
  });

  itProtectedBy('process-tree', 'stays down where there is no Perl either, and nothing runs', async () => {
    const folder = await folderWith('sh');
    const command = wrap(['loopback'], USES_LOOPBACK, { cpuSeconds: 9, needs: { cwd: '/' } });
    expect(inNewNetwork(command, folder)).toMatchObject({ stdout: '', status: 1 });
    await rm(folder, { recursive: true });
  });
});

describe('the user of a confined process', () => {
  afterEach(() => jest.restoreAllMocks());

  /** The users of the first processes that a worker confines. */
  function usersOfOneWorker(): (string | undefined)[] {
    let users: (string | undefined)[] = [];
    jest.isolateModules(() => {
      const { wrap } = require('./wrappers') as typeof import('./wrappers');
      users = [1, 2, 3].map(() =>
        wrap(['other-user'], ['true'], { cpuSeconds: 1, needs: { cwd: '/' } }).find((word) =>
          word.startsWith('--reuid='),
        ),
      );
    });
    return users;
  }

  it('is another one for each, whatever the process ids of workers are', () => {
    jest
      .spyOn(crypto, 'randomInt')
      .mockReturnValueOnce(7 as never)
      .mockReturnValueOnce(2_000 as never);
    expect(new Set([...usersOfOneWorker(), ...usersOfOneWorker()]).size).toBe(6);
  });
});
