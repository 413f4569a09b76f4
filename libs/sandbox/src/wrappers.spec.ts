import { spawnSync } from 'node:child_process';
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
