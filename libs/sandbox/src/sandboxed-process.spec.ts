import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { eventually } from '../../analysis/test/eventually';
import { itProtectedBy } from '../test/protected-by';
import { scriptedTool } from '../../analysis/test/scripted-pass';
import { letEnginesGiveWay } from './priority';
import { type SandboxOptions, startSandboxed } from './sandboxed-process';

const SAY = 'const say = (text) => require("node:fs").writeSync(3, text + "\\n");\n';

describe('a sandboxed process', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-sandbox-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (code: string, options: Partial<SandboxOptions> = {}) => {
    const script = join(folder, 'script.js');
    writeFileSync(script, SAY + code);
    return startSandboxed({ script, cwd: folder, timeout: 20_000, memoryMb: 512, input: '', ...options });
  };
  const run = async (code: string, options?: Partial<SandboxOptions>) => {
    const child = await start(code, options);
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    return { said, end };
  };
  /** Milliseconds in which a child is sure to have said its first word, however busy this machine is. */
  const timeToSpeak = async () => {
    const started = performance.now();
    await run('say("here");');
    return Math.ceil(Math.max(1_500, 5 * (performance.now() - started)));
  };

  it('hands over its input and its results', async () => {
    const { said, end } = await run('process.stdin.pipe(require("node:fs").createWriteStream(null, { fd: 3 }));', {
      input: 'línea\n'.repeat(50_000),
    });
    expect(said).toBe('línea\n'.repeat(50_000));
    expect(end).toEqual({ kind: 'exited', code: 0, errorOutput: '' });
  });

  it('gives way to this process, and so does what it starts', async () => {
    letEnginesGiveWay();
    const { said } = await run(
      `const { spawnSync } = require("node:child_process");
      const code = 'process.stdout.write(String(require("node:os").getPriority()))';
      say(require("node:os").getPriority() + " " + spawnSync(process.execPath, ["-e", code]).stdout);`,
    );
    const priority = Math.min(getPriority() + 5, 19);
    expect(said).toBe(`${priority} ${priority}\n`);
  });

  itProtectedBy('network', 'cannot connect to a server on this machine', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { said } = await run(
      `require("node:net").connect(${port}, "127.0.0.1")
        .on("connect", () => say("connected"))
        .on("error", (error) => say(error.code));`,
    );
    server.close();
    await once(server, 'close');
    expect({ said, connections }).toEqual({ said: expect.stringMatching(/^E[A-Z]+\n$/), connections: 0 });
  });

  it('sees nothing of the environment but what it needs', async () => {
    process.env['ASSAY_CANARY'] = 'not for engines';
    const { said } = await run('say(JSON.stringify(process.env));', { environment: { RECHECK_BACKEND: 'pure' } });
    delete process.env['ASSAY_CANARY'];
    expect(JSON.parse(said)).toEqual({
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      HOME: folder,
      TMPDIR: folder,
      BROWSERSLIST: 'defaults',
      NO_COLOR: '1',
      RECHECK_BACKEND: 'pure',
    });
  });

  itProtectedBy('process-tree', 'cannot read the environment of its parent through /proc', async () => {
    const { said } = await run(`
      const { readdirSync, readFileSync } = require("node:fs");
      for (const pid of readdirSync("/proc").filter((name) => /^\\d+$/.test(name)))
        say(readFileSync("/proc/" + pid + "/cmdline", "latin1").split("\\0").at(-2));`);
    expect(said.trim().split('\n')).toEqual([join(folder, 'script.js')]);
  });

  itProtectedBy('privileges', 'has no capabilities', async () => {
    const { said } = await run(
      'say(require("node:fs").readFileSync("/proc/self/status", "latin1").match(/CapEff:\\s+(\\S+)/)[1]);',
    );
    expect(said.trim()).toMatch(/^0+$/);
  });

  itProtectedBy('cpu-time', 'has its processor time bounded, and dumps no core', async () => {
    const { said } = await run('say(require("node:fs").readFileSync("/proc/self/limits", "latin1"));', {
      timeout: 60_000,
    });
    const limit = (name: string) => new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(said)!.slice(1).map(Number);
    const [soft, hard] = limit('Max cpu time');
    expect(soft).toBeGreaterThan(60);
    expect(hard).toBe(soft);
    expect(limit('Max core file size')).toEqual([0, 0]);
  });

  it('keeps what was reported when its time is over', async () => {
    const { said, end } = await run('say("found"); for (;;);', { timeout: await timeToSpeak() });
    expect({ said, end }).toEqual({ said: 'found\n', end: { kind: 'timed-out' } });
  });

  itProtectedBy('process-tree', 'ends a process that left its session when its time is over', async () => {
    const { said, end } = await run(escapee('setInterval(() => {}, 1000);'), { timeout: 2 * (await timeToSpeak()) });
    expect(end).toEqual({ kind: 'timed-out' });
    expect(said).toBe('escaped\n');
    await eventually(() => expect(processesWith(folder)).toEqual([]));
  });

  itProtectedBy('process-tree', 'ends a process that left its session when it ends by itself', async () => {
    const { end } = await run(escapee('setTimeout(() => process.exit(0), 10);'));
    expect(end).toMatchObject({ kind: 'exited', code: 0 });
    await eventually(() => expect(processesWith(folder)).toEqual([]));
  });

  const escapee = (then: string) => {
    writeFileSync(
      join(folder, 'escapee.js'),
      `require("node:fs").writeSync(3, "escaped\\n"); setInterval(() => {}, 1000);`,
    );
    return `
      const options = { detached: true, stdio: ["ignore", "ignore", "ignore", 3] };
      const script = ${JSON.stringify(join(folder, 'escapee.js'))};
      const child = require("node:child_process").spawn(process.execPath, [script], options);
      child.unref();
      child.on("spawn", () => { ${then} });`;
  };

  itProtectedBy('parent-death', 'does not outlive a parent that was killed, busy though it is', () =>
    diesWithItsParent({ input: scriptedInput('find, then hang') }),
  );

  const scriptedInput = (does: string) =>
    JSON.stringify({
      engine: 'scripted',
      tools: [scriptedTool('tool', does)],
      root: folder,
      files: [],
      scratch: folder,
    });

  const diesWithItsParent = async (options: Partial<SandboxOptions>) => {
    const script = resolve(__dirname, '../../analysis/test/scripted-host.ts');
    const all = { script, cwd: folder, timeout: 600_000, memoryMb: 256, ...options };
    writeFileSync(
      join(folder, 'parent.js'),
      `
      require(${JSON.stringify(join(__dirname, 'sandboxed-process.ts'))})
        .startSandboxed(${JSON.stringify(all)})
        .then((child) => child.results.pipe(process.stdout));`,
    );
    const parent = spawn(
      process.execPath,
      ['-r', resolve(__dirname, '../../../test/support/compile-typescript.cjs'), join(folder, 'parent.js')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: parent.stdout })) if (line.includes('before the end')) break;
    expect(processesWith(folder, 'environ').length).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await eventually(() => expect(processesWith(folder, 'environ')).toEqual([]));
  };

  describe('on a machine that offers no protection', () => {
    const confinement = { wrappers: [], protections: [] };

    it('is ended with all its descendants when its time is over', async () => {
      const { said, end } = await run(escapee('setInterval(() => {}, 1000);'), {
        timeout: 2 * (await timeToSpeak()),
        confinement,
      });
      expect({ said, end }).toEqual({ said: 'escaped\n', end: { kind: 'timed-out' } });
      await eventually(() => expect(processesWith(folder)).toEqual([]));
    });

    it('notices that its parent was killed', () =>
      diesWithItsParent({ input: scriptedInput('find, then wait'), confinement }));

    it('is over although a process that left its session holds its pipes', async () => {
      const child = await start(escapee('say(String(child.pid)); setTimeout(() => process.exit(0), 500);'), {
        confinement,
      });
      const said: Buffer[] = [];
      child.results.on('data', (chunk: Buffer) => said.push(chunk));
      const end = await child.ended;
      process.kill(Number(/\d+/.exec(Buffer.concat(said).toString())![0]), 'SIGKILL');
      expect(end).toMatchObject({ kind: 'exited', code: 0 });
    });
  });

  it('is ended when it takes more memory than it may, outside the heap too', async () => {
    const { said, end } = await run(
      'say("begun"); const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 5);',
      { memoryMb: 200 },
    );
    expect({ said, end }).toEqual({ said: 'begun\n', end: { kind: 'out-of-memory' } });
  });

  it('is ended when its children take more memory than it may', async () => {
    const hog = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 5);';
    const { end } = await run(
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(hog)}], { stdio: "ignore" });`,
      { memoryMb: 250 },
    );
    expect(end).toEqual({ kind: 'out-of-memory' });
  });

  (existsSync('/usr/bin/perl') && process.platform === 'linux' ? it : it.skip)(
    'is ended when it keeps more memory than it may in files without a name',
    async () => {
      const call = process.arch === 'arm64' ? 279 : 319;
      const hog =
        `my $name = "m"; my $fd = syscall(${call}, $name, 0); open(my $file, "+<&=", $fd) or die $!; ` +
        'my $block = "x" x (16 << 20); for (1 .. 40) { syswrite($file, $block); print STDERR "." } sleep 60';
      const { end } = await run(
        `require("node:child_process").spawn("perl", ["-e", ${JSON.stringify(hog)}], { stdio: "ignore" });`,
        { memoryMb: 300, confinement: { wrappers: [], protections: [] } },
      );
      expect(end).toEqual({ kind: 'out-of-memory' });
    },
  );

  it('is out of memory when its heap is full', async () => {
    const { end } = await run('const kept = []; for (;;) kept.push(new Array(1000).fill(Math.random()));', {
      memoryMb: 128,
    });
    expect(end).toEqual({ kind: 'out-of-memory' });
  });

  it('is ended by cancellation, before or after it began', async () => {
    const controller = new AbortController();
    const child = await start('say("up"); setInterval(() => {}, 1000);', { signal: controller.signal });
    child.results.once('data', () => controller.abort());
    expect(await child.ended).toEqual({ kind: 'canceled' });
    const { end } = await run('setInterval(() => {}, 1000);', { signal: AbortSignal.abort() });
    expect(end).toEqual({ kind: 'canceled' });
  });

  it('may flood its error output: the end of it is kept', async () => {
    const { end } = await run(
      'const { writeSync } = require("node:fs"); ' +
        'for (let line = 0; line < 20000; line += 1) writeSync(2, "x".repeat(1000) + "\\n"); ' +
        'writeSync(2, "the last words\\n"); process.exit(3);',
    );
    expect(end).toMatchObject({ kind: 'exited', code: 3 });
    const { errorOutput } = end as { errorOutput: string };
    expect(errorOutput.length).toBeLessThanOrEqual(4_096);
    expect(errorOutput).toMatch(/the last words\n$/);
  });

  it('may ignore its input', async () => {
    const { end } = await run('process.exit(0);', { input: 'x'.repeat(8 << 20) });
    expect(end).toMatchObject({ kind: 'exited', code: 0 });
  });

  it('says how it crashed', async () => {
    const { end } = await run('process.abort();');
    expect(end).toMatchObject({ kind: 'crashed', signal: expect.stringMatching(/^SIG/) });
  });

  it('cannot be started in a folder that is not there, and that is a fault of the machine', async () => {
    await expect(run('', { cwd: join(folder, 'absent') })).rejects.toMatchObject({
      name: 'InfrastructureError',
      message: expect.stringContaining('cannot start'),
    });
  });

  /** The processes of this machine whose command line, or environment, names the folder. */
  const processesWith = (path: string, where: 'cmdline' | 'environ' = 'cmdline'): string[] => {
    if (!existsSync('/proc/self/cmdline')) return [];
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const text = readFileSync(`/proc/${pid}/${where}`, 'latin1').replaceAll('\0', ' ');
          return text.includes(path) ? [text] : [];
        } catch (error) {
          if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
          throw error;
        }
      });
  };
});
