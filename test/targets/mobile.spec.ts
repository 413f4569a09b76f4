import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../faults/eventually';
import { zip } from '../support/archives/zip-writer';
import { githubToken } from '../support/github-token';
import type { Json } from '../support/http-client';
import { binaryXml, element } from '../support/mobile/binary-xml-writer';
import {
  APP,
  CLEAN_CONFIGURATION,
  CLEAN_MANIFEST,
  CLEAN_PLIST,
  CONFIGURATION,
  FLAWED_MANIFEST,
  FLAWED_PLIST,
  apk,
  ipa,
  provisioningProfile,
} from '../support/mobile/builds';
import { dex } from '../support/mobile/dex-writer';
import { binaryPlist, binaryPlistOf, marker, references } from '../support/mobile/plist-writer';
import { resourceTable } from '../support/mobile/resource-table-writer';
import { signatureBlock, signingCertificate, withSigningBlock } from '../support/mobile/signatures';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { projectOf, scanned } from '../support/scanned';
import { upload } from '../support/upload';

const TOKEN = githubToken();
const GOOGLE = `AI${'za'}${'FAKE0'.repeat(7)}`;

/** The files that make the configuration in a manifest effective. */
const CLEAN_FILES = {
  [CONFIGURATION]: binaryXml(CLEAN_CONFIGURATION),
  'resources.arsc': resourceTable({ 1: [[CONFIGURATION]] }),
};

const places = (findings: readonly Json[]): string[] =>
  findings.map(({ tool, file, title }) => `${tool}: ${file}: ${title}`).sort();
const descriptions = (findings: readonly Json[]): string[] => findings.map(({ description }) => description);
const outcomes = (session: Json): Record<string, string> =>
  Object.fromEntries(Object.values<Json>(session.toolReports).map(({ toolName, status }) => [toolName, status]));

describe('a scan of a mobile build', () => {
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  afterAll(() => service.close());

  const uploaded = async (content: Uint8Array, filename: string, by = tenant): Promise<string> =>
    (await upload(by, content, filename)).body.upload.id;
  const scan = async (content: Uint8Array, filename: string) =>
    scanned(service, tenant, project, { sourceType: 'mobile', uploadId: await uploaded(content, filename) });

  it('finds what an APK leaves open, and what is embedded in its code and resources', async () => {
    const ended = await scan(
      apk(FLAWED_MANIFEST, {
        'classes.dex': dex(['hello', TOKEN]),
        'resources.arsc': resourceTable({ 1: [['Shop', GOOGLE]] }),
        'assets/www/config.js': `const url = 'https://admin:hunter2hunter2@api.shop.example';\n`,
        'lib/arm64-v8a/libshop.so': Buffer.concat([
          Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]),
          Buffer.from(`\0${githubToken('MAKE')}\0`),
        ]),
        'assets/shop.p12': 'x',
      }),
      'shop.apk',
    );
    expect(ended.scan).toMatchObject({ status: 'completed', sourceType: 'mobile' });
    expect(places(ended.findings)).toEqual(
      [
        ...[
          'App that can be debugged',
          'Build for tests only',
          'Data of the app can be copied by a backup',
          'Made for an old Android',
          'No certificate is pinned',
          'Runs on Android without security updates',
          'Traffic without encryption is allowed',
          'User shared with other apps',
          'Component that every app can reach',
          'Component that every app can reach',
          'Component that every app can reach by default',
          'Links of a scheme that any app can take',
          'Web links that nothing verifies',
          'Permission that any app gets',
          'Sensitive permission',
          'Sensitive permission',
          'Service that can watch or control the device',
          'Screen that another app can cover in the same task',
        ].map((title) => `apk-manifest: AndroidManifest.xml: ${title}`),
        'apk-manifest: assets/shop.p12: Key store in the build',
        'secrets-source: assets/www/config.js: An address holds a user name and password',
        'secrets-source: classes.dex (strings): A credential of GitHub is in the file',
        'secrets-source: lib/arm64-v8a/libshop.so (strings): A credential of GitHub is in the file',
        'secrets-source: resources.arsc (strings): A Google API key is in the file',
      ].sort(),
    );
    expect(descriptions(ended.findings)).toEqual(
      expect.arrayContaining([
        'Every app on the device can reach the activity .Pay: it is exported and asks for no permission',
        'Every app on the device can reach the provider .Orders: it is exported and asks for no permission',
        'Every app on the device can reach the service .Sync: with an intent filter it is exported unless it ' +
          'says otherwise',
        'Links of the scheme shop open .Open, and any other app that names the same scheme',
        'Nothing verifies that web links to .Open belong to this app: another app can ask for them as well',
        'Every app that asks for com.example.shop.SYNC gets it: its protection level is “normal”',
        'READ_SMS lets the app read text messages, one-time passwords among them',
        'CAMERA lets the app take pictures',
        'Once the user agrees, .Watch reads and operates all that is on the screen',
        'Up to Android 10 another app can put its own screen in front of .Main, in the same task',
      ]),
    );
    expect(JSON.stringify(ended.findings)).not.toContain(TOKEN);
    expect(ended.session).toMatchObject({
      targetSummary: {
        lines: 0,
        upload: { filename: 'shop.apk' },
        build: { kind: 'apk', identifier: 'com.example.shop', version: null },
      },
    });
    expect(ended.cost).toBe(2); // 1 and 1 for security: no lines
  });

  it('finds nothing in an APK that leaves nothing open', async () => {
    const build = withSigningBlock(
      apk(CLEAN_MANIFEST, { ...CLEAN_FILES, 'classes.dex': dex(['hello']), 'res/logo.png': 'x' }),
      'v2',
      signatureBlock(signingCertificate('Shop')),
    );
    const ended = await scan(build, 'shop.apk');
    expect(ended.scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(ended.findings).toEqual([]);
    expect(outcomes(ended.session)).toMatchObject({ 'apk-manifest': 'completed', 'secrets-source': 'completed' });
    expect(ended.session.targetSummary.build).toEqual({
      kind: 'apk',
      identifier: 'com.example.shop',
      version: '1.2.0',
    });
  });

  it('is seen to be an APK also where its manifest hides what it is, which Android passes over', async () => {
    const hidden = binaryXml(FLAWED_MANIFEST, { nameless: true });
    hidden.writeUInt16LE(0, 0);
    const ended = await scan(apk(hidden), 'shop.apk');
    expect(ended.findings.map(({ title }) => title)).toContain('App that can be debugged');
  });

  it('finds what an IPA leaves open, and what is embedded in it', async () => {
    const ended = await scan(
      ipa(FLAWED_PLIST, {
        'main.jsbundle': `var key='${TOKEN}';\n`,
        'Settings.plist': binaryPlist({ maps: GOOGLE }),
        'embedded.mobileprovision': provisioningProfile({ Name: 'Shop', Entitlements: { 'get-task-allow': true } }),
      }),
      'shop.ipa',
    );
    expect(ended.scan).toMatchObject({ status: 'completed', sourceType: 'mobile' });
    expect(places(ended.findings)).toEqual(
      [
        ...[
          'Documents can be read over a cable',
          'Runs on iOS without security updates',
          'Transport security is turned off',
          'Use of encryption is not declared',
          'Works in the background',
          'Links of a scheme that any app can take',
          'Traffic without encryption is allowed for a domain',
          'A version of TLS with known attacks is allowed',
          'Traffic without forward secrecy',
          'Description of an access that says nothing',
          'Access without a description of its purpose',
        ].map((title) => `ipa-plist: ${APP}/Info.plist: ${title}`),
        `ipa-plist: ${APP}/embedded.mobileprovision: App that can be debugged`,
        `secrets-source: ${APP}/Settings.plist (decoded): A Google API key is in the file`,
        `secrets-source: ${APP}/main.jsbundle: A credential of GitHub is in the file`,
      ].sort(),
    );
    expect(descriptions(ended.findings)).toEqual(
      expect.arrayContaining([
        'Links of the scheme shop open the app, and any other app that names the same scheme',
        'The app may talk to old.example without encryption',
        'The app accepts TLSv1.0 from old.example',
        'What is recorded of the traffic with old.example can be read once its key is known',
        'NSCameraUsageDescription does not say what the data is for: nobody can agree to it knowingly',
        'The app uses location in the background and never says what for: ' +
          'NSLocationAlwaysAndWhenInUseUsageDescription is missing',
      ]),
    );
    expect(ended.session.targetSummary.build).toEqual({
      kind: 'ipa',
      identifier: 'com.example.shop',
      version: '1.2.0',
    });
  });

  it('finds nothing in an IPA that leaves nothing open', async () => {
    const ended = await scan(ipa(CLEAN_PLIST), 'shop.ipa');
    expect(ended.scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(ended.findings).toEqual([]);
  });

  it.each([
    [
      'an APK whose manifest ends early',
      'apk-manifest',
      apk(binaryXml(CLEAN_MANIFEST).subarray(0, 800), { 'classes.dex': dex([TOKEN]) }),
      'classes.dex (strings)',
    ],
    [
      'an APK whose manifest holds itself',
      'apk-manifest',
      apk(
        Buffer.concat([
          Buffer.from('0300080018000000', 'hex'),
          Buffer.from('0201100000000000', 'hex'),
          Buffer.alloc(8),
        ]),
        { 'classes.dex': dex([TOKEN]) },
      ),
      'classes.dex (strings)',
    ],
    [
      'an APK of layers without end',
      'apk-manifest',
      apk(
        binaryXml(
          Array.from({ length: 300 }).reduce<ReturnType<typeof element>>(
            (inner) => element('a', {}, inner),
            element('a'),
          ),
        ),
        { 'classes.dex': dex([TOKEN]) },
      ),
      'classes.dex (strings)',
    ],
    [
      'an IPA whose list holds itself',
      'ipa-plist',
      ipa(binaryPlistOf([Buffer.concat([marker(0xa, 1), references([0])])]), { 'a.js': TOKEN }),
      `${APP}/a.js`,
    ],
    [
      'an IPA that laughs a billion times',
      'ipa-plist',
      ipa(Buffer.from('<!DOCTYPE plist [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><plist><string>&b;</string></plist>'), {
        'a.js': TOKEN,
      }),
      `${APP}/a.js`,
    ],
  ])('fails one tool alone, and gives its credits back, for %s', async (_, tool, build, file) => {
    const ended = await scan(build, 'shop.build');
    expect(outcomes(ended.session)).toMatchObject({ [tool]: 'failed', 'secrets-source': 'completed' });
    expect(ended.session.toolReports[tool].result.reason).toMatch(/decoded|cannot be read/);
    expect(places(ended.findings)).toEqual([`secrets-source: ${file}: A credential of GitHub is in the file`]);
    expect(ended.session).toMatchObject({ status: 'partial', refund: { toolsRefunded: [tool] } });
    expect(ended.cost).toBeLessThan(2);
  });

  const manifest = { name: 'AndroidManifest.xml', content: binaryXml(CLEAN_MANIFEST) };
  it.each([
    [
      'has two manifests',
      zip([manifest, { ...manifest, content: binaryXml(FLAWED_MANIFEST) }]),
      'ARCHIVE_DUPLICATE_ENTRY',
    ],
    [
      'leads out of its folder',
      zip([manifest, { name: '../../../escaped.js', content: TOKEN }]),
      'ARCHIVE_PARENT_PATH',
    ],
    [
      'is an IPA that leads out of its folder',
      zip([
        { name: `${APP}/Info.plist`, content: binaryPlist(CLEAN_PLIST) },
        { name: 'Payload/../../../../escaped.js', content: TOKEN },
      ]),
      'ARCHIVE_PARENT_PATH',
    ],
    [
      'unpacks to a thousand times its size',
      zip([manifest, { name: 'classes.dex', content: Buffer.alloc(30_000_000) }]),
      'ARCHIVE_RATIO_TOO_HIGH',
    ],
  ])('fails with a reason, and costs nothing, where it %s', async (_, content, code) => {
    const { scan: failed, cost } = await scan(content, 'shop.apk');
    expect(failed).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/archive/) } });
    expect(cost).toBe(0);
    expect(existsSync(join(dirname(service.root), 'data/escaped.js'))).toBe(false);
  });

  it('is refused at its upload where it is marked as encrypted, which misleads readers', async () => {
    const answer = await upload(tenant, zip([{ ...manifest, flags: 0x801 }]), 'shop.apk');
    expectInvalid(answer, 'file');
    expect(answer.body.error.message).toContain('“AndroidManifest.xml” in the archive is encrypted');
  });

  it('is refused for what is no mobile build, and a build is no archive of files', async () => {
    const archive = await uploaded(zip([{ name: 'a.txt', content: 'x' }]), 'shop.zip');
    const build = await uploaded(ipa(CLEAN_PLIST), 'shop.ipa');
    expectInvalid(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'mobile', uploadId: archive }),
      'uploadId',
    );
    expectInvalid(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'upload', uploadId: build }),
      'uploadId',
    );
  });

  it('fails, and costs nothing, where the upload has gone since it was named', async () => {
    const uploadId = await uploaded(ipa(CLEAN_PLIST), 'shop.ipa');
    rmSync(join(dirname(service.root), 'data', 'uploads', 'uploads', uploadId), { recursive: true });
    const { scan: failed, cost } = await scanned(service, tenant, project, { sourceType: 'mobile', uploadId });
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'TARGET_GONE', message: expect.stringContaining('Upload it again') },
    });
    expect(cost).toBe(0);
  });

  it("is refused for an upload that is not there, or is another organization's", async () => {
    const theirs = await uploaded(ipa(CLEAN_PLIST), 'theirs.ipa', await service.tenant('pro'));
    for (const uploadId of ['upl_none', theirs])
      expectRefusal(
        await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'mobile', uploadId }),
        404,
        'UPLOAD_NOT_FOUND',
      );
  });

  it('leaves nothing of it on the disk but the upload', () =>
    eventually(
      'an empty staging folder',
      () => readdirSync(join(dirname(service.root), 'data', 'staging')).length === 0 || undefined,
    ));
});
