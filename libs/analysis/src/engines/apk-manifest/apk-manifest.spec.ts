import {
  type AttributeValue,
  type BinaryXmlOptions,
  type Element,
  binaryXml,
  chunk,
  element,
} from '../../../../../test/support/mobile/binary-xml-writer';
import {
  CLEAN_CONFIGURATION,
  CLEAN_MANIFEST,
  FLAWED_MANIFEST,
  LAUNCHER,
} from '../../../../../test/support/mobile/builds';
import { signatureBlock, signatureFile, signingCertificate } from '../../../../../test/support/mobile/signatures';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { apkManifestTools } from '../../catalogue/mobile';
import type { ApkRecord } from '../../../../target-records/src/mobile/build-records';
import type { ToolRun } from '../runtime/tool-runs';
import { profileOf } from '../engine-table';

const profile = profileOf('apk-manifest');

describeToolSamples(profile, apkManifestTools);

const file = (path: string, bytes: Buffer) => ({ path, base64: bytes.toString('base64') });
const recordOf = (
  manifest: Element | Buffer,
  more: Partial<ApkRecord> = {},
  options?: BinaryXmlOptions,
): ApkRecord => ({
  manifest: {
    observed: file('AndroidManifest.xml', Buffer.isBuffer(manifest) ? manifest : binaryXml(manifest, options)),
  },
  networkConfigurations: [file('res/xml/network.xml', binaryXml(CLEAN_CONFIGURATION))],
  resources: {},
  signing: { files: [], blocks: [] },
  keyStores: [],
  ...more,
});
const judged = async (record: ApkRecord): Promise<ToolRun> =>
  (await runOn(profile, apkManifestTools, { 'apk.json': JSON.stringify(record) })).tool('apk-manifest');
const rulesOf = ({ findings }: ToolRun): string[] => findings.map(({ rule }) => rule).sort();

/** An app whose only weaknesses are those of the given attributes and components. */
const app = (attributes: Readonly<Record<string, AttributeValue>>, ...components: readonly Element[]): Element =>
  element(
    'manifest',
    { package: 'a.b' },
    element('uses-sdk', { 'android:minSdkVersion': 30, 'android:targetSdkVersion': 35 }),
    element(
      'application',
      { 'android:allowBackup': false, 'android:networkSecurityConfig': { reference: 0x7f010000 }, ...attributes },
      LAUNCHER,
      ...components,
    ),
  );
const made = (minSdk: number, targetSdk: number, ...components: readonly Element[]): Element =>
  element(
    'manifest',
    {},
    element('uses-sdk', { 'android:minSdkVersion': minSdk, 'android:targetSdkVersion': targetSdk }),
    element(
      'application',
      { 'android:allowBackup': false, 'android:networkSecurityConfig': { reference: 1 } },
      ...components,
    ),
  );
const filter = (...data: readonly Element[]) =>
  element(
    'intent-filter',
    {},
    element('action', { 'android:name': 'android.intent.action.VIEW' }),
    element('category', { 'android:name': 'android.intent.category.BROWSABLE' }),
    ...data,
  );

describe('the APK rules', () => {
  it.each<[string, Element, readonly string[]]>([
    ['an app with nothing open', app({}), []],
    [
      'a backup that nothing forbids',
      element(
        'manifest',
        {},
        element('uses-sdk', { 'android:minSdkVersion': 30, 'android:targetSdkVersion': 35 }),
        element('application', { 'android:networkSecurityConfig': { reference: 1 } }),
      ),
      ['backup-without-rules'],
    ],
    ['a backup with rules', app({ 'android:allowBackup': true, 'android:dataExtractionRules': { reference: 1 } }), []],
    ['a boolean written as a text', app({ 'android:debuggable': 'true' }), ['debuggable']],
    ['a boolean written as a number', app({ 'android:debuggable': 1 }), ['debuggable']],
    [
      'a provider whose writing is open',
      app({}, element('provider', { 'android:name': 'p', 'android:exported': true, 'android:readPermission': 'r' })),
      ['exported-component'],
    ],
    [
      'a provider that asks for both permissions',
      app(
        {},
        element('provider', {
          'android:name': 'p',
          'android:exported': true,
          'android:readPermission': 'r',
          'android:writePermission': 'w',
        }),
      ),
      [],
    ],
    [
      'a component that the permission of the app protects',
      app({ 'android:permission': 'p' }, element('service', { 'android:name': 's', 'android:exported': true })),
      [],
    ],
    [
      'a component that takes the permission of the app back',
      app(
        { 'android:permission': 'p' },
        element('service', { 'android:name': 's', 'android:exported': true, 'android:permission': '' }),
      ),
      ['exported-component'],
    ],
    [
      'an alias of an activity',
      app({}, element('activity-alias', { 'android:name': 'a', 'android:exported': true })),
      ['exported-component'],
    ],
    ['a filter, made for Android 12', made(30, 35, element('receiver', { 'android:name': 'r' }, filter())), []],
    [
      'a filter, made for Android 11',
      made(30, 30, element('receiver', { 'android:name': 'r' }, filter())),
      ['implicitly-exported', 'old-target-sdk'],
    ],
    [
      'a provider, made for Android 4.1',
      made(16, 16, element('provider', { 'android:name': 'p' })),
      ['implicitly-exported', 'low-min-sdk', 'old-target-sdk'],
    ],
    [
      'a web link that is verified',
      app(
        {},
        element(
          'activity',
          { 'android:name': 'a', 'android:exported': true },
          { ...filter(element('data', { 'android:scheme': 'https' })), attributes: { 'android:autoVerify': true } },
        ),
      ),
      [],
    ],
    [
      'a web link that is not',
      app(
        {},
        element(
          'activity',
          { 'android:name': 'a', 'android:exported': true },
          filter(element('data', { 'android:scheme': 'https' })),
        ),
      ),
      ['unverified-app-link'],
    ],
    [
      'schemes of its own',
      app(
        {},
        element(
          'activity',
          { 'android:name': 'a', 'android:exported': true },
          filter(element('data', { 'android:scheme': 'shop' }), element('data', { 'android:scheme': 'pay' })),
        ),
      ),
      ['custom-scheme', 'custom-scheme'],
    ],
    [
      'a task of its own on Android 10',
      made(29, 35, element('activity', { 'android:name': 'a', 'android:launchMode': 2 })),
      ['task-hijacking'],
    ],
    [
      'a permission of its own that signatures protect',
      element(
        'manifest',
        {},
        ...app({}).children,
        element('permission', { 'android:name': 'p', 'android:protectionLevel': 0x12 }),
      ),
      [],
    ],
    [
      'a permission that it asks for twice',
      element(
        'manifest',
        {},
        ...app({}).children,
        ...Array.from({ length: 2 }, () =>
          element('uses-permission', { 'android:name': 'android.permission.READ_SMS' }),
        ),
      ),
      ['sensitive-permission'],
    ],
    [
      'a permission that is called like something of JavaScript',
      element(
        'manifest',
        {},
        ...app({}).children,
        element('uses-permission', { 'android:name': 'android.permission.constructor' }),
      ),
      [],
    ],
  ])('judge %s', async (_, manifest, rules) => expect(rulesOf(await judged(recordOf(manifest)))).toEqual(rules));

  it('see through erased names of attributes', async () => {
    const rules = rulesOf(await judged(recordOf(FLAWED_MANIFEST)));
    expect(rules.length).toBeGreaterThan(15);
    expect(rulesOf(await judged(recordOf(FLAWED_MANIFEST, {}, { nameless: true })))).toEqual(rules);
  });

  it('see what a resource sets in any configuration', async () => {
    const manifest = app({ 'android:debuggable': { reference: 0x7f020000 } });
    const values = (...booleans: readonly boolean[]) =>
      recordOf(manifest, { resources: { '0x7f020000': booleans.map((boolean) => ({ kind: 'boolean', boolean })) } });
    expect([
      rulesOf(await judged(values(false, true))),
      rulesOf(await judged(values(false))),
      rulesOf(await judged(recordOf(manifest))),
    ]).toEqual([['debuggable'], [], []]);
  });

  it('read the network security configuration that the manifest names, and no other', async () => {
    const open = element(
      'network-security-config',
      {},
      element(
        'base-config',
        { cleartextTrafficPermitted: true },
        element('trust-anchors', {}, element('certificates', { src: 'user', overridePins: true })),
      ),
      element(
        'domain-config',
        { cleartextTrafficPermitted: 'true' },
        element('domain', {}, 'old.example'),
        element('domain-config', { cleartextTrafficPermitted: true }, element('domain', {}, '10.0.2.2')),
      ),
    );
    const networkConfigurations = [
      file('res/a.xml', binaryXml(open)),
      file('res/b.xml', binaryXml(CLEAN_CONFIGURATION)),
    ];
    const named = (path: string) =>
      recordOf(app({}), { networkConfigurations, resources: { '0x7f010000': [{ kind: 'text', text: path }] } });
    const run = await judged(named('res/a.xml'));
    expect(rulesOf(run)).toEqual([
      'cleartext-domain',
      'cleartext-traffic',
      'no-pinning',
      'pins-overridden',
      'user-certificates',
    ]);
    expect(new Set(run.findings.map(({ place }) => place))).toEqual(new Set(['res/a.xml']));
    expect(rulesOf(await judged(named('res/b.xml')))).toEqual([]);
    expect(await judged(named('res/c.xml'))).toMatchObject({
      outcome: { status: 'completed' },
      findings: [],
      unreadable: [
        { file: 'apk.json', reason: 'the network security configuration res/c.xml is not in the build, or is none' },
      ],
    });
    expect(
      (
        await judged(
          recordOf(app({}), { networkConfigurations: [file('res/a.xml', binaryXml(open).subarray(0, 300))] }),
        )
      ).unreadable,
    ).toEqual([{ file: 'apk.json', reason: expect.stringContaining('res/a.xml cannot be decoded') }]);
  });

  it('read who signed by every scheme, each signer once', async () => {
    const [weak, debug] = [signingCertificate('Shop', 1_024), signingCertificate('Android Debug')];
    const run = await judged(
      recordOf(app({}), {
        signing: {
          files: [file('META-INF/A.RSA', signatureFile(weak))],
          blocks: [
            { scheme: 'v2', base64: signatureBlock(weak).toString('base64') },
            { scheme: 'v3', base64: signatureBlock(debug).toString('base64') },
          ],
        },
      }),
    );
    expect(run.findings.map(({ rule, place }) => [rule, place])).toEqual([
      ['weak-signing-key', '(the v2 signature)'],
      ['debug-certificate', '(the v3 signature)'],
    ]);
  });

  it.each([
    ['is random bytes', Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7_919) % 256))],
    ['ends in its certificate', signatureFile(signingCertificate('x')).subarray(0, 200)],
    ['holds what is no certificate', signatureFile(Buffer.from([0x30, 2, 5, 0]))],
  ])('say so where a signature %s', async (_, bytes) => {
    const run = await judged(
      recordOf(app({}), {
        signing: {
          files: [file('META-INF/A.RSA', bytes)],
          blocks: [{ scheme: 'v2', base64: bytes.toString('base64') }],
        },
      }),
    );
    expect(run.outcome).toEqual({ status: 'completed' });
    expect(run.unreadable).toEqual(
      expect.arrayContaining([{ file: 'apk.json', reason: expect.stringContaining('META-INF/A.RSA cannot be read') }]),
    );
  });

  it.each([
    ['ends early', binaryXml(CLEAN_MANIFEST).subarray(0, 700), 'cannot be decoded'],
    ['is another document', binaryXml(CLEAN_CONFIGURATION), 'no manifest'],
    [
      'is nested without end',
      chunk(0x0003, 8, ...Array.from({ length: 1_000 }, () => chunk(0x0102, 16, Buffer.alloc(28)))),
      'nested more than 200 levels',
    ],
  ])('fail where the manifest %s, and keep what they found elsewhere', async (_, bytes, reason) => {
    const run = await judged(recordOf(bytes, { keyStores: ['assets/a.jks'] }));
    expect(run.outcome).toEqual({ status: 'failed', reason: expect.stringContaining(reason), timedOut: false });
    expect(rulesOf(run)).toEqual(['packed-key-store']);
  });
});
