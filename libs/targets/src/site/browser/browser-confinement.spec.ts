import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ProtectionName } from '../../../../sandbox/src/confinement';
import { startSandboxed } from '../../../../sandbox/src/sandboxed-process';
import { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
import { browserRunNeeds } from './browser-needs';

describe("a browser's confinement", () => {
  let confinement: BrowserConfinement;
  let folder: string;
  beforeAll(async () => void (confinement = await detectBrowserConfinement()));
  let scratch: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-confinement-'));
    scratch = join(folder, 'scratch');
    mkdirSync(scratch);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const active = (name: ProtectionName): boolean => confinement.protections.find((each) => each.name === name)!.active;
  /** The output of a script in the confinement, and its exit status. */
  const run = async (code: string) => {
    const script = join(folder, 'script.js');
    writeFileSync(
      script,
      'const fs = require("node:fs"); const net = require("node:net"); ' +
        `const say = (text) => fs.writeSync(3, text);\n${code}`,
    );
    const child = await startSandboxed({
      ...browserRunNeeds(process.execPath, { scratch, socket: join(folder, 'out.sock') }),
      script,
      timeout: 60_000,
      memoryMb: 1_024,
      input: '',
      confinement,
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    expect(end).toMatchObject({ kind: 'exited', code: 0 });
    return said;
  };

  it('says of every protection whether it works here, how, and else why not', () => {
    expect(confinement.protections.map(({ name }) => name)).toEqual([
      'network',
      'process-tree',
      'files',
      'own-root',
      'privileges',
      'system-calls',
      'parent-death',
      'cpu-time',
    ]);
    expect(confinement.protections.filter(({ how }) => how === '')).toEqual([]);
    const unexplained = confinement.protections.filter(({ active: works, reason }) => works === Boolean(reason));
    expect(unexplained).toEqual([]);
  });

  it('is found out once', () => {
    expect(detectBrowserConfinement()).toBe(detectBrowserConfinement());
  });

  it('lets it use loopback, but reach nobody else on this machine if it has its own network', async () => {
    let contacts = 0;
    const server = createServer((socket) => void ((contacts += 1), socket.destroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const said = await run(`
      const end = (text) => { say(text); process.exit(); };
      const own = net.createServer((socket) => socket.end("x")).listen(0, "127.0.0.1", () =>
        net.connect(own.address().port, "127.0.0.1").on("connect", () => {
          say("itself ");
          net.connect(${(server.address() as AddressInfo).port}, "127.0.0.1")
            .on("connect", () => end("outside"))
            .on("error", (error) => end(error.code));
        }));`);
    server.close();
    await once(server, 'close');
    expect({ said, contacts }).toEqual(
      active('network') ? { said: 'itself ECONNREFUSED', contacts: 0 } : { said: 'itself outside', contacts: 1 },
    );
  });

  it('lets it reach a socket of the file system, which is its way out', async () => {
    const server = createServer((socket) => void socket.end('the way out'));
    server.listen({ path: join(folder, 'out.sock'), readableAll: true, writableAll: true });
    await once(server, 'listening');
    expect(await run('net.connect("../out.sock").on("data", say).on("error", (error) => say(error.code))')).toBe(
      'the way out',
    );
    server.close();
    await once(server, 'close');
  });

  it('keeps it from writing beside its folder and into kernel settings if files are protected', async () => {
    const beside = join(folder, 'beside-the-browser');
    const said = await run(
      `for (const path of ["own", ${JSON.stringify(beside)}, "/proc/sys/kernel/core_pattern"])
        try { fs.closeSync(fs.openSync(path, "a")); say("written "); } catch (error) { say(error.code + " "); }`,
    );
    const wasWritten = existsSync(beside);
    rmSync(beside, { force: true });
    expect(said).toMatch(active('files') ? /^written E(ROFS|ACCES) E(ROFS|ACCES|NOENT) $/ : /^written /);
    expect(wasWritten).toBe(!active('files'));
  });

  it('shows it no file of this machine but what a Chromium needs if it has a root of its own', async () => {
    writeFileSync(join(folder, 'key'), 'a key of the service');
    const said = await run(
      `for (const path of [${JSON.stringify(join(folder, 'key'))}, "/etc/shadow", "/etc/hostname", "/root", "/home"])
        say((fs.existsSync(path) ? "there" : "absent") + " ");
      say(String(fs.existsSync("/etc/fonts/fonts.conf")));`,
    );
    const fonts = String(existsSync('/etc/fonts/fonts.conf'));
    expect(said).toMatch(active('own-root') ? `absent absent absent absent absent ${fonts}` : /^there there /);
  });

  it('gives it a scratch folder of a fixed size, of which nothing stays, if it has a root of its own', async () => {
    const said = await run(
      `fs.writeFileSync("kept", "x");
      const { blocks, bsize } = fs.statfsSync("."); say(String(blocks * bsize / 1024 / 1024));`,
    );
    const ofFixedSize = said === '512';
    expect({ ofFixedSize, kept: readdirSync(scratch) }).toEqual(
      active('own-root') ? { ofFixedSize: true, kept: [] } : { ofFixedSize: false, kept: ['kept'] },
    );
  });

  it("is no root's wherever Chromium's own sandbox can be used, and holds no capability", async () => {
    const said = await run(
      'const status = fs.existsSync("/proc/self/status") ? fs.readFileSync("/proc/self/status", "utf8") : ""; ' +
        'say(JSON.stringify([process.getuid?.(), /^CapEff:\\t(.*)$/m.exec(status)?.[1]]))',
    );
    const [uid, capabilities] = JSON.parse(said) as [number, string | null];
    expect(confinement.sandbox && uid === 0).toBe(false);
    expect(/^0+$/.test(capabilities ?? '') || !active('privileges')).toBe(true);
  });
});
