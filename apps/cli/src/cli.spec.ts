import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tar } from '../../../test/support/archives/tar-writer';
import { zip } from '../../../test/support/archives/zip-writer';
import { CLEAN_PLIST, FLAWED_MANIFEST, apk, ipa } from '../../../test/support/mobile/builds';
import { filesThatHold } from '../../../test/support/files-below';
import { openGitServer } from '../../../test/support/git-server/git-server';
import { openPrivateGitServer } from '../../../test/support/git-server/private-server';
import { buildImage, dockerArchive } from '../../../test/support/registry/image-builder';
import { startRegistry } from '../../../test/support/registry/registry-server';
import { openPackageRegistry } from '../../../test/support/package-registry/package-registry';
import { openSite } from '../../../test/support/sites/site-server';

const ROOT = resolve(__dirname, '../../..');

interface Ended { readonly status: number | null; readonly output: string; readonly errors: string }

describe('the assay command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
    for (const [path, text] of Object.entries({ 'bad/style.css': 'a { colr: red; }\n', 'clean/style.css': 'a {\n  color: red;\n}\n' })) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    mkdirSync(join(folder, 'temporary'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const assay = (...args: string[]): Promise<Ended> => started(args).ended;
  function started(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, ['-r', join(ROOT, 'test/support/compile-typescript.cjs'), join(ROOT, 'apps/cli/src/main.ts'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: join(folder, 'temporary'), ASSAY_DATA_DIR: join(folder, 'data'), ...environment },
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<Ended>((done) => child.on('close', (status) => done({ status, output, errors })));
    return { child, ended };
  }

  it('passes with status 0 and says what it looked at', async () => {
    const { status, output } = await assay('scan', 'clean', '--tool', 'css-errors', '--fail-on', 'info');
    expect(output).toContain('0 findings by 1 tool in 1 file, 3 lines');
    expect(output).toContain('pass: nothing of severity info or above');
    expect(status).toBe(0);
  }, 60_000);

  it('fails its gate with status 1 and names file and line', async () => {
    const { status, output, errors } = await assay('scan', 'bad', '--tool', 'css-errors', '--fail-on', 'low');
    expect(output).toContain('style.css:1');
    expect(errors).toContain('css-errors');
    expect(status).toBe(1);
  }, 60_000);

  it('prints one JSON document and nothing else', async () => {
    const { status, output, errors } = await assay('scan', 'bad', '--tool', 'css-errors', '--json');
    expect(JSON.parse(output)).toMatchObject({ verdict: 'pass', summary: { totalFindings: 1 }, findings: [{ file: 'style.css', line: 1, tool: 'css-errors' }] });
    expect(errors).toBe('');
    expect(status).toBe(0);
  }, 60_000);

  it('is inconclusive with status 2 when a named tool has nothing to look at', async () => {
    const { status, output } = await assay('scan', 'clean', '--tool', 'css-errors', 'py-security');
    expect(output).toContain('py-security');
    expect(output).toContain('inconclusive');
    expect(status).toBe(2);
  }, 60_000);

  it('looks into an archive as into a directory, and says what it was', async () => {
    writeFileSync(join(folder, 'shop.zip'), zip([{ name: 'style.css', content: 'a { colr: red; }\n' }]));
    const { status, output, errors } = await assay('scan', 'shop.zip', '--tool', 'css-errors', '--json');
    expect(errors).toBe('');
    expect(JSON.parse(output)).toMatchObject({
      target: { sourceType: 'upload' }, targetSummary: { files: 1, upload: { filename: 'shop.zip', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } }, findings: [{ file: 'style.css', line: 1, tool: 'css-errors' }],
    });
    expect(status).toBe(0);
  }, 60_000);

  it('clones a repository and fetches a package, and says in one line why it cannot', async () => {
    const [server, registry] = await Promise.all([openGitServer(), openPackageRegistry()]);
    const [hosta, pkgreg] = [server, registry].map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
    server.add('ada/shop', { next: { 'style.css': 'a { colr: red; }\n' } });
    registry.publish('shop', { '1.0.0': { files: { 'style.css': 'a { colr: red; }\n' }, dist: { tarball: `${pkgreg}/shop/-/shop-1.0.0.tgz` } } });
    const scan = (target: string) => started(['scan', target, '--tool', 'css-errors', '--json'], { ASSAY_HOSTA_URL: hosta, ASSAY_PKGREG_URL: pkgreg, ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port},127.0.0.1:${registry.port}` }).ended;
    try {
      for (const target of ['hosta:ada/shop#next', 'pkg:npm/shop@^1']) {
        const { output, errors } = await scan(target);
        expect(errors).toBe('');
        expect(JSON.parse(output)).toMatchObject({ summary: { totalFindings: 1 }, findings: [{ file: 'style.css', line: 1, tool: 'css-errors' }] });
      }
      expect(await scan('hosta:ada/shop')).toEqual({ status: 3, output: '', errors: expect.stringMatching(/^error: ada\/shop: there is no branch "main"[^\n]*\n$/) });
      expect(await scan('pkg:npm/gone')).toEqual({ status: 3, output: '', errors: expect.stringMatching(/^error: gone: the registry does not have it\n$/) });
    } finally {
      await Promise.all([server.close(), registry.close()]);
    }
  }, 120_000);

  it('clones a private repository with the token of its environment, and shows that to nobody', async () => {
    const token = 'tkn_5ecret_of_ada';
    const server = await openPrivateGitServer(token);
    server.add('ada/shop', { main: { 'style.css': 'a { colr: red; }\n' } });
    const environment = { ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`, ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}` };
    try {
      const scan = (more: Record<string, string>) => started(['scan', 'hosta:ada/shop', '--tool', 'css-errors', '--json'], { ...environment, ...more }).ended;
      const { status, output, errors } = await scan({ ASSAY_HOSTA_TOKEN: token });
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(JSON.parse(output)).toMatchObject({ summary: { totalFindings: 1 } });
      expect(output).not.toContain(token);
      expect(await scan({})).toEqual({ status: 3, output: '', errors: expect.stringMatching(/^error: ada\/shop: it does not exist, or is private [^\n]*ASSAY_HOSTA_TOKEN\)\n$/) });
      expect(filesThatHold(token, folder)).toEqual([]);
      expect(readdirSync(folder, { recursive: true })).not.toContain(join('data', 'secret.key')); // a scan keeps nothing, also no key
      const doctor = await started(['doctor', '--json'], { ...environment, ASSAY_HOSTA_TOKEN: token, ASSAY_SECRET_KEY: 'ab'.repeat(32) }).ended;
      expect(JSON.parse(doctor.output).settings).toEqual(expect.arrayContaining(['ASSAY_HOSTA_TOKEN', 'ASSAY_SECRET_KEY'].map((name) => expect.objectContaining({ name, value: '***', source: 'environment' }))));
      expect(`${doctor.output}${doctor.errors}`).not.toMatch(/5ecret|abab/);
    } finally {
      await server.close();
    }
  }, 180_000);

  it('knows a mobile build from other archives', async () => {
    writeFileSync(join(folder, 'build.apk'), apk(FLAWED_MANIFEST));
    const { status, output, errors } = await assay('scan', 'build.apk', '--tool', 'apk-manifest', '--json');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    const { target, targetSummary, findings } = JSON.parse(output) as { target: unknown; targetSummary: unknown; findings: readonly { title: string }[] };
    expect({ target, targetSummary }).toMatchObject({ target: { sourceType: 'mobile' }, targetSummary: { upload: { filename: 'build.apk' }, build: { kind: 'apk', identifier: 'com.example.shop' } } });
    expect(findings.map(({ title }) => title)).toContain('App that can be debugged');
    writeFileSync(join(folder, 'build.ipa'), ipa(CLEAN_PLIST));
    expect(JSON.parse((await assay('scan', 'build.ipa', '--tool', 'ipa-plist', '--json')).output)).toMatchObject({ summary: { totalFindings: 0 } });
  }, 120_000);

  it('asks for a page at an address that it is allowed, and says what it is answered', async () => {
    const site = await openSite({ '/': { headers: { 'content-type': 'text/plain', 'x-powered-by': 'Express', 'x-content-type-options': 'nosniff' }, body: 'hello' } });
    const url = `http://127.0.0.1:${site.port}/`;
    try {
      const { status, output, errors } = await started(['scan', url, '--tool', 'security-headers', '--json'], { ASSAY_ALLOWED_TARGETS: `127.0.0.1:${site.port}`, ASSAY_CHROMIUM: 'off' }).ended;
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(JSON.parse(output)).toMatchObject({ target: { url }, targetSummary: { lines: 0, site: { pages: [{ url, status: 200, fetches: 1 }] } }, findings: [{ file: url, title: 'Header that tells what the site is made with' }] });
      expect(site.requests).toEqual(['GET /']);
    } finally {
      await site.close();
    }
  }, 60_000);

  it('pulls an image, and knows a saved one from other archives', async () => {
    const image = buildImage({ layers: [[{ name: 'opt/helper', mode: 0o4755, content: 'elf' }]] });
    const registry = await startRegistry();
    registry.push('team/app', image, '1');
    writeFileSync(join(folder, 'app.tar'), tar(...dockerArchive(image, ['team/app:1'])));
    try {
      for (const target of ['image:team/app:1', `docker://team/app@${image.digest}`, 'app.tar']) {
        const { output, errors } = await started(['scan', target, '--tool', 'image-filesystem', '--json'], { ASSAY_CONTAINER_URL: registry.url, ASSAY_ALLOWED_TARGETS: new URL(registry.url).host }).ended;
        expect(errors).toBe('');
        expect(JSON.parse(output)).toMatchObject({ target: { sourceType: 'container' }, findings: [{ file: 'opt/helper', tool: 'image-filesystem' }] });
      }
    } finally {
      await registry.close();
    }
  }, 180_000);

  it('leaves nothing behind', () => expect(readdirSync(join(folder, 'temporary'))).toEqual([]));

  it('cancels on Ctrl-C, cleans up and ends with status 130', async () => {
    const { child, ended } = started(['scan', 'bad']);
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { status, errors } = await ended;
    expect(errors).toContain('interrupted');
    expect(status).toBe(130);
    expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  }, 60_000);

  it.each([
    ['a directory that is not there', ['scan', 'nowhere'], 'there is no such directory'],
    ['a file for a directory', ['scan', 'bad/style.css'], 'is not a directory'],
    ['a repository of a service that is not set', ['scan', 'hosta:ada/engine'], 'its operator sets ASSAY_HOSTA_URL'],
    ['a page at a private address', ['scan', 'http://127.0.0.1/'], 'not a public address'],
    ['a page that is none', ['scan', 'https://'], 'is not a URL'],
    ['an unknown tool', ['scan', 'bad', '--tool', 'nonsense'], 'unknown tool: nonsense'],
    ['an unknown severity', ['scan', 'bad', '--fail-on', 'terrible'], 'Allowed choices are critical, high, medium, low, info'],
    ['an unknown command', ['bogus'], "unknown command 'bogus'"],
    ['a timeout that is no number', ['scan', 'bad', '--timeout', 'soon'], 'it must be a whole number from 1000 to 3600000'],
    ['a role that cannot work on files alone', ['serve', '--roles', 'worker'], 'api and projector must be in the same process'],
    ['a role that there is not', ['serve', '--roles', 'boss'], 'ASSAY_ROLES must be a list of api, projector, worker'],
    ['an unknown read model', ['rebuild', 'nonsense'], 'there is no read model named nonsense'],
  ])('refuses %s with status 3 and says what is wrong', async (_, args, message) => {
    const { status, errors } = await assay(...args);
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/^ {4}at /m);
    expect(status).toBe(3);
  }, 60_000);

  it('says that the port is taken, and keeps the first key for the start that succeeds', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = await assay('serve', '--port', String(port), '--data-dir', join(folder, 'served'));
    expect(refused).toMatchObject({ status: 3, output: '', errors: expect.stringContaining(`cannot listen on 127.0.0.1:${port}: something else listens there`) });
    expect(refused.errors).not.toMatch(/^ {4}at /m);
    taken.close();

    const { child, ended } = started(['serve', '--port', '0', '--data-dir', join(folder, 'served')]);
    child.stdout.on('data', (text: string) => { if (text.includes('curl')) child.kill('SIGTERM'); });
    expect(await ended).toMatchObject({ status: 0, output: expect.stringMatching(/asy_\S{43}/) });
  }, 60_000);

  it('waits for a server that is not there yet, says so, and ends cleanly when it is asked to', async () => {
    const { child, ended } = started(['serve'], { ASSAY_EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false', ASSAY_READ_MODEL_URL: 'mongodb://127.0.0.1:1/assay' });
    child.stderr.on('data', (text: string) => { if (text.includes('does not answer yet; waiting for it')) child.kill('SIGTERM'); });
    expect(await ended).toMatchObject({ status: 0, output: expect.stringContaining('SIGTERM: stopped before it had started'), errors: expect.stringContaining('the event store does not answer yet') });
  }, 60_000);

  it('administers a store, audits it and rebuilds it', async () => {
    const created = await assay('org', 'create', 'Test', '--tier', 'pro');
    expect(created).toMatchObject({ status: 0, output: expect.stringMatching(/^org_\S+\n$/) });
    const organizationId = created.output.trim();
    expect(await assay('key', 'create', '--org', organizationId, '--preset', 'read_only')).toMatchObject({ status: 0, output: expect.stringMatching(/^asy_\S+\n$/) });
    expect(await assay('key', 'create', '--org', 'org_unknown')).toMatchObject({ status: 3, errors: expect.stringContaining('rganization') });
    expect(await assay('audit', 'credits')).toMatchObject({ status: 0, output: expect.stringContaining(organizationId) });
    expect(await assay('rebuild')).toMatchObject({ status: 0, output: expect.stringContaining('sessions') });
    expect(await assay('doctor')).toMatchObject({ status: 0, output: expect.stringContaining('ASSAY_DATA_DIR') });
    expect((await started(['doctor'], { ASSAY_CHROMIUM: 'off' }).ended).output).toContain('! Chromium: pages are not looked at in a browser here');
    const tools = await assay('tools');
    expect(tools).toMatchObject({ status: 0, output: expect.stringContaining('css-errors') });
    expect(tools.output).not.toContain('\u001b'); // colours only on a terminal
  }, 180_000);
});
