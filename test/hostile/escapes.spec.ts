import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type Confinement,
  type SandboxOptions,
  type Wrapper,
  detectConfinement,
  findPrograms,
  startSandboxed,
} from '@assay/sandbox';
import { detectBrowserConfinement } from '@assay/targets';
import { browserRunNeeds } from '../../libs/targets/src/site/browser/browser-needs';
import { eventually } from '../../libs/analysis/test/eventually';
import type { Outcome } from '../support/hostile/escapes/main';
import { SECRET, type Surroundings } from '../support/hostile/escapes/surroundings';

const SCRIPT = resolve(__dirname, '../support/hostile/escapes/main.ts');

/** The attempts that succeed on a host without namespaces, because the process has the same user as the service. */
const OPEN_WITHOUT_NAMESPACES: readonly string[] = [
  'read the event store',
  'read the read models',
  'read the master key of secrets',
  'read a sealed secret',
  "read another tenant's upload",
  "read another tenant's staged copy",
  'read an SSH key in a home',
  'read a key through a symbolic link',
  'read a key through a hard link',
  'read a key by a way up from the copy',
  'write beside the scratch folder',
  'write through a symbolic link',
  'write to the staged copy',
  'open a staged file again for writing',
  'put another file in the place of a staged one',
  'see other processes',
  'read the environment of a stranger',
  'list the open files of the parent',
  'signal the parent',
  'signal a stranger',
  'connect to a Unix socket',
  'connect to an abstract Unix socket',
  'connect to a server of this machine',
  'send a datagram to this machine',
  'be a server',
  'keep memory in a file without a name (memfd)',
  'keep shared memory (System V)',
  'learn the name of the machine',
];

/** The attempts that fail even without namespaces, by limits, the environment or the filter of system calls. */
const CLOSED_BY_LIMITS: readonly string[] = [
  'find the environment of the parent in its own',
  'find a folder among the open files',
  'make a file of 8 GB',
];
const CLOSED_BY_THE_FILTER: readonly string[] = [
  'trace a stranger (ptrace)',
  'make a mount namespace in a user namespace',
  'mount a file system in a user namespace',
  'rename the machine in a user namespace',
  'keep memory in a file without a name (memfd)',
  'keep shared memory (System V)',
  'keep a message queue (POSIX)',
  'use the keys of the session',
  'load a program into the kernel (bpf)',
  'make calls past the filter (io_uring)',
  'connect to a server of this machine',
  'send a datagram to the Internet',
  'open a raw socket',
  'open a socket to the host of this virtual machine (vsock)',
];

/** The attempts that succeed for Git, which has the network while it fetches. */
const WITH_NETWORK_AND_FOLDER: readonly string[] = [
  'connect to an abstract Unix socket',
  'connect to a server of this machine',
  'connect to a server of this machine over IPv6',
  'send a datagram to this machine',
  'send a datagram to the Internet',
  'be a server',
  'see the interfaces of the network',
  'open a socket to the kernel (netlink)',
  // The kernel counts no processes of root, and files on disk belong to the user of the service.
  'start 600 processes',
];

/** The filter of engines denies these as well. A browser needs namespaces for its own sandbox. */
const CLOSED_BY_THE_FILTER_OF_ENGINES: readonly string[] = [
  'make a user namespace',
  'make a network in a user namespace',
];

/**
 * The attempts that succeed for a browser: it has its own network for its proxy, and namespaces for its own sandbox.
 */
const AS_A_BROWSER: readonly string[] = [
  // The folder of the cached fonts.
  'list the variable data',
  // The datagram reaches its own loopback interface; the test checks that no server outside gets it.
  'send a datagram to this machine',
  'be a server',
  'see the interfaces of the network',
  'open a socket to the kernel (netlink)',
  'make a user namespace',
  'make a network in a user namespace',
  // A browser may have 2,000: each site in a page gets a process with a dozen threads.
  'start 600 processes',
];

/** None of these reaches beyond the sandbox; each is a part of the kernel in which errors have been found. */
const WITHOUT_THE_FILTER: readonly string[] = [
  'be a server',
  'open a socket to the kernel (netlink)',
  'open a socket to the host of this virtual machine (vsock)',
  'open a socket for ciphers of the kernel',
  'make a user namespace',
  'make a mount namespace in a user namespace',
  'make a network in a user namespace',
  'open a file by its handle',
  'handle faults of memory (userfaultfd)',
  'make calls past the filter (io_uring)',
  'watch the processor (perf_event_open)',
  'load a program into the kernel (bpf)',
  'use the keys of the session',
  'keep a key in the kernel',
  'keep memory in a file without a name (memfd)',
  'keep memory that nobody else can read (memfd_secret)',
];

describe('code that has taken over an engine', () => {
  let folder: string;
  let around: Surroundings;
  let copy: string;
  const servers: Server[] = [];
  let datagrams: Socket;
  let stranger: ChildProcess;
  /** The names of the servers outside the sandbox that got a connection or datagram. */
  const heard: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-escapes-'));
    process.env['ASSAY_CANARY'] = 'canary';
    const listen = async (name: string, where: Parameters<Server['listen']>[0]) => {
      const server = createServer((socket) => void (heard.push(name), socket.destroy()));
      server.listen(where as never);
      await once(server, 'listening');
      servers.push(server);
      return server.address() as AddressInfo | string as AddressInfo;
    };
    const abstract = `assay-escapes-${process.pid}`;
    const files = Object.fromEntries(
      ['event store', 'read models', 'key', 'sealed secret', 'upload', 'staged copy', 'ssh key'].map((name) => [
        name,
        plant(join(folder, 'machine', name, 'file'), SECRET),
      ]),
    );
    copy = dirname(plant(join(folder, 'copy/file.js'), 'eval(name);\n'));
    chmodSync(folder, 0o700);
    mkdirSync(join(folder, 'beside'));
    stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      env: { ...process.env, ASSAY_CANARY: 'canary' },
    });
    await once(stranger, 'spawn');
    datagrams = createSocket('udp4', () => heard.push('udp')).bind(0, '127.0.0.1');
    await once(datagrams, 'listening');
    const tcp = await listen('tcp', { port: 0, host: '127.0.0.1' });
    const tcp6 = await listen('tcp6', { port: 0, host: '::1' });
    await listen('unix', { path: join(folder, 'socket') });
    const listener = spawnAbstractServer(abstract);
    await once(listener.stdout!, 'data');
    abstractServer = listener;
    around = {
      files,
      copy,
      beside: join(folder, 'beside'),
      installation: resolve(__dirname, '../..'),
      hostname: hostname(),
      parent: process.pid,
      stranger: stranger.pid!,
      socket: join(folder, 'socket'),
      abstractSocket: abstract,
      tcp: tcp.port,
      tcp6: tcp6.port,
      udp: datagrams.address().port,
      blockDevices: readdirSync('/dev')
        .map((name) => `/dev/${name}`)
        .filter((path) => statSync(path).isBlockDevice()),
    };
  });
  let abstractServer: ChildProcess;

  afterAll(async () => {
    stranger.kill('SIGKILL');
    abstractServer.kill('SIGKILL');
    datagrams.close();
    for (const server of servers) server.close();
    removeSharedMemory();
    rmSync(folder, { recursive: true, force: true });
  });

  const attempts = async (
    confinement: Confinement,
    options: Partial<SandboxOptions> = { scratchMb: 64 },
  ): Promise<readonly Outcome[]> => {
    const scratch = mkdtempSync(join(folder, 'scratch-'));
    heard.length = 0;
    const child = await startSandboxed({
      script: SCRIPT,
      cwd: scratch,
      readable: [copy],
      programs: findPrograms('perl').slice(0, 1),
      timeout: 50_000,
      memoryMb: 4_000,
      input: JSON.stringify(around),
      confinement,
      ...options,
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    expect(end).toEqual({ kind: 'exited', code: 0, errorOutput: '' });
    const outcomes = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome);
    expect(outcomes.length).toBeGreaterThanOrEqual(60);
    return outcomes;
  };

  const got = (outcomes: readonly Outcome[]): readonly string[] =>
    outcomes.filter((outcome) => outcome.got !== undefined).map(({ name }) => name);

  it('gets nothing where this machine has every protection', async () => {
    const confinement = await detectConfinement();
    const missing = confinement.protections.filter(({ active }) => !active).map(({ name }) => name);
    const outcomes = await attempts(confinement);
    show(
      `with all protections${missing.length > 0 ? ` but ${missing.join(', ')}, which this machine lacks` : ''}`,
      outcomes,
    );
    if (missing.length > 0) return;
    expect(got(outcomes)).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('gets little more where it writes to a folder on disk, as git does', async () => {
    const confinement = await detectConfinement();
    const outcomes = await attempts(confinement, { network: true, fileMb: 64 });
    show('with all protections, but with the network and a folder on disk', outcomes);
    if (confinement.protections.some(({ active }) => !active)) return;
    expect(got(outcomes).filter((name) => !WITH_NETWORK_AND_FOLDER.includes(name))).toEqual([]);
  });

  it('gets little more where there is nothing to set the filter of system calls with', async () => {
    const confinement = await detectConfinement();
    const wrappers = confinement.asOtherUser ?? confinement.wrappers;
    if (!wrappers.includes('own-root')) return;
    const outcomes = await attempts({
      protections: [],
      wrappers: wrappers.filter((wrapper) => wrapper !== 'system-calls'),
    });
    show('with all protections but the filter of system calls', outcomes);
    expect(got(outcomes).filter((name) => !WITHOUT_THE_FILTER.includes(name))).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('gets what the list says on a host without namespaces', async () => {
    const outcomes = await attempts(await only('pdeathsig', 'rlimits'));
    show('on a host without namespaces', outcomes);
    expect(got(outcomes)).toEqual(expect.arrayContaining([...OPEN_WITHOUT_NAMESPACES]));
    for (const name of CLOSED_BY_LIMITS) expect(got(outcomes)).not.toContain(name);
  });

  it('is held by the filter of system calls on a host that has nothing else', async () => {
    const confinement = await only('pdeathsig', 'rlimits', 'no-privileges', 'system-calls');
    const outcomes = await attempts(confinement);
    show('on a host without namespaces, with the filter of system calls', outcomes);
    if (!confinement.wrappers.includes('system-calls')) return;
    for (const name of [...CLOSED_BY_LIMITS, ...CLOSED_BY_THE_FILTER, ...CLOSED_BY_THE_FILTER_OF_ENGINES])
      expect(got(outcomes)).not.toContain(name);
  });

  describe('or a browser', () => {
    const asBrowser = (): Partial<SandboxOptions> => {
      const below = mkdtempSync(join(folder, 'browser-'));
      const at = { scratch: join(below, 'scratch'), socket: join(below, 'proxy.sock') };
      mkdirSync(at.scratch);
      const { readable = [], programs = [], ...needs } = browserRunNeeds(process.execPath, at);
      return {
        ...needs,
        readable: [...readable, copy],
        programs: [...programs, ...findPrograms('perl').slice(0, 1)],
      };
    };

    it('gets nothing of this machine where it has every protection', async () => {
      const confinement = await detectBrowserConfinement(process.execPath);
      const missing = confinement.protections.filter(({ active }) => !active).map(({ name }) => name);
      const outcomes = await attempts(confinement, asBrowser());
      show(`as a browser, with all protections${missing.length > 0 ? ` but ${missing.join(', ')}` : ''}`, outcomes);
      if (missing.length > 0) return;
      expect(got(outcomes).filter((name) => !AS_A_BROWSER.includes(name))).toEqual([]);
      expect(heard).toEqual([]);
    });

    it('is held by the filter of system calls on a host that has nothing else', async () => {
      const { wrappers } = await detectBrowserConfinement(process.execPath);
      const { wrappers: around } = await only('pdeathsig', 'rlimits', 'no-privileges');
      const filter = wrappers.filter((wrapper) => wrapper === 'browser-calls');
      const outcomes = await attempts({ protections: [], wrappers: [...around, ...filter] }, asBrowser());
      show('as a browser, on a host without namespaces, with the filter of system calls', outcomes);
      if (filter.length === 0) return;
      // Its filter allows network calls, because with namespaces it has its own network.
      const closed = CLOSED_BY_THE_FILTER.filter((name) => !/server|datagram|raw socket/.test(name));
      for (const name of [...CLOSED_BY_LIMITS, ...closed]) expect(got(outcomes)).not.toContain(name);
    });
  });

  it('leaves nothing behind that goes on after its end', async () => {
    const { protections } = await detectConfinement();
    if (!protections.find(({ name }) => name === 'process-tree')!.active) return;
    const mark = `assay-survivor-${process.pid}`;
    const daemon = [
      `use POSIX (); setpgrp; $0 = "${mark}"; $SIG{$_} = "IGNORE" for "HUP", "TERM", "INT";`,
      'if (fork) { exit } POSIX::setsid(); sleep 600',
    ].join(' ');
    const script = plant(
      join(folder, 'daemons.js'),
      `const { spawn } = require("node:child_process");
      for (let each = 0; each < 20; each += 1)
        spawn("perl", ["-e", ${JSON.stringify(daemon)}], { detached: true, stdio: "ignore" }).unref();
      const fs = require("node:fs");
      const isDaemon = (entry) => /^[0-9]+$/.test(entry) &&
        fs.existsSync("/proc/" + entry) &&
        fs.readFileSync("/proc/" + entry + "/cmdline", "latin1").startsWith("${mark}");
      setInterval(() => {
        let running = 0;
        try { running = fs.readdirSync("/proc").filter(isDaemon).length; } catch {} // one has just ended
        if (running >= 20) { fs.writeSync(3, "they run"); process.exit(); }
      }, 20);`,
    );
    chmodSync(script, 0o644);
    const child = await startSandboxed({
      script,
      cwd: mkdtempSync(join(folder, 'scratch-')),
      scratchMb: 8,
      programs: findPrograms('perl').slice(0, 1),
      timeout: 20_000,
      memoryMb: 1_000,
      input: '',
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    expect({ said, end }).toMatchObject({ said: 'they run', end: { kind: 'exited', code: 0 } });
    await eventually(() => expect(survivors(mark)).toEqual([]));
  });

  /** These wrappers, without those that do not work here. */
  async function only(...wrappers: readonly Wrapper[]): Promise<Confinement> {
    const here = (await detectConfinement()).wrappers;
    const privileges = process.getuid!() === 0 ? 'no-privileges' : 'no-new-privileges';
    return {
      protections: [],
      wrappers: wrappers
        .map((wrapper) => (wrapper === 'no-privileges' ? privileges : wrapper))
        .filter((wrapper) => here.includes(wrapper) || wrapper === privileges),
    };
  }
});

function plant(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** An abstract Unix socket: Node cannot listen on one on every system, Perl can. */
const spawnAbstractServer = (name: string): ChildProcess =>
  spawn(
    'perl',
    [
      '-e',
      `$| = 1; socket(S, 1, 1, 0); bind(S, pack("S a*", 1, "\\0${name}")) or die; listen(S, 5); print "up"; ` +
        'while (1) { accept(C, S); close C }',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** Removes the shared memory that the attempts without namespaces leave on this machine. */
function removeSharedMemory(): void {
  for (const [kind, option] of [
    ['shm', '-M'],
    ['sem', '-S'],
    ['msg', '-Q'],
  ] as const)
    if (readFileSync(`/proc/sysvipc/${kind}`, 'latin1').includes(String(0x41535359)))
      spawnSync('ipcrm', [option, '0x41535359']);
}

/** The processes on this machine with this name. */
const survivors = (name: string): string[] =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/cmdline`, 'latin1').startsWith(name);
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false; // it has just ended
      throw error;
    }
  });

function show(where: string, outcomes: readonly Outcome[]): void {
  const lines = outcomes.map(
    ({ group, name, got, refused }) =>
      `${got === undefined ? 'refused' : 'GOT    '}  ${group}: ${name} (${got ?? refused})`,
  );
  const open = outcomes.filter(({ got }) => got !== undefined).length;
  process.stdout.write(`\n${outcomes.length} attempts ${where}: ${open} got something\n${lines.join('\n')}\n`);
}
