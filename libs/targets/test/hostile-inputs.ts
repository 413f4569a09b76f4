import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dirent } from 'node:fs';
import {
  Malformed,
  decodeBinaryXml,
  decodePlist,
  plistLines,
  robotsLines,
  robotsRules,
  xmlText,
} from '@assay/target-records';
import { paxRecord, tar } from '../../../test/support/archives/tar-writer';
import { zip } from '../../../test/support/archives/zip-writer';
import { binaryXml, element } from '../../../test/support/mobile/binary-xml-writer';
import { dex } from '../../../test/support/mobile/dex-writer';
import { binaryPlist, binaryPlistOf, marker, references } from '../../../test/support/mobile/plist-writer';
import { sparseTable } from '../../../test/support/mobile/resource-table-writer';
import { ArchiveRefused } from '@assay/archives';
import { unpackArchive } from '../src/archive/unpack-archive';
import { parsePaxRecords } from '../../archives/src/pax-records';
import { ImageTree } from '../src/image/image-tree';
import { ImageRefused } from '../src/image/image-refused';
import { readImageConfig } from '../src/image/image-config';
import { choosePlatform, readManifest } from '../src/image/manifest';
import { dexStrings } from '../src/mobile/dex-strings';
import { printableRuns } from '../src/mobile/printable-runs';
import { readResources } from '../src/mobile/resources';
import { readSigningBlocks } from '../src/mobile/signing-block';
import { textParts } from '../src/mobile/text-parts';
import { readPackument } from '../src/package/packument';
import { parseCommit } from '../src/repository/commit-object';
import { nulFields } from '../src/repository/nul-fields';
import { objectReader } from '../src/repository/object-reader';
import { parseTree } from '../src/repository/tree-object';
import { readPage } from '../src/site/read-page';
import { readSitemap } from '../src/site/read-sitemap';
import { inertManifest } from '../src/staging/inert-manifest';
import { nameEntries } from '../src/staging/name-entries';
import { overwrite } from '../src/staging/prepare-text';
import { commentsIn } from '../src/staging/suppressions/comments';
import { parseIgnoreFile } from '../src/staging/suppressions/ignore-file';

/** A parser may refuse hostile input with its own error. Any other error is a defect. */
function refusal(parse: () => unknown, own: abstract new (...given: never) => Error): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof own)) throw error;
  }
}

export type Parser = (size: number) => { readonly bytes: number; readonly parse: () => unknown };

const ofText =
  (make: (size: number) => string, parse: (text: string) => unknown): Parser =>
  (size) => {
    const text = make(size);
    return { bytes: text.length, parse: () => parse(text) };
  };
const ofBytes =
  (make: (size: number) => Buffer, parse: (bytes: Buffer) => unknown): Parser =>
  (size) => {
    const bytes = make(size);
    return { bytes: bytes.length, parse: () => parse(bytes) };
  };
const page = (html: string) => readPage(html, 'https://a.example/');
const drain = async (pieces: AsyncIterable<unknown> | Iterable<unknown>) => {
  for await (const piece of pieces) void piece;
};
async function* split(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Each with a size at which quadratic work can be told from linear work. */
export const PARSERS: readonly (readonly [what: string, size: number, parser: Parser])[] = [
  ['a package.json of one unclosed string', 20_000, ofText((n) => `"${'\\"'.repeat(n)}`, inertManifest)],
  ['a package.json of strings that are not closed', 20_000, ofText((n) => '"a\n'.repeat(n), inertManifest)],
  ['a package.json of names and blanks', 5_000, ofText((n) => `{${'"jest"   \n'.repeat(n)}`, inertManifest)],
  [
    'a directive that is repeated',
    5_000,
    ofText(
      (n) => '/* lint-off */'.repeat(n),
      (text) => overwrite(text, /lint-off/g),
    ),
  ],
  [
    'suppressions in one line',
    5_000,
    ofText(
      (n) => '/* assay-ignore * -- x */'.repeat(n),
      (text) => [...commentsIn(Buffer.from(text))],
    ),
  ],
  [
    'suppressions in lines of their own',
    2_000,
    ofText(
      (n) => `// assay-ignore ${'-- '.repeat(50)}*/\n`.repeat(n),
      (text) => [...commentsIn(Buffer.from(text))],
    ),
  ],
  [
    'an ignore file',
    2_000,
    ofText(
      (n) => `* ${'a '.repeat(50)} -- x\n`.repeat(n),
      (text) => parseIgnoreFile(text, 'f'),
    ),
  ],
  ['tags that nothing closes', 5_000, ofText((n) => `${'<b>'.repeat(n)}${'</i>'.repeat(n)}`, page)],
  ['tags that are closed by others', 5_000, ofText((n) => `${'<b>'.repeat(n)}${'<p></i>'.repeat(n)}`, page)],
  [
    'a tag of many attributes',
    5_000,
    ofText((n) => `<a ${Array.from({ length: n }, (_, i) => `a${i}=x`).join(' ')}>`, page),
  ],
  ['a srcset of commas', 5_000, ofText((n) => `<img srcset="a${','.repeat(n)}b">`, page)],
  ['a srcset of addresses', 2_000, ofText((n) => `<img srcset="${'a, '.repeat(n)}">`, page)],
  ['entities that are not closed', 5_000, ofText((n) => `<a href="${'&am'.repeat(n)}">`, page)],
  ['comments that are not closed', 5_000, ofText((n) => '<!--'.repeat(n), page)],
  [
    'a sitemap whose elements nothing closes',
    9_000,
    ofText(
      (n) => `<urlset>${'<a>'.repeat(n)}${'</b>'.repeat(n)}`,
      (text) => readSitemap(Buffer.from(text), 'text/xml', 1e8),
    ),
  ],
  [
    'a sitemap of locations',
    2_000,
    ofText(
      (n) => `<urlset>${'<url><loc>x</loc></url>'.repeat(n)}</urlset>`,
      (text) => readSitemap(Buffer.from(text), 'text/xml', 1e8),
    ),
  ],
  [
    'a robots.txt that repeats itself',
    900,
    ofText(
      (n) => `User-agent: *\nDisallow: /*${'a'.repeat(n)}b\n`,
      (text) => robotsRules(text, '*').allows(`https://a.example/${'a'.repeat(text.length)}`),
    ),
  ],
  [
    'a robots.txt of stars',
    400,
    ofText(
      (n) => `User-agent: *\nDisallow: /${'*a'.repeat(n)}b\n`,
      (text) => robotsRules(text, '*').allows(`https://a.example/${'a'.repeat(text.length)}`),
    ),
  ],
  ['a robots.txt of lines', 10_000, ofText((n) => 'a:#:\r'.repeat(n), robotsLines)],
  [
    'a sparse table of resources',
    1_000,
    (n) => {
      const bytes = sparseTable(n);
      return {
        bytes: bytes.length,
        parse: () => {
          const table = readResources(bytes);
          for (let id = 0; id < n; id += 1) table.valuesOf(0x7f010000 + id);
        },
      };
    },
  ],
  [
    'binary XML of elements',
    2_000,
    ofBytes(
      (n) => binaryXml(element('a', {}, ...Array.from({ length: n }, () => element('b', { c: 'd' })))),
      (bytes) => xmlText(decodeBinaryXml(bytes), 1e8),
    ),
  ],
  [
    'a dex file of strings',
    5_000,
    ofBytes((n) => dex(Array.from({ length: n }, (_, index) => `s${index}`)), dexStrings),
  ],
  [
    'a property list of one object',
    5_000,
    ofBytes(
      (n) =>
        binaryPlistOf([
          Buffer.concat([marker(0xa, n), references(Array.from({ length: n }, () => 1))]),
          Buffer.from([0x09]),
        ]),
      (bytes) => [...plistLines(decodePlist(bytes))],
    ),
  ],
  [
    'a property list of keys',
    2_000,
    ofBytes(
      (n) => binaryPlist(Object.fromEntries(Array.from({ length: n }, (_, index) => [`key${index}`, true]))),
      (bytes) => [...plistLines(decodePlist(bytes))],
    ),
  ],
  [
    'an XML property list',
    3_000,
    ofText(
      (n) => `<plist><array>${'<true/>'.repeat(n)}</array></plist>`,
      (text) => decodePlist(Buffer.from(text)),
    ),
  ],
  [
    'an XML property list of open elements',
    5_000,
    ofText(
      (n) => `<plist>${'<x>'.repeat(n)}${'</y>'.repeat(n)}`,
      (text) => {
        refusal(() => decodePlist(Buffer.from(text)), Malformed);
      },
    ),
  ],
  [
    'runs of printable bytes',
    3_000,
    ofText(
      (n) => `${'abcde\u0001'.repeat(n)}${'a\0'.repeat(n)}`,
      (text) => drain(printableRuns(split(Buffer.from(text), 65_536))),
    ),
  ],
  [
    'text without lines',
    400_000,
    ofText(
      (n) => 'a '.repeat(n),
      (text) => drain(textParts([text])),
    ),
  ],
  [
    'text in many pieces',
    20_000,
    ofText(
      (n) => 'a'.repeat(n),
      (text) => drain(textParts(text)),
    ),
  ],
  [
    'an extended header of a tar',
    3_000,
    ofBytes(
      (n) => Buffer.concat(Array.from({ length: n }, (_, index) => paxRecord(`k${index}`, 'v'))),
      parsePaxRecords,
    ),
  ],
  [
    'an image of files that replace folders',
    1_000,
    (n) => ({
      bytes: n,
      parse: () => {
        const tree = new ImageTree(() => undefined);
        const facts = { kind: 'file' as const, mode: 0, uid: 0, gid: 0, size: 0 };
        for (let index = 0; index < n; index += 1) tree.put({ ...facts, segments: ['a', `${index}`], layer: 0 });
        for (let index = 0; index < n; index += 1) tree.removeBelow(['a'], 1);
        for (let index = 0; index < n; index += 1) tree.put({ ...facts, segments: ['a'], layer: 1 });
        tree.present();
      },
    }),
  ],
  [
    'a configuration of an image',
    2_000,
    ofBytes(
      (n) =>
        Buffer.from(
          JSON.stringify({
            rootfs: { diff_ids: Array(n).fill('a') },
            config: { Labels: Object.fromEntries(Array.from({ length: n }, (_, i) => [`l${i}`, 'x'])) },
          }),
        ),
      (bytes) => readImageConfig(bytes, 'a'),
    ),
  ],
  [
    'an index of images',
    2_000,
    ofBytes(
      (n) =>
        Buffer.from(
          JSON.stringify({
            schemaVersion: 2,
            manifests: Array.from({ length: n }, () => ({ digest: 'a', size: 1, platform: { os: 'x' } })),
          }),
        ),
      (bytes) => {
        const index = readManifest(bytes, 'a');
        refusal(() => choosePlatform(index as never, { os: 'linux', architecture: 'amd64' }, 'a'), ImageRefused);
      },
    ),
  ],
  [
    'a commit of many fields',
    3_000,
    ofBytes(
      (n) => Buffer.from(`${'parent a\n'.repeat(n)}author ${'<'.repeat(n)}\n\n`),
      (bytes) => parseCommit('a', bytes),
    ),
  ],
  [
    'a folder of git',
    3_000,
    ofBytes(
      (n) => Buffer.concat(Array(n).fill(Buffer.from(`100644 a\0${'\u0001'.repeat(20)}`))),
      (bytes) => drain(parseTree(bytes, 20)),
    ),
  ],
  [
    'a list of git',
    5_000,
    ofBytes(
      (n) => Buffer.from('a\0'.repeat(n)),
      (bytes) => nulFields(() => undefined)(bytes),
    ),
  ],
  [
    'the objects of git',
    3_000,
    ofBytes(
      (n) => Buffer.from('abc blob 1\nx\n'.repeat(n)),
      (bytes) => objectReader(10, () => undefined)(bytes),
    ),
  ],
  [
    'a packument',
    2_000,
    ofText(
      (n) =>
        JSON.stringify({
          name: 'a',
          versions: Object.fromEntries(Array.from({ length: n }, (_, i) => [`1.0.${i}`, {}])),
        }),
      (text) => readPackument(text, 'a'),
    ),
  ],
  [
    'names that are cut to the same one',
    1_000,
    (n) => {
      const entries = Array.from({ length: n }, (_, index) => ({
        name: Buffer.from(`.${'x'.repeat(240)}${String(index).padStart(8, '0')}`),
        isDirectory: () => false,
      })) as unknown as Dirent<Buffer>[];
      return { bytes: n, parse: () => nameEntries(entries) };
    },
  ],
];

const lines = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ name: path(index), content: 'x' }));

const signingBlock = (pairs: number): Buffer => {
  const pair = Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x87, 0x09, 0x71]);
  const content = Buffer.concat(Array<Buffer>(pairs).fill(pair));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length + 24));
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt32LE(content.length + 32, 16);
  return Buffer.concat([size, content, size, Buffer.from('APK Sig Block 42'), end]);
};

const unpacked = async (file: string): Promise<void> => {
  try {
    await unpackArchive({ file, destination: `${file}.out` });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
  }
};

type FileReader = readonly [
  what: string,
  size: number,
  make: (size: number) => Buffer,
  read: (file: string) => Promise<unknown>,
];

export const FILE_READERS: readonly FileReader[] = [
  ['a zip of files', 60, (count) => zip(lines(count, (index) => `f${index}`)), unpacked],
  ['a zip of the same file', 60, (count) => zip(lines(count, () => 'f')), unpacked],
  ['a zip of deep folders', 60, (count) => zip(lines(count, (index) => `${`${index}/`.repeat(20)}f`)), unpacked],
  ['a tar of files', 60, (count) => tar(...lines(count, (index) => `f${index}`)), unpacked],
  ['a tar of the same file', 60, (count) => tar(...lines(count, () => 'f')), unpacked],
  [
    'a tar of names that differ by their case',
    60,
    (count) => tar(...lines(count, (index) => (index % 2 ? 'f' : 'F'))),
    unpacked,
  ],
  ['a signing block', 2_000, signingBlock, readSigningBlocks],
];

/** The same for files in a folder. */
export const inFolder = (folder: string, [what, size, make, read]: FileReader): readonly [string, number, Parser] => [
  what,
  size,
  (count) => {
    const file = join(folder, `${what} ${count}`);
    const bytes = make(count);
    writeFileSync(file, bytes);
    let runs = 0;
    return {
      bytes: bytes.length,
      parse: () => {
        const copy = `${file} ${(runs += 1)}`;
        writeFileSync(copy, bytes);
        return read(copy);
      },
    };
  },
];
