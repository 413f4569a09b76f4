import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { itProtectedBy } from '../test/protected-by';
import { detectConfinement } from './confinement';
import { findPrograms } from './own-root';
import { type SandboxOptions, startSandboxed } from './sandboxed-process';

describe('a root of its own', () => {
  let folder: string;
  let scratch: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-root-'));
    scratch = join(folder, 'scratch');
    mkdirSync(scratch);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The result of an expression inside: its value, or the code of its error. */
  const evaluate = async (expression: string, options: Partial<SandboxOptions> = {}) => {
    const script = join(folder, 'script.js');
    writeFileSync(
      script,
      `const fs = require("node:fs"), os = require("node:os"), net = require("node:net");
      (async () => ${expression})()
        .catch((error) => error.code ?? String(error))
        .then((value) => fs.writeSync(3, JSON.stringify(value ?? null)))
        .then(() => process.exit());`,
    );
    const child = await startSandboxed({
      script,
      cwd: scratch,
      scratchMb: 16,
      timeout: 60_000,
      memoryMb: 300,
      input: '',
      ...options,
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    return { value: said === '' ? undefined : (JSON.parse(said) as unknown), end };
  };

  itProtectedBy('own-root', 'holds the staged copy, which can be read, and no other file of this machine', async () => {
    const [copy, other] = [join(folder, 'copy'), join(folder, 'other')];
    for (const each of [copy, other]) {
      mkdirSync(each);
      writeFileSync(join(each, 'file'), 'its content');
    }
    const read = (path: string) => `fs.readFileSync(${JSON.stringify(path)}, "utf8")`;
    const inside = (path: string) => evaluate(read(path), { readable: [copy] });
    expect(await inside(join(copy, 'file'))).toMatchObject({ value: 'its content' });
    expect(await inside(join(other, 'file'))).toMatchObject({ value: 'ENOENT' });
    expect(await inside('/etc/shadow')).toMatchObject({ value: 'ENOENT' });
    expect(await inside(join(__dirname, '../../../.git/config'))).toMatchObject({ value: 'ENOENT' });
    expect(await evaluate('fs.readdirSync("/etc").sort()')).toMatchObject({ value: ['ld.so.cache', 'passwd'] });
    expect(await evaluate('fs.readdirSync("/dev").sort()')).toMatchObject({
      value: ['null', 'random', 'urandom', 'zero'],
    });
  });

  itProtectedBy('own-root', 'keeps the staged copy from being written', async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    expect(
      await evaluate(`fs.writeFileSync(${JSON.stringify(join(copy, 'new'))}, "")`, { readable: [copy] }),
    ).toMatchObject({
      value: 'EROFS',
    });
  });

  itProtectedBy(
    'own-root',
    'holds what is mounted in the staged copy, read-only, in a user namespace too',
    async () => {
      const [copy, script] = [join(folder, 'copy'), join(folder, 'outer.ts')];
      mkdirSync(join(copy, 'mounted'), { recursive: true });
      writeFileSync(
        join(folder, 'inner.js'),
        `const fs = require("node:fs"); const path = ${JSON.stringify(join(copy, 'mounted/file'))};
      fs.writeSync(3, fs.readFileSync(path, "utf8"));
      try { fs.writeFileSync(path, ""); fs.writeSync(3, "written"); } catch (error) { fs.writeSync(3, error.code); }`,
      );
      writeFileSync(
        script,
        `const { startSandboxed } = require(${JSON.stringify(join(__dirname, 'sandboxed-process.ts'))});
      startSandboxed({ script: ${JSON.stringify(join(folder, 'inner.js'))}, cwd: ${JSON.stringify(scratch)},
        readable: [${JSON.stringify(copy)}], timeout: 20000, memoryMb: 300, input: "",
        confinement: { protections: [], wrappers: ["user-namespaces", "own-root", "ordinary-user"] },
      }).then(async (child) => {
        child.results.pipe(process.stdout);
        console.error((await child.ended).errorOutput);
      });`,
      );
      const { stdout, stderr } = spawnSync(
        'unshare',
        [
          '--user',
          '--map-root-user',
          '--mount',
          'sh',
          '-c',
          'mount -t tmpfs none "$1" && echo content >"$1/file" && shift && exec "$@"',
          'sh',
          join(copy, 'mounted'),
          process.execPath,
          '-r',
          resolve(__dirname, '../../../test/support/compile-typescript.cjs'),
          script,
        ],
        { encoding: 'utf8' },
      );
      expect({ stdout, stderr: stderr.trim() }).toEqual({ stdout: 'content\nEROFS', stderr: '' });
    },
  );

  itProtectedBy('own-root', 'has a scratch folder of a fixed size, of which nothing stays', async () => {
    const write = (files: number, megabytes: number) =>
      `{ for (let each = 0; each < ${files}; each += 1) ` +
      `fs.writeFileSync("big" + each, Buffer.alloc(${megabytes} << 20)); }`;
    expect(await evaluate(write(3, 4))).toMatchObject({ value: null });
    expect(await evaluate(write(5, 4))).toMatchObject({ value: 'ENOSPC' });
    // The signal for a too large file ends most processes; Node ignores it and gets an error.
    expect(await evaluate(write(1, 17))).toMatchObject({ value: expect.stringMatching(/EFBIG|ENOSPC/) });
    expect(execFileSync('ls', ['-A', scratch], { encoding: 'utf8' })).toBe('');
  });

  itProtectedBy('own-root', 'hides the Unix sockets of this machine', async () => {
    let contacts = 0;
    const server = createServer((socket) => void ((contacts += 1), socket.destroy())).listen(join(folder, 'socket'));
    await once(server, 'listening');
    const { value } = await evaluate(`new Promise((resolve, reject) =>
      net.connect(${JSON.stringify(join(folder, 'socket'))}).on("connect", resolve).on("error", reject))`);
    server.close();
    await once(server, 'close');
    expect({ value, contacts }).toEqual({ value: 'ENOENT', contacts: 0 });
  });

  itProtectedBy('own-root', 'is used by a user without rights, under another name of the machine', async () => {
    const { value } = await evaluate(
      '[process.getuid(), process.getgid(), process.getgroups(), os.userInfo().uid, os.hostname()]',
    );
    const [user, group, groups, , host] = value as [number, number, number[], number, string];
    expect(user).toBeGreaterThan(1_000);
    expect(group).toBe(user);
    expect(groups.filter((each) => each !== group)).toEqual([]);
    expect(host).toBe('sandbox');
  });

  itProtectedBy('own-root', 'limits how many processes there can be', async () => {
    const { value } = await evaluate(
      `new Promise((resolve) => {
        const { spawn } = require("node:child_process");
        let started = 0;
        const next = () =>
          spawn("sleep", ["60"], { stdio: "ignore" })
            .on("spawn", () => ((started += 1) < 200 ? next() : resolve(started)))
            .on("error", (error) => resolve(error.code));
        next();
      })`,
      { processes: 60, programs: findPrograms('sleep').slice(0, 1) },
    );
    expect(value).toBe('EAGAIN');
  });

  /** Perl can make any system call. */
  const perl = (code: string) =>
    `require("node:child_process").spawnSync("perl", ["-e", ${JSON.stringify(code)}], { encoding: "utf8" }).stdout`;
  const callNumber = { memfd: process.arch === 'arm64' ? 279 : 319, shmget: process.arch === 'arm64' ? 194 : 29 };

  itProtectedBy(
    'system-calls',
    'refuses memory that no process shows, and memory that outlives its process',
    async () => {
      const { value } = await evaluate(
        perl(
          `my $name = "m"; for ([${callNumber.memfd}, $name, 0], [${callNumber.shmget}, 0x41535359, 1024, 01600])` +
            ' { my ($call, @rest) = @$_; my $got = syscall($call, @rest); print $got, " ", $! + 0, "\\n" }',
        ),
      );
      expect(value).toBe('-1 1\n-1 1\n');
    },
  );

  itProtectedBy('process-tree', 'takes shared memory with it that was made without the filter', async () => {
    const all = await detectConfinement();
    const confinement = { protections: [], wrappers: all.wrappers.filter((each) => each !== 'system-calls') };
    const before = sharedMemory();
    await evaluate(perl(`syscall(${callNumber.shmget}, 0x41535359, 1 << 20, 01600)`), { confinement });
    expect(sharedMemory()).toEqual(before);
  });
});

const sharedMemory = (): string[] =>
  readFileSync('/proc/sysvipc/shm', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(0, 4).join(' '));
