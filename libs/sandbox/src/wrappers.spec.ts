import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import { itProtectedBy } from '../test/protected-by';
import { LOOPBACK_BY_PERL } from './wrappers';

/** Runs Perl code, then code that uses the loopback interface, in a network that has only that. */
const inNewNetwork = (before: string) =>
  spawnSync(
    'unshare',
    [
      ...(process.getuid!() === 0 ? [] : ['--user', '--map-root-user']),
      '--net',
      '--',
      'sh',
      '-c',
      'perl -e "$1" && exec "$2" -e "$3"',
      'sh',
      before,
      process.execPath,
      `const net = require("node:net");
      const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1", () =>
        net.connect(server.address().port, "127.0.0.1")
          .on("connect", () => { console.log("reached"); process.exit(); })
          .on("error", (error) => { console.log(error.code); process.exit(); }))
        .on("error", (error) => { console.log(error.code); process.exit(); });`,
    ],
    { encoding: 'utf8' },
  );

describe('the loopback interface of a new network', () => {
  itProtectedBy('process-tree', 'is down at first', async () => {
    expect(inNewNetwork('1').stdout).toMatch(/^E[A-Z]+\n$/);
  });

  itProtectedBy('process-tree', 'is brought up by Perl where there is no program `ip`', async () => {
    expect(inNewNetwork(LOOPBACK_BY_PERL)).toMatchObject({ stdout: 'reached\n', stderr: '', status: 0 });
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
