import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tar } from '../support/archives/tar-writer';
import { zip } from '../support/archives/zip-writer';
import { openCommandLine } from '../support/command-line';
import { filesThatHold } from '../support/files-below';
import { openGitServer } from '../support/git-server/git-server';
import { openPrivateGitServer } from '../support/git-server/private-server';
import { CLEAN_PLIST, FLAWED_MANIFEST, apk, ipa } from '../support/mobile/builds';
import { openPackageRegistry } from '../support/package-registry/package-registry';
import { buildImage, dockerArchive } from '../support/registry/image-builder';
import { startRegistry } from '../support/registry/registry-server';
import { openSite } from '../support/sites/site-server';

describe('assay scan', () => {
  const line = openCommandLine();
  const { folder, assay, started } = line;
  afterAll(() => {
    expect(line.leftovers()).toEqual([]);
    line.remove();
  });

  it('looks into an archive as into a directory, and says what it was', async () => {
    writeFileSync(join(folder, 'shop.zip'), zip([{ name: 'style.css', content: 'a { colr: red; }\n' }]));
    const { status, output, errors } = await assay('scan', 'shop.zip', '--tool', 'css-errors', '--json');
    expect(errors).toBe('');
    expect(JSON.parse(output)).toMatchObject({
      target: { sourceType: 'upload' },
      targetSummary: { files: 1, upload: { filename: 'shop.zip', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      findings: [{ file: 'style.css', line: 1, tool: 'css-errors' }],
    });
    expect(status).toBe(0);
  }, 60_000);

  it('clones a repository and fetches a package, and says in one line why it cannot', async () => {
    const [server, registry] = await Promise.all([openGitServer(), openPackageRegistry()]);
    const [hosta, pkgreg] = [server, registry].map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
    server.add('ada/shop', { next: { 'style.css': 'a { colr: red; }\n' } });
    registry.publish('shop', {
      '1.0.0': { files: { 'style.css': 'a { colr: red; }\n' }, dist: { tarball: `${pkgreg}/shop/-/shop-1.0.0.tgz` } },
    });
    const scan = (target: string) =>
      started(['scan', target, '--tool', 'css-errors', '--json'], {
        ASSAY_HOSTA_URL: hosta,
        ASSAY_PKGREG_URL: pkgreg,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port},127.0.0.1:${registry.port}`,
      }).ended;
    try {
      for (const target of ['hosta:ada/shop#next', 'pkg:npm/shop@^1']) {
        const { output, errors } = await scan(target);
        expect(errors).toBe('');
        expect(JSON.parse(output)).toMatchObject({
          summary: { totalFindings: 1 },
          findings: [{ file: 'style.css', line: 1, tool: 'css-errors' }],
        });
      }
      expect(await scan('hosta:ada/shop')).toEqual({
        status: 3,
        output: '',
        errors: expect.stringMatching(/^error: ada\/shop: there is no branch "main"[^\n]*\n$/),
      });
      expect(await scan('pkg:npm/gone')).toEqual({
        status: 3,
        output: '',
        errors: expect.stringMatching(/^error: gone: the registry does not have it\n$/),
      });
    } finally {
      await Promise.all([server.close(), registry.close()]);
    }
  }, 120_000);

  it('clones a private repository with the token of its environment, and shows that to nobody', async () => {
    const token = 'tkn_5ecret_of_ada';
    const server = await openPrivateGitServer(token);
    server.add('ada/shop', { main: { 'style.css': 'a { colr: red; }\n' } });
    const environment = {
      ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`,
      ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
    };
    try {
      const scan = (more: Record<string, string>) =>
        started(['scan', 'hosta:ada/shop', '--tool', 'css-errors', '--json'], { ...environment, ...more }).ended;
      const { status, output, errors } = await scan({ ASSAY_HOSTA_TOKEN: token });
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(JSON.parse(output)).toMatchObject({ summary: { totalFindings: 1 } });
      expect(output).not.toContain(token);
      expect(await scan({})).toEqual({
        status: 3,
        output: '',
        errors: expect.stringMatching(
          /^error: ada\/shop: it does not exist, or is private [^\n]*ASSAY_HOSTA_TOKEN\)\n$/,
        ),
      });
      expect(filesThatHold(token, folder)).toEqual([]);
      // a scan keeps nothing, also no key
      expect(readdirSync(folder, { recursive: true })).not.toContain(join('data', 'secret.key'));
      const doctor = await started(['doctor', '--json'], {
        ...environment,
        ASSAY_HOSTA_TOKEN: token,
        ASSAY_SECRET_KEY: 'ab'.repeat(32),
      }).ended;
      expect(JSON.parse(doctor.output).settings).toEqual(
        expect.arrayContaining(
          ['ASSAY_HOSTA_TOKEN', 'ASSAY_SECRET_KEY'].map((name) =>
            expect.objectContaining({ name, value: '***', source: 'environment' }),
          ),
        ),
      );
      expect(`${doctor.output}${doctor.errors}`).not.toMatch(/5ecret|abab/);
    } finally {
      await server.close();
    }
  }, 180_000);

  it('knows a mobile build from other archives', async () => {
    writeFileSync(join(folder, 'build.apk'), apk(FLAWED_MANIFEST));
    const { status, output, errors } = await assay('scan', 'build.apk', '--tool', 'apk-manifest', '--json');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    const { target, targetSummary, findings } = JSON.parse(output) as {
      target: unknown;
      targetSummary: unknown;
      findings: readonly { title: string }[];
    };
    expect({ target, targetSummary }).toMatchObject({
      target: { sourceType: 'mobile' },
      targetSummary: { upload: { filename: 'build.apk' }, build: { kind: 'apk', identifier: 'com.example.shop' } },
    });
    expect(findings.map(({ title }) => title)).toContain('App that can be debugged');
    writeFileSync(join(folder, 'build.ipa'), ipa(CLEAN_PLIST));
    expect(JSON.parse((await assay('scan', 'build.ipa', '--tool', 'ipa-plist', '--json')).output)).toMatchObject({
      summary: { totalFindings: 0 },
    });
  }, 120_000);

  it('asks for a page at an address that it is allowed, and says what it is answered', async () => {
    const site = await openSite({
      '/': {
        headers: { 'content-type': 'text/plain', 'x-powered-by': 'Express', 'x-content-type-options': 'nosniff' },
        body: 'hello',
      },
    });
    const url = `http://127.0.0.1:${site.port}/`;
    try {
      const { status, output, errors } = await started(['scan', url, '--tool', 'security-headers', '--json'], {
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${site.port}`,
        ASSAY_CHROMIUM: 'off',
      }).ended;
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(JSON.parse(output)).toMatchObject({
        target: { url },
        targetSummary: { lines: 0, site: { pages: [{ url, status: 200, fetches: 1 }] } },
        findings: [{ file: url, title: 'Header that tells what the site is made with' }],
      });
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
        const { output, errors } = await started(['scan', target, '--tool', 'image-filesystem', '--json'], {
          ASSAY_CONTAINER_URL: registry.url,
          ASSAY_ALLOWED_TARGETS: new URL(registry.url).host,
        }).ended;
        expect(errors).toBe('');
        expect(JSON.parse(output)).toMatchObject({
          target: { sourceType: 'container' },
          findings: [{ file: 'opt/helper', tool: 'image-filesystem' }],
        });
      }
    } finally {
      await registry.close();
    }
  }, 180_000);
});
