import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { letEnginesGiveWay, lowerAutogroup } from './priority';

/** A detached process has one where Linux makes them. */
const hasAutogroups =
  existsSync('/proc/self/autogroup') && readFileSync('/proc/self/autogroup', 'utf8').startsWith('/autogroup-');
const itWithAutogroups = hasAutogroups ? it : it.skip;

describe('the priority of an autogroup', () => {
  itWithAutogroups(
    'is lowered for a detached child that is to give way, and stays as it is for this process',
    async () => {
      const ours = readFileSync('/proc/self/autogroup', 'utf8');
      const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await once(child, 'spawn');
      const told = () => readFileSync(`/proc/${child.pid}/autogroup`, 'utf8');
      lowerAutogroup(child);
      expect(told()).toMatch(/nice 0$/m);
      letEnginesGiveWay();
      lowerAutogroup(child);
      // A user who is not root may have to wait for its turn.
      while (!/nice 5$/m.test(told())) await new Promise(setImmediate);
      expect(readFileSync('/proc/self/autogroup', 'utf8')).toBe(ours);
      child.stdin.end();
      await once(child, 'exit');
      expect(() => lowerAutogroup(child)).not.toThrow();
    },
  );
});
