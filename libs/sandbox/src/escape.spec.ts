import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../../analysis/test/eventually';
import { itProtectedBy } from '../test/protected-by';
import { findProgram } from './own-root';
import { type SandboxOptions, startSandboxed } from './sandboxed-process';

/** Attempts of hostile code that has taken over an engine's process. */
describe('a sandboxed process that was taken over', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-sandbox-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (code: string, options: Partial<SandboxOptions> = {}) => {
    const script = join(folder, 'script.js');
    writeFileSync(script, `const say = (text) => require("node:fs").writeSync(3, text + "\\n");\n${code}`);
    const child = await startSandboxed({
      script,
      cwd: folder,
      timeout: 60_000,
      memoryMb: 1_024,
      input: '',
      ...options,
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    return { said, end };
  };

  /** The outcome of each attempt: `done`, or the code of the error that stopped it. */
  const attempts = async (code: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
    const { said } = await run(`
      const { openSync, closeSync, writeFileSync, unlinkSync } = require("node:fs");
      const openForWriting = (path) => closeSync(openSync(path, "r+"));
      for (const [name, attempt] of [${Object.entries(code)
        .map(([name, body]) => `[${JSON.stringify(name)}, () => { ${body} }]`)
        .join(', ')}]) {
        let outcome = "done";
        try { attempt(); } catch (error) { outcome = error.code; }
        say(JSON.stringify([name, outcome]));
      }`);
    return Object.fromEntries(
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, string]),
    );
  };

  itProtectedBy('files', 'can write in its own folder and nowhere else', async () => {
    const beside = join(folder, '../beside-the-sandbox');
    const write = (path: string) => `writeFileSync(${JSON.stringify(path)}, ""); unlinkSync(${JSON.stringify(path)});`;
    expect(
      await attempts({
        own: write(join(folder, 'own')),
        beside: write(beside),
        repository: write(join(__dirname, 'written-by-an-engine')),
        memory: write('/dev/shm/written-by-an-engine'),
      }),
    ).toEqual({
      own: 'done',
      beside: 'EROFS',
      repository: 'EROFS',
      memory: expect.stringMatching(/^E(ROFS|ACCES|NOENT)$/) as string,
    });
    expect(existsSync(beside)).toBe(false);
  });

  itProtectedBy('files', 'keeps its writable folder where the path holds spaces, quotes and patterns', async () => {
    folder = join(folder, 'a b\'c"$(id)*\\040');
    mkdirSync(folder);
    expect(await attempts({ own: 'writeFileSync("own", "");', above: 'writeFileSync("../above", "");' })).toEqual({
      own: 'done',
      above: 'EROFS',
    });
    folder = dirname(folder);
  });

  itProtectedBy('files', 'reaches neither the settings of the kernel nor its devices', async () => {
    const outcomes = await attempts({
      core: 'openForWriting("/proc/sys/kernel/core_pattern");',
      groups: 'writeFileSync("/sys/fs/cgroup/cgroup.procs", "1");',
      ...Object.fromEntries(
        blockDevices().map((device) => [device, `closeSync(openSync(${JSON.stringify(device)}, "r"));`]),
      ),
    });
    for (const outcome of Object.values(outcomes)) expect(outcome).toMatch(/^E(ROFS|ACCES|NOENT|PERM|NXIO)$/);
    expect(
      await attempts({
        nothing: 'openForWriting("/dev/null");',
        randomness: 'closeSync(openSync("/dev/urandom", "r"));',
      }),
    ).toEqual({ nothing: 'done', randomness: 'done' });
  });

  itProtectedBy('process-tree', 'does not see the process that started it, and cannot signal it', async () => {
    expect(
      await attempts({
        signal: `process.kill(${process.pid}, "SIGTERM");`,
        files: `require("node:fs").readdirSync("/proc/${process.pid}/fd");`,
      }),
    ).toEqual({ signal: 'ESRCH', files: 'ENOENT' });
  });

  itProtectedBy('process-tree', 'takes with it a hundred children that started sessions of their own', async () => {
    const mark = `3600.${process.pid}`;
    const { end } = await run(
      `const { spawn } = require("node:child_process");
      for (let each = 0; each < 100; each += 1)
        spawn("sleep", ["${mark}"], { detached: true, stdio: "ignore" }).unref();`,
      { programs: findProgram('sleep') },
    );
    expect(end).toMatchObject({ kind: 'exited', code: 0 });
    await eventually(() => expect(commandLines().filter((line) => line.includes(mark))).toEqual([]));
  });
});

const blockDevices = (): string[] =>
  readdirSync('/dev')
    .map((name) => `/dev/${name}`)
    .filter((path) => statSync(path).isBlockDevice());

const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')];
      } catch (error) {
        if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []; // it has just ended
        throw error;
      }
    });
