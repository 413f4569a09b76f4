import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = resolve(__dirname, 'main.ts');
const LOADER = resolve(__dirname, '../../../test/support/compile-typescript.cjs');

/** Without `unshare`, `setpriv` and the like, as on a host that forbids user namespaces. */
describe('the command line on a machine without namespaces', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-unconfined-'));
    mkdirSync(join(folder, 'bin'));
    for (const name of ['git', 'sh'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
        join(folder, 'bin', name),
      );
    mkdirSync(join(folder, 'target'));
    writeFileSync(join(folder, 'target/a.py'), 'eval(input())\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(process.execPath, ['-r', LOADER, MAIN, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: join(folder, 'bin'),
        HOME: folder,
        LOADS_LATE: '1',
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_DIRECTORY_ROOTS: join(folder, 'target'),
        ASSAY_CHROMIUM: 'off',
        PORT: '0',
        NO_COLOR: '1',
        ...environment,
      },
    });
  const run = async (args: readonly string[], environment?: Readonly<Record<string, string>>) => {
    const child = start(args, environment);
    const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
    return { status: child.exitCode, output, errors };
  };

  it('starts no service, names what is missing, and says how to go on', async () => {
    const { status, errors } = await run(['serve']);
    expect(status).toBe(3);
    expect(errors).toMatch(/engines would not be confined/);
    expect(errors).toMatch(/- own-root: engines can read what this process can/);
    expect(errors).toMatch(/ASSAY_UNCONFINED=network,process-tree,files,own-root,privileges/);
    expect(errors).not.toMatch(/\n\s+at /);
  }, 120_000);

  it('starts a service if a setting allows it, and says so at start, in the log and at the admin port', async () => {
    const child = start(['serve'], { ASSAY_UNCONFINED: 'allow', ASSAY_ADMIN_PORT: '0' });
    const said = { output: '', errors: '' };
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (said.errors += chunk));
    const admin = await new Promise<string>((found, missed) => {
      child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
        said.output += chunk;
        const address = /Metrics and health: (\S+)\/metrics/.exec(said.output)?.[1];
        if (address !== undefined) found(address);
      });
      child.once('exit', () => missed(new Error(said.errors)));
    });
    const health = (await (await fetch(`${admin}/health/ready`)).json()) as { unconfined: { name: string }[] };
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(said.output).toMatch(/Not confined on this machine.*\n- network/);
    expect(health.unconfined.map(({ name }) => name)).toContain('own-root');
    expect(`${said.output}${said.errors}`).toMatch(/"level":40.*engines are not confined on this machine/);
  }, 120_000);

  it('has the doctor end with status 3, or with 0 if a setting allows it', async () => {
    const refused = await run(['doctor']);
    expect(refused.status).toBe(3);
    expect(refused.output).toMatch(/✗ own-root: .*a worker does not start/);
    const allowed = await run(['doctor'], { ASSAY_UNCONFINED: 'allow' });
    expect(allowed.status).toBe(0);
    expect(allowed.output).toMatch(/! own-root: .*ASSAY_UNCONFINED gives it up/);
  }, 120_000);

  it('has the doctor say what a browser would run without, and what follows', async () => {
    const chromium = { ASSAY_CHROMIUM: process.execPath };
    const refused = await run(['doctor'], chromium);
    expect(refused.output).toMatch(/✗ own-root: the browser can read .*; pages are not looked at in a browser/);
    const allowed = await run(['doctor'], { ...chromium, ASSAY_UNCONFINED: 'allow' });
    expect(allowed.status).toBe(0);
    expect(allowed.output).toMatch(/! own-root: the browser can read .*; ASSAY_UNCONFINED gives it up/);
  }, 120_000);

  it('analyses a directory with a warning, and nothing that others may have made', async () => {
    const own = await run(['scan', 'target', '--tool', 'py-security', '--quiet', '--all']);
    expect(own.errors).toMatch(
      /warning: engines are not confined on this machine, so analyse only code that you trust/,
    );
    expect(own).toMatchObject({ status: 0, output: expect.stringMatching(/a\.py/) });
    writeFileSync(join(folder, 'archive.zip'), Buffer.from('504b0506000000000000000000000000000000000000', 'hex'));
    const foreign = await run(['scan', 'archive.zip']);
    expect(foreign).toMatchObject({ status: 3, errors: expect.stringMatching(/engines would not be confined/) });
  }, 120_000);
});
