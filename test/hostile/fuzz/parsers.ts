import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Malformed,
  decodeBinaryXml,
  decodePlist,
  plistLines,
  robotsLines,
  robotsRules,
  xmlText,
} from '../../../libs/target-records/src';
import { ArchiveRefused } from '@assay/archives';
import { unpackArchive } from '../../../libs/targets/src/archive/unpack-archive';
import { readImageConfig } from '../../../libs/targets/src/image/image-config';
import { ImageRefused } from '../../../libs/targets/src/image/image-refused';
import { choosePlatform, readManifest } from '../../../libs/targets/src/image/manifest';
import { dexStrings } from '../../../libs/targets/src/mobile/dex-strings';
import { readableText } from '../../../libs/targets/src/mobile/readable';
import { readResources } from '../../../libs/targets/src/mobile/resources';
import { readSigningBlocks } from '../../../libs/targets/src/mobile/signing-block';
import { PackageUnreadable } from '../../../libs/targets/src/package/errors';
import { readPackument } from '../../../libs/targets/src/package/packument';
import { parseCommit } from '../../../libs/targets/src/repository/commit-object';
import { nulFields } from '../../../libs/targets/src/repository/nul-fields';
import { objectReader } from '../../../libs/targets/src/repository/object-reader';
import { parseTree } from '../../../libs/targets/src/repository/tree-object';
import { decodeHtml } from '../../../libs/targets/src/site/decode-html';
import { readPage } from '../../../libs/targets/src/site/read-page';
import { readSitemap } from '../../../libs/targets/src/site/read-sitemap';
import { TargetUnreadable } from '../../../libs/targets/src/staging/errors';
import { prepareText } from '../../../libs/targets/src/staging/prepare-text';
import { tar, tarGz, withPax } from '../../support/archives/tar-writer';
import { zip } from '../../support/archives/zip-writer';
import { binaryXml, element } from '../../support/mobile/binary-xml-writer';
import { CLEAN_CONFIGURATION, CLEAN_MANIFEST, FLAWED_MANIFEST, FLAWED_PLIST, apk } from '../../support/mobile/builds';
import { dex } from '../../support/mobile/dex-writer';
import { binaryPlist, xmlPlist } from '../../support/mobile/plist-writer';
import { resourceTable } from '../../support/mobile/resource-table-writer';
import { signatureBlock, signingCertificate, withSigningBlock } from '../../support/mobile/signatures';
import { buildImage } from '../../support/registry/image-builder';
import { FLOW_SOURCES } from './flow-sources';

type ErrorClass = abstract new (...given: never) => Error;

/** A parser, what it is given to begin with, and how it may refuse. */
export interface FuzzedParser {
  readonly samples: () => readonly Buffer[];
  /** Pieces of the format that are put in. */
  readonly tokens?: readonly string[];
  readonly refusals: readonly ErrorClass[];
  /** How many times fewer inputs than others it is given, because it does far more with each. Default: 1. */
  readonly effort?: number;
  /** @param folder an empty folder of this parser's own */
  parse(bytes: Buffer, folder: string): unknown;
}

const drain = async (pieces: AsyncIterable<unknown> | Iterable<unknown>) => {
  for await (const piece of pieces) void piece;
};
const texts =
  (...samples: readonly string[]) =>
  () =>
    samples.map((sample) => Buffer.from(sample));

const LINES = [
  { name: 'src/app.js', content: 'run();\n'.repeat(50) },
  { name: 'src/', content: '' },
  { name: 'README.md', content: '# Title\n' },
  { name: 'link', content: 'src/app.js', unixMode: 0o120777 },
];
const HARMFUL_NAMES = ['../a', '/etc/a', 'a/../../b', 'C:a', 'a\\..\\b', 'a\0b', '.', './/', 'x'.repeat(300)];

/** Unpacks, and proves that nothing lies anywhere but in the destination. */
async function unpack(bytes: Buffer, folder: string): Promise<void> {
  const [file, destination] = [join(folder, 'archive'), join(folder, 'deep/er/unpacked')];
  writeFileSync(file, bytes);
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
  const failure = await unpackArchive({ file, destination, limits: { bytes: 4_000_000, entries: 2_000 } }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const found = [folder, join(folder, 'deep'), join(folder, 'deep/er')].flatMap((each) => readdirSync(each).sort());
  rmSync(destination, { recursive: true, force: true });
  const outside = found.filter((name) => name !== 'unpacked').join();
  if (outside !== 'archive,deep,er') throw new Error(`written outside: ${outside}`);
  if (failure) throw failure.error;
}

const image = buildImage({ layers: [[{ name: 'etc/passwd', content: 'root' }]] });

export const PARSERS: Readonly<Record<string, FuzzedParser>> = {
  zip: {
    samples: () => [
      zip(LINES),
      zip(LINES.slice(0, 1)),
      ...HARMFUL_NAMES.map((name) => zip([{ name, content: 'x' }, ...LINES])),
    ],
    tokens: ['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006', '../', ...HARMFUL_NAMES],
    refusals: [ArchiveRefused],
    parse: unpack,
  },
  tar: {
    samples: () => [
      tar(...LINES.slice(0, 3)),
      tarGz(...LINES.slice(0, 3)),
      tar(withPax({ path: 'päx/name' }, { name: 'a', content: 'x' })),
      tar({ name: 'l', type: '2', link: '/etc/passwd' }, { name: 'l/a', content: 'x' }),
    ],
    tokens: ['ustar\u000000', '../', '30 path=../../a\n', 'x', 'L', ...HARMFUL_NAMES],
    refusals: [ArchiveRefused],
    parse: unpack,
  },
  'binary plist': {
    samples: () => [binaryPlist(FLAWED_PLIST), binaryPlist({ a: ['b', 1, true, { c: 'd' }] })],
    refusals: [Malformed],
    parse: (bytes) => drain(plistLines(decodePlist(bytes))),
  },
  'XML plist': {
    samples: () => [Buffer.from(xmlPlist(FLAWED_PLIST))],
    tokens: ['<dict>', '</dict>', '<key>', '<![CDATA[', '<!ENTITY a "b">', '<!DOCTYPE', '&#x1;', '&a;', '<!--'],
    refusals: [Malformed],
    parse: (bytes) => drain(plistLines(decodePlist(bytes))),
  },
  'binary XML': {
    samples: () => [
      binaryXml(FLAWED_MANIFEST),
      binaryXml(CLEAN_CONFIGURATION),
      binaryXml(element('a', { b: 'c' }), { encoding: 'utf16' }),
    ],
    refusals: [Malformed],
    parse: (bytes) => xmlText(decodeBinaryXml(bytes), 10_000_000),
  },
  dex: {
    samples: () => [dex(['a', 'key', 'ghp_secret']), dex(Array.from({ length: 100 }, (_, index) => `s${index}`))],
    refusals: [Malformed],
    parse: (bytes) => dexStrings(bytes),
  },
  'resources.arsc': {
    samples: () => [
      resourceTable({ 1: [['first', true, 7, undefined], ['zweitens']], 2: [[{ reference: 0x7f010000 }]] }),
    ],
    refusals: [Malformed],
    parse(bytes) {
      const table = readResources(bytes);
      for (let id = 0; id < 8; id += 1) table.valuesOf(0x7f010000 + id + ((id & 1) << 16));
      return drain(table.strings());
    },
  },
  'files of a build': {
    samples: () => [binaryXml(FLAWED_MANIFEST), binaryPlist(FLAWED_PLIST), dex(['a']), resourceTable({ 1: [['x']] })],
    refusals: [],
    parse: (bytes) => drain(readableText(bytes).lines),
  },
  'signing block': {
    samples: () => [withSigningBlock(apk(CLEAN_MANIFEST), 'v2', signatureBlock(signingCertificate('fuzz')))],
    refusals: [],
    parse(bytes, folder) {
      writeFileSync(join(folder, 'apk'), bytes);
      return readSigningBlocks(join(folder, 'apk'));
    },
  },
  'manifests of images': {
    samples: () => [image.manifest, image.config].map((document) => Buffer.from(document)),
    tokens: ['"schemaVersion":2', '"manifests":[]', '"layers":', '{}', '[]', 'null', '1e999', '"digest":"sha256:"'],
    refusals: [ImageRefused],
    parse(bytes) {
      readImageConfigIfOne(bytes);
      const manifest = readManifest(bytes, 'fuzz');
      if (manifest.kind === 'index') choosePlatform(manifest, { os: 'linux', architecture: 'amd64' }, 'fuzz');
    },
  },
  'objects of git': {
    samples: texts(
      `tree ${'a'.repeat(40)}\nparent ${'b'.repeat(40)}\n` +
        'author A <a@b> 1700000000 +0000\ncommitter A <a@b> 1 +0000\n\nm\n',
      `100644 a\0${'\u0001'.repeat(20)}40000 b\0${'\u0002'.repeat(20)}`,
      `${'c'.repeat(40)} blob 3\nabc\n${'d'.repeat(40)} missing\n${'e'.repeat(40)} tree 0\n\n`,
    ),
    tokens: ['\0', '\n\n', 'tree ', 'author ', '<', '>', '99999999999999999999', ' blob '],
    refusals: [TargetUnreadable],
    async parse(bytes) {
      parseCommit('a', bytes);
      await drain(parseTree(bytes, 20));
      nulFields(() => undefined)(bytes);
      await objectReader(100, () => undefined)(bytes);
    },
  },
  HTML: {
    samples: texts(
      '<!doctype html><html><head><meta charset=utf-8><base href=/b><link rel=canonical href=x></head>' +
        '<body><a href="/a?b&amp;c">x</a><img srcset="a 1x, b 2x">' +
        '<textarea><a></textarea><script>"<a>"</script></body>',
    ),
    tokens: [
      '<a href=',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<textarea>',
      '&#x',
      '&amp',
      '<![CDATA[',
      '"',
      "'",
      '\0',
    ],
    refusals: [],
    parse: (bytes) => readPage(decodeHtml(bytes, 'text/html'), 'https://a.example/'),
  },
  robots: {
    samples: texts('User-agent: *\nDisallow: /a*b$\nAllow: /\nCrawl-delay: 2\nSitemap: https://a.example/s.xml\n'),
    tokens: ['*', '$', '%', '%zz', '\r', '\n', ':', '#', 'User-agent:', 'Disallow:', '\ud800'],
    refusals: [],
    parse(bytes) {
      const text = new TextDecoder().decode(bytes);
      robotsLines(text);
      robotsRules(text, '*').allows('https://a.example/aaaab?c');
    },
  },
  sitemap: {
    samples: texts('<?xml version="1.0"?><urlset><url><loc>https://a.example/</loc></url></urlset>'),
    tokens: ['<sitemapindex>', '<loc>', '</loc>', '<![CDATA[', '<!DOCTYPE a [', '&a;', '<a:b'],
    refusals: [],
    parse: (bytes) => readSitemap(bytes, 'text/xml', 1_000_000),
  },
  packument: {
    samples: texts(
      '{"name":"a","dist-tags":{"latest":"1.0.0"},"time":{},"versions":{"1.0.0":{"name":"a","version":"1.0.0"}}}',
    ),
    tokens: ['"name":"a"', '{}', '[]', 'null', '"__proto__":', '1e999'],
    refusals: [PackageUnreadable],
    parse: (bytes) => readPackument(bytes.toString('utf8'), 'a'),
  },
  'package.json': {
    samples: texts('{ "name": "a", "eslintConfig": {"a": [1]}, "jest" : {}, "dependencies": {"jest": "1"} }'),
    tokens: ['"', '\\"', '\\', '{', '}', '[', ']', '\n', ':', '\ufeff'],
    refusals: [],
    parse(bytes) {
      const before = bytes.toString('latin1').split('\n').length;
      const prepared = prepareText(bytes, 'package.json', []);
      if (bytes.length > 2 && bytes[0]! < 0x80 && prepared.toString('latin1').split('\n').length !== before)
        throw new Error('a line was lost');
    },
  },
  ...FLOW_SOURCES,
};

/** A document is one or the other. */
function readImageConfigIfOne(bytes: Buffer): void {
  try {
    readImageConfig(bytes, 'fuzz');
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
  }
}
