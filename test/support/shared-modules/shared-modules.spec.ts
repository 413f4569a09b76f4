import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Specs that run one after another in one process, in the order of their names. */
const FILES = {
  'src/greeting.js': 'exports.seen = []; exports.greet = () => "hello"; globalThis.rules ??= ["of greetings"];',
  'test/helper.js': 'exports.calls = []; beforeEach(() => exports.calls.push("hook"));',
  'order.js': `
    const Sequencer = require(${JSON.stringify(require.resolve('@jest/test-sequencer'))}).default;
    module.exports = class extends Sequencer {
      sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
    };`,
  'a.spec.js': `
    const greeting = require('./src/greeting');
    const helper = require('./test/helper');
    const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
    it('leaves much behind', () => {
      const storage = new AsyncLocalStorage();
      greeting.stored = storage.run('a', () => AsyncResource.bind(() => storage.getStore()));
      expect(greeting.stored()).toBe('a');
      expect.extend({ toBeLeft: () => ({ pass: true, message: () => '' }) });
      greeting.seen.push('a');
      helper.calls.push('a');
      globalThis.left = process.env.LEFT = 'a';
      delete process.env.KEPT;
      process.execArgv.push('--left');
      jest.spyOn(greeting, 'greet').mockReturnValue('spied');
      jest.useFakeTimers({ now: 0 });
      expect([greeting.greet(), Date.now()]).toEqual(['spied', 0]);
    });`,
  'b.spec.js': `
    const greeting = require('./src/greeting');
    const helper = require('./test/helper');
    it('finds sources as they were left, and all else as it was at first', () => {
      expect(greeting.seen).toEqual(['a']);
      expect(greeting.greet()).toBe('hello');
      expect(helper.calls).toEqual(['hook']);
      expect(globalThis.rules).toEqual(['of greetings']);
      expect(globalThis.left).toBeUndefined();
      expect(process.env).not.toHaveProperty('LEFT');
      expect(process.env.KEPT).toBe('kept');
      expect(process.execArgv).not.toContain('--left');
      expect(expect('').toBeLeft).toBeUndefined();
      // From Node.js 24 on a storage that nobody asks costs nothing, and none is ended for good.
      expect(process.versions.node < '24' ? greeting.stored() : undefined).toBeUndefined();
      expect(Date.now()).toBeGreaterThan(0);
    });`,
  'c.spec.js': `
    jest.mock('./src/greeting', () => ({ seen: ['replaced'] }));
    it('has what it replaces to itself', () => expect(require('./src/greeting').seen).toEqual(['replaced']));`,
  'd.spec.js': `
    it('does not find what another one replaced', () => expect(require('./src/greeting').seen).toEqual(['a']));`,
  'e.spec.js': `
    it('fails, so that a failure is told', () => expect(require('./src/greeting').greet()).toBe('bye'));`,
};

describe('specs that share modules', () => {
  it('share those of sources, and nothing that they leave behind', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-shared-')));
    try {
      for (const [name, text] of Object.entries(FILES)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const config = {
        rootDir: folder,
        testMatch: ['<rootDir>/*.spec.js'],
        transform: { 'c\\.spec': require.resolve('babel-jest') },
        runtime: join(__dirname, 'runtime.cjs'),
        testEnvironment: join(__dirname, 'environment.cjs'),
        testSequencer: '<rootDir>/order.js',
      };
      const jestProgram = join(__dirname, '../../../node_modules/jest/bin/jest.js');
      const env = { ...process.env, KEPT: 'kept' };
      const { code, stdout } = await promisify(execFile)(
        process.execPath,
        [jestProgram, '--config', JSON.stringify(config), '--runInBand', '--json', '--no-cache'],
        { cwd: folder, env },
      ).then(
        (ended) => ({ ...ended, code: 0 }),
        (error: { code: number; stdout: string }) => error,
      );
      const { testResults } = JSON.parse(stdout) as {
        testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
      };
      const statuses = testResults.map(({ assertionResults }) => assertionResults.map(({ status }) => status));
      expect(statuses).toEqual([['passed'], ['passed'], ['passed'], ['passed'], ['failed']]);
      expect(code).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
