import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ZipLine, zip } from '../../../../test/support/archives/zip-writer';
import { binaryXml } from '../../../../test/support/mobile/binary-xml-writer';
import {
  APP,
  CLEAN_CONFIGURATION,
  CLEAN_MANIFEST,
  CLEAN_PLIST,
  CONFIGURATION,
  FLAWED_PLIST,
  apk,
  ipa,
} from '../../../../test/support/mobile/builds';
import { dex } from '../../../../test/support/mobile/dex-writer';
import { binaryPlist, binaryPlistOf, marker, references } from '../../../../test/support/mobile/plist-writer';
import { resourceTable } from '../../../../test/support/mobile/resource-table-writer';
import {
  signatureBlock,
  signatureFile,
  signingCertificate,
  withSigningBlock,
} from '../../../../test/support/mobile/signatures';
import type { ArchiveLimits } from '../archive';
import { type WriteBudget, openWriteBudget } from '../staging/write-budget';
import { type BuildKind, readBuild } from './read-build';
import type { ApkRecord, IpaRecord } from '../../../target-records/src/mobile/build-records';

describe('reading a mobile build', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-build-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (
    kind: BuildKind,
    bytes: Buffer,
    {
      readable = true,
      ...options
    }: { readable?: boolean; limits?: Partial<ArchiveLimits>; writes?: WriteBudget; signal?: AbortSignal } = {},
  ) => {
    writeFileSync(join(folder, 'build'), bytes);
    return readBuild({
      kind,
      file: join(folder, 'build'),
      destination: join(folder, 'unpacked'),
      readable,
      ...options,
      now: new Date('2026-01-01T00:00:00Z'),
    });
  };
  const shown = async (kind: BuildKind, bytes: Buffer): Promise<Record<string, string>> => {
    const { source } = await read(kind, bytes);
    const files = readdirSync(source.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      files.map((path) => [source.pathOf!(path.slice(source.folder.length + 1)), readFileSync(path, 'utf8')]),
    );
  };

  /** A list of one key that names one value many times: 1,600 bytes in a zip. */
  const bomb = (values: number): Buffer =>
    binaryPlistOf([
      Buffer.concat([marker(0xd, 1), references([1, 2])]),
      Buffer.concat([marker(5, 1_000_000), Buffer.alloc(1_000_000, 'k')]),
      Buffer.concat([marker(0xa, values), references(Array.from({ length: values }, () => 3))]),
      Buffer.from([0x09]),
    ]);

  it('writes no more than a multiple of what it read, however often a list names one value', async () => {
    const writes = openWriteBudget(Number.MAX_SAFE_INTEGER);
    const bytes = bomb(190_000);
    await read('ipa', zip([{ name: 'Payload/Shop.app/a.plist', content: bytes }]), { writes });
    expect(writes.taken).toBeLessThan(9 * bytes.length);
  });

  it('stops at the piece that its session may not write any more', async () => {
    const file = { name: 'Payload/Shop.app/a.txt', content: 'line of text\n'.repeat(300_000) };
    const writes = openWriteBudget(1_000_000);
    await expect(read('ipa', zip([file]), { writes })).rejects.toThrow('more than 1,000,000 bytes, together with');
    expect(existsSync(join(folder, 'unpacked'))).toBe(false);
  });

  it('is refused where its decoded text is more than is allowed', async () => {
    const content = binaryPlistOf([
      Buffer.concat([marker(0xa, 10), references(Array.from({ length: 10 }, () => 1))]),
      Buffer.concat([marker(5, 200), Buffer.alloc(200, 'v')]),
    ]);
    const bytes = zip([{ name: 'Payload/Shop.app/a.plist', content }]);
    await expect(read('ipa', bytes, { limits: { bytes: 1_000 } })).rejects.toMatchObject({ code: 'TOO_MANY_BYTES' });
  });

  it('writes nothing more once it is canceled', async () => {
    const controller = new AbortController();
    const taken: number[] = [];
    const writes: WriteBudget = {
      take(count) {
        controller.signal.throwIfAborted();
        taken.push(count);
        if (taken.length === 2) controller.abort(new Error('canceled'));
      },
      taken: 0,
    };
    const content = 'line of text\n'.repeat(300_000);
    await expect(read('ipa', zip([{ name: 'a', content }]), { writes, signal: controller.signal })).rejects.toThrow(
      'canceled',
    );
    expect(taken).toHaveLength(2);
  });

  it('gives the text of everything in it under its own name', async () => {
    const files = await shown(
      'apk',
      apk(CLEAN_MANIFEST, {
        'assets/www/app.js': 'let a;\n',
        'classes.dex': dex(['first', 'second']),
        'res/a.xml': binaryXml(CLEAN_CONFIGURATION),
        'resources.arsc': resourceTable({ 1: [['Shop']] }),
        'lib/arm64-v8a/libshop.so': Buffer.concat([
          Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
          Buffer.from('\0connect to shop.example\0'),
        ]),
        'res/logo.png': Buffer.from([1]),
      }),
    );
    expect(Object.keys(files).sort()).toEqual([
      'AndroidManifest.xml (decoded)',
      'assets/www/app.js',
      'classes.dex (strings)',
      'lib/arm64-v8a/libshop.so (strings)',
      'res/a.xml (decoded)',
      'resources.arsc (strings)',
    ]);
    expect(files).toMatchObject({
      'assets/www/app.js': 'let a;\n',
      'classes.dex (strings)': 'first\nsecond\n',
      'lib/arm64-v8a/libshop.so (strings)': 'connect to shop.example\n',
      'resources.arsc (strings)': 'Shop\n',
    });
    expect(files['AndroidManifest.xml (decoded)']).toContain(
      '<uses-permission android:name="android.permission.INTERNET">',
    );
  });

  it('keeps files apart whose names differ by case alone, or hide characters', async () => {
    const files = await shown(
      'apk',
      apk(CLEAN_MANIFEST, {
        'res/aA.txt': 'one',
        'res/Aa.txt': 'two',
        'res\u0301/x': 'three',
        'r\u0001s/x': 'four',
        'node_modules/key.js': 'five',
      }),
    );
    expect(Object.values(files)).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four', 'five']));
  });

  it('gives a bundle of megabytes in parts', async () => {
    const files = await shown('ipa', ipa(CLEAN_PLIST, { 'main.jsbundle': 'call(argument);'.repeat(100_000) }));
    expect(Object.keys(files).sort()).toEqual([
      `${APP}/Info.plist (decoded)`,
      `${APP}/main.jsbundle`,
      `${APP}/main.jsbundle (part 2)`,
      `${APP}/main.jsbundle (part 3)`,
    ]);
  });

  it('says what it left out', async () => {
    const build = zip([
      { name: 'AndroidManifest.xml', content: binaryXml(CLEAN_MANIFEST) },
      { name: 'a.png', content: 'x' },
      { name: 'b.png', content: 'x' },
      { name: 'link', content: '/etc/passwd', unixMode: 0o120777 },
    ]);
    expect((await read('apk', build)).leftOut).toEqual([
      { path: 'a.png', reason: 'picture, sound or font', count: 2 },
      { path: 'link', reason: 'no regular file', count: 1 },
    ]);
  });

  it('records of an APK what its tool judges', async () => {
    const certificate = signingCertificate('Shop');
    const build = withSigningBlock(
      apk(CLEAN_MANIFEST, {
        [CONFIGURATION]: binaryXml(CLEAN_CONFIGURATION, { encoding: 'utf16' }),
        'res/other.xml': binaryXml(CLEAN_MANIFEST),
        'resources.arsc': resourceTable({ 1: [[CONFIGURATION]] }),
        'META-INF/CERT.RSA': signatureFile(certificate),
        'assets/shop.p12': 'x',
      }),
      'v3',
      signatureBlock(certificate),
    );
    const { record, identity } = await read('apk', build, { readable: false });
    expect({ name: record.name, path: record.path, identity }).toEqual({
      name: 'apk.json',
      path: 'AndroidManifest.xml',
      identity: { identifier: 'com.example.shop', version: '1.2.0' },
    });
    expect(record.content as ApkRecord).toEqual({
      manifest: { observed: { path: 'AndroidManifest.xml', base64: binaryXml(CLEAN_MANIFEST).toString('base64') } },
      networkConfigurations: [{ path: CONFIGURATION, base64: expect.any(String) }],
      resources: { '0x7f010000': [{ kind: 'text', text: CONFIGURATION }] },
      signing: {
        files: [{ path: 'META-INF/CERT.RSA', base64: signatureFile(certificate).toString('base64') }],
        blocks: [{ scheme: 'v3', base64: signatureBlock(certificate).toString('base64') }],
      },
      keyStores: ['assets/shop.p12'],
    });
    expect(readdirSync(join(folder, 'unpacked'))).toEqual([]);
  });

  it('records of an IPA what its tool judges, the app’s own list first', async () => {
    const extension = binaryPlist(FLAWED_PLIST);
    const build = zip([
      { name: `${APP}/PlugIns/Share.appex/Info.plist`, content: extension },
      { name: `${APP}/Frameworks/A.framework/Info.plist`, content: extension },
      { name: `${APP}/Info.plist`, content: binaryPlist(CLEAN_PLIST) },
      { name: `${APP}/embedded.mobileprovision`, content: 'x' },
    ]);
    const { record, identity } = await read('ipa', build, { readable: false });
    expect(identity).toEqual({ identifier: 'com.example.shop', version: '1.2.0' });
    expect(record.path).toBe(`${APP}/Info.plist`);
    const { plists, profile, at } = record.content as IpaRecord;
    expect(plists.map(({ path }) => path)).toEqual([`${APP}/Info.plist`, `${APP}/PlugIns/Share.appex/Info.plist`]);
    expect({ profile, at }).toEqual({
      profile: { observed: { path: `${APP}/embedded.mobileprovision`, base64: 'eA==' } },
      at: '2026-01-01T00:00:00.000Z',
    });
  });

  const manifest: ZipLine = { name: 'AndroidManifest.xml', content: binaryXml(CLEAN_MANIFEST) };
  it.each<[string, string, Buffer, Partial<ArchiveLimits>]>([
    ['has two manifests', 'DUPLICATE_ENTRY', zip([manifest, { ...manifest, content: 'other' }]), {}],
    [
      'marks its manifest as encrypted, as builds do that mislead readers',
      'ENCRYPTED',
      zip([{ ...manifest, flags: 0x801 }]),
      {},
    ],
    ['marks it so before the content only', 'CORRUPT', zip([{ ...manifest, local: { flags: 0x801 } }]), {}],
    ['names another compression before the content', 'CORRUPT', zip([{ ...manifest, local: { method: 0 } }]), {}],
    ['leads out of its folder', 'PARENT_PATH', zip([manifest, { name: 'Payload/../../escaped', content: 'x' }]), {}],
    ['has an absolute path', 'ABSOLUTE_PATH', zip([manifest, { name: '/etc/cron.d/x', content: 'x' }]), {}],
    [
      'has a backslash in a name',
      'BACKSLASH',
      zip([manifest, { name: 'Payload\\Shop.app\\Info.plist', content: 'x' }]),
      {},
    ],
    [
      'unpacks to a thousand times its size',
      'RATIO_TOO_HIGH',
      zip([manifest, { name: 'assets/zeros.bin', content: Buffer.alloc(30_000_000) }]),
      {},
    ],
    [
      'unpacks to more than is allowed',
      'TOO_MANY_BYTES',
      zip([manifest, { name: 'classes.dex', content: Buffer.alloc(300_000) }]),
      { bytes: 200_000 },
    ],
    [
      'has more files than are allowed',
      'TOO_MANY_ENTRIES',
      zip([manifest, ...Array.from({ length: 20 }, (_, index) => ({ name: `${index}` }))]),
      { entries: 10 },
    ],
    [
      'gives one entry’s bytes to another',
      'CORRUPT',
      zip([manifest, { name: 'classes.dex', content: binaryXml(CLEAN_MANIFEST), sameBytesAs: 0 }]),
      {},
    ],
  ])('refuses one that %s, and leaves nothing', async (_, code, bytes, limits) => {
    await expect(read('apk', bytes, { limits })).rejects.toMatchObject({ name: 'ArchiveRefused', code });
    expect(existsSync(join(folder, 'unpacked'))).toBe(false);
  });

  it('takes no signing block that Android would not read', async () => {
    const signed = withSigningBlock(apk(CLEAN_MANIFEST), 'v2', Buffer.alloc(40));
    const magic = signed.indexOf('APK Sig Block 42');
    signed.writeBigUInt64LE(2n ** 40n, magic - 8);
    expect(((await read('apk', signed)).record.content as ApkRecord).signing.blocks).toEqual([]);
  });
});
