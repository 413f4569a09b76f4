import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ArchiveFault, ArchiveLimits } from '@assay/archives';
import { END_OF_TAR, paxRecord, tar, tarEntry, tarGz, withPax } from './tar-writer';
import { zip } from './zip-writer';

/** An archive that attacks, and the refusal that it meets. */
export interface HostileArchive {
  readonly what: string;
  readonly code: ArchiveFault;
  readonly bytes: () => Buffer;
  readonly limits?: Partial<ArchiveLimits>;
}

const MEGABYTE = 1024 * 1024;
const zeros = (bytes: number) => Buffer.alloc(bytes);
const file = { name: 'a.txt', content: 'a' };
const deep = (folders: number) => `${'d/'.repeat(folders)}a.txt`;

/** @param outside the absolute path of a file that no archive may touch, in a folder two above each destination */
export const hostileArchives = (outside: string): readonly HostileArchive[] => [
  ...leadingOut(outside),
  ...names,
  ...bombs,
  ...liars,
  ...foreign,
];

const leadingOut = (outside: string): readonly HostileArchive[] => [
  {
    what: 'a zip that climbs out',
    code: 'PARENT_PATH',
    bytes: () => zip([file, { name: '../../canary.txt', content: 'x' }]),
  },
  {
    what: 'a zip that climbs out from within',
    code: 'PARENT_PATH',
    bytes: () => zip([{ name: 'a/b/../../../../canary.txt', content: 'x' }]),
  },
  {
    what: 'a tar that climbs out',
    code: 'PARENT_PATH',
    bytes: () => tar(file, { name: '../../canary.txt', content: 'x' }),
  },
  {
    what: 'a tar that climbs out by the prefix field',
    code: 'PARENT_PATH',
    bytes: () => tar({ name: 'canary.txt', prefix: '../..', content: 'x' }),
  },
  {
    what: 'a tar that climbs out by an extended header',
    code: 'PARENT_PATH',
    bytes: () => tar(withPax({ path: '../../canary.txt' }, { name: 'a.txt', content: 'x' })),
  },
  {
    what: 'a tar that climbs out by a long name of GNU',
    code: 'PARENT_PATH',
    bytes: () =>
      tar({ name: '././@LongLink', type: 'L', content: '../../canary.txt\0' }, { name: 'a.txt', content: 'x' }),
  },
  { what: 'a zip with an absolute path', code: 'ABSOLUTE_PATH', bytes: () => zip([{ name: outside, content: 'x' }]) },
  {
    what: 'a tar with an absolute path',
    code: 'ABSOLUTE_PATH',
    bytes: () => tar(withPax({ path: outside }, { name: 'a.txt', content: 'x' })),
  },
  {
    what: 'a zip with a drive letter',
    code: 'DRIVE_LETTER',
    bytes: () => zip([{ name: 'C:canary.txt', content: 'x' }]),
  },
  {
    what: 'a tar with a drive letter',
    code: 'DRIVE_LETTER',
    bytes: () => tar({ name: 'c:/canary.txt', content: 'x' }),
  },
  {
    what: 'a zip that climbs out with backslashes',
    code: 'BACKSLASH',
    bytes: () => zip([{ name: '..\\..\\canary.txt', content: 'x' }]),
  },
  {
    what: 'a tar that climbs out with backslashes',
    code: 'BACKSLASH',
    bytes: () => tar({ name: '..\\..\\canary.txt', content: 'x' }),
  },
  {
    what: 'a tar that writes through a link to a file',
    code: 'CONFLICTING_ENTRIES',
    bytes: () => tar({ name: 'x', type: '2', link: outside }, { name: 'x', content: 'x' }),
  },
  {
    what: 'a tar that writes through a link to a folder',
    code: 'CONFLICTING_ENTRIES',
    bytes: () => tar({ name: 'x', type: '2', link: '../..' }, { name: 'x/canary.txt', content: 'x' }),
  },
  {
    what: 'a tar that writes through a hard link',
    code: 'CONFLICTING_ENTRIES',
    bytes: () => tar({ name: 'x', type: '1', link: outside }, { name: 'x', content: 'x' }),
  },
  {
    what: 'a tar that exchanges a folder for a link',
    code: 'CONFLICTING_ENTRIES',
    bytes: () =>
      tar(
        { name: 'x/a', content: 'x' },
        { name: 'x', type: '2', link: '../..' },
        { name: 'x/canary.txt', content: 'x' },
      ),
  },
  {
    what: 'a zip that writes through a link',
    code: 'CONFLICTING_ENTRIES',
    bytes: () =>
      zip([
        { name: 'x', content: '../..', unixMode: 0o120777 },
        { name: 'x/canary.txt', content: 'x' },
      ]),
  },
  {
    what: 'a tar with a link to the folder itself',
    code: 'EMPTY_NAME',
    bytes: () => tar({ name: './', type: '2', link: '../..' }),
  },
];

const names: readonly HostileArchive[] = [
  {
    what: 'a zip with a NUL in a name',
    code: 'NUL_IN_NAME',
    bytes: () => zip([{ name: 'a.txt\0.png', content: 'x' }]),
  },
  {
    what: 'a tar with a NUL in an extended name',
    code: 'NUL_IN_NAME',
    bytes: () => tar(withPax({ path: 'a.txt\0.png' }, { name: 'a', content: 'x' })),
  },
  {
    what: 'a tar with a NUL in a long name of GNU',
    code: 'NUL_IN_NAME',
    bytes: () => tar({ name: 'L', type: 'L', content: 'a.txt\0.png\0' }, { name: 'a', content: 'x' }),
  },
  {
    what: 'a zip whose UTF-8 is none',
    code: 'NAME_NOT_UTF8',
    bytes: () => zip([{ name: Buffer.from([0x61, 0xff, 0x62]), content: 'x' }]),
  },
  { what: 'a zip with the same file twice', code: 'DUPLICATE_ENTRY', bytes: () => zip([file, file]) },
  {
    what: 'a zip with a file that is also a folder',
    code: 'CONFLICTING_ENTRIES',
    bytes: () =>
      zip([
        { name: 'a', content: 'x' },
        { name: 'a/b', content: 'x' },
      ]),
  },
  {
    what: 'a tar with a file that is also a folder',
    code: 'CONFLICTING_ENTRIES',
    bytes: () => tar({ name: 'a', content: 'x' }, { name: 'a/', type: '5' }),
  },
  {
    what: 'a zip with a name that is too long',
    code: 'NAME_TOO_LONG',
    bytes: () => zip([{ name: 'n'.repeat(256), content: 'x' }]),
  },
  {
    what: 'a tar with a path that is too long',
    code: 'NAME_TOO_LONG',
    bytes: () => tar(withPax({ path: `${`${'d'.repeat(200)}/`.repeat(11)}a.txt` }, { name: 'a', content: 'x' })),
  },
  { what: 'a zip that is too deep', code: 'TOO_DEEP', bytes: () => zip([{ name: deep(65), content: 'x' }]) },
  {
    what: 'a tar that is too deep',
    code: 'TOO_DEEP',
    bytes: () => tar(withPax({ path: deep(65) }, { name: 'a', content: 'x' })),
  },
  { what: 'a zip with an entry without a name', code: 'EMPTY_NAME', bytes: () => zip([{ name: '', content: 'x' }]) },
];

const bombs: readonly HostileArchive[] = [
  { what: 'a zip bomb', code: 'RATIO_TOO_HIGH', bytes: () => zip([{ name: 'zeros', content: zeros(12 * MEGABYTE) }]) },
  {
    what: 'a bomb in gzip',
    code: 'RATIO_TOO_HIGH',
    bytes: () => tarGz({ name: 'zeros', content: zeros(12 * MEGABYTE) }),
  },
  {
    what: 'a bomb in gzip after the end of the tar',
    code: 'RATIO_TOO_HIGH',
    bytes: () => tarGz(file, END_OF_TAR, zeros(12 * MEGABYTE)),
  },
  {
    what: 'a bomb of files in a zip, each of them modest',
    code: 'RATIO_TOO_HIGH',
    bytes: () => zip(Array.from({ length: 12 }, (_, index) => ({ name: `${index}`, content: zeros(MEGABYTE) }))),
  },
  {
    what: 'a zip bomb whose files share their bytes',
    code: 'OVERLAPPING_ENTRIES',
    bytes: () =>
      zip([
        { name: 'a', content: zeros(MEGABYTE) },
        { name: 'a', content: zeros(MEGABYTE), sameBytesAs: 0 },
      ]),
  },
  {
    what: 'a zip bomb whose files quote the headers of the next (Fifield)',
    code: 'OVERLAPPING_ENTRIES',
    bytes: quotingBomb,
  },
  {
    what: 'a zip whose content reaches into the directory',
    code: 'OVERLAPPING_ENTRIES',
    bytes: () => zip([{ name: 'a', method: 0, content: 'x', size: 20, packedBytes: 20 }]),
  },
  {
    what: 'a zip with more bytes than are allowed',
    code: 'TOO_MANY_BYTES',
    bytes: () => zip([{ name: 'a', method: 0, content: randomBytes(2_001) }]),
    limits: { bytes: 2_000 },
  },
  {
    what: 'a tar.gz with more bytes than are allowed',
    code: 'TOO_MANY_BYTES',
    bytes: () => tarGz({ name: 'a', content: randomBytes(8_000) }),
    limits: { bytes: 4_000 },
  },
  {
    what: 'a zip with more entries than are allowed',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => zip(Array.from({ length: 11 }, (_, index) => ({ name: `${index}` }))),
    limits: { entries: 10 },
  },
  {
    what: 'a tar with more entries than are allowed, all of them links',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => tar(...Array.from({ length: 11 }, (_, index) => ({ name: `${index}`, type: '2', link: 'x' }))),
    limits: { entries: 10 },
  },
  {
    what: 'a zip whose folders nobody named',
    code: 'TOO_MANY_ENTRIES',
    bytes: () =>
      zip([
        { name: deep(9), content: 'x' },
        { name: `e/${deep(9)}`, content: 'x' },
      ]),
    limits: { entries: 15 },
  },
  {
    what: 'a tar with a file of holes',
    code: 'SPARSE_FILE',
    bytes: () => tar({ name: 'holes', type: 'S', magic: 'ustar ', content: 'x' }),
  },
  {
    what: 'a tar with a file of holes in an extended header',
    code: 'SPARSE_FILE',
    bytes: () =>
      tar(withPax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '9999999999' }, { name: 'holes', content: 'x' })),
  },
];

/** Two files of one kernel: the first holds, uncompressed, the header of the second and then its bytes. */
function quotingBomb(): Buffer {
  const inner = zip([{ name: 'b', content: zeros(MEGABYTE) }]);
  const kernel = inner.subarray(0, inner.indexOf(Buffer.from('PK\x01\x02')));
  const [length, complement] = [Buffer.alloc(2), Buffer.alloc(2)];
  length.writeUInt16LE(31);
  complement.writeUInt16LE(0xffff - 31);
  const packed = Buffer.concat([Buffer.from([0]), length, complement, kernel]);
  const outer = zip([
    { name: 'a', packed, size: 31 + MEGABYTE },
    { name: 'b', packed: kernel.subarray(31), content: zeros(MEGABYTE), sameBytesAs: 0 },
  ]);
  const quoted = outer.indexOf(kernel);
  const second = outer.lastIndexOf(Buffer.from('PK\x01\x02'));
  outer.writeUInt32LE(quoted, second + 42);
  return outer;
}

const liars: readonly HostileArchive[] = [
  {
    what: 'a zip that unpacks to more than it says',
    code: 'SIZE_MISMATCH',
    bytes: () => zip([{ name: 'a', content: zeros(9_000), size: 10 }]),
  },
  {
    what: 'a zip that unpacks to less than it says',
    code: 'SIZE_MISMATCH',
    bytes: () => zip([{ name: 'a', content: 'x', size: 1_000 }]),
  },
  {
    what: 'a zip with bytes hidden after what is compressed',
    code: 'SIZE_MISMATCH',
    bytes: () => zip([{ name: 'a', content: '', packed: Buffer.concat([Buffer.from([3, 0]), Buffer.from('hidden')]) }]),
  },
  {
    what: 'a zip with another size before the content than in the directory',
    code: 'SIZE_MISMATCH',
    bytes: () => zip([{ name: 'a', content: 'xyz', local: { size: 2 } }]),
  },
  {
    what: 'a zip with another name before the content than in the directory',
    code: 'CORRUPT',
    bytes: () => zip([{ name: 'good.js', content: 'x', local: { name: 'evil.js' } }]),
  },
  {
    what: 'a zip with another compression before the content than in the directory',
    code: 'CORRUPT',
    bytes: () => zip([{ name: 'a', content: 'x', local: { method: 0 } }]),
  },
  { what: 'a zip with a wrong checksum', code: 'CORRUPT', bytes: () => zip([{ name: 'a', content: 'x', crc: 1 }]) },
  { what: 'a zip with a folder that has content', code: 'CORRUPT', bytes: () => zip([{ name: 'a/', content: 'x' }]) },
  {
    what: 'a zip with entries that its directory does not count',
    code: 'CORRUPT',
    bytes: () => zip([file, { name: 'hidden', content: 'x' }], { count: 1 }),
  },
  { what: 'a zip that counts entries that it has not', code: 'TRUNCATED', bytes: () => zip([file], { count: 2 }) },
  {
    what: 'a zip that counts more entries than are allowed and has one',
    code: 'TOO_MANY_ENTRIES',
    bytes: () => zip([file], { count: 60_000 }),
    limits: { entries: 50_000 },
  },
  {
    what: 'a zip with a second end in its comment',
    code: 'CORRUPT',
    bytes: () => zip([file], { comment: Buffer.concat([zip([]), Buffer.from('!')]) }),
  },
  {
    what: 'a tar with a wrong checksum',
    code: 'CORRUPT',
    bytes: () => tar(file, { name: 'a', content: 'x', checksum: 1 }),
  },
  {
    what: 'a tar with a size that is no number',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'a', content: 'x', size: Buffer.from('0000000009x\0') }),
  },
  {
    what: 'a tar with a negative size',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'a', content: 'x', size: Buffer.alloc(12, 0xff) }),
  },
  {
    what: 'a tar with a size beyond all numbers',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'a', content: 'x', size: Buffer.concat([Buffer.from([0x80]), Buffer.alloc(11, 0xff)]) }),
  },
  {
    what: 'a tar with a size that it has not',
    code: 'TRUNCATED',
    bytes: () => tar({ name: 'a', content: 'x', size: 1_000_000 }),
  },
  {
    what: 'a tar with a link that has content',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'a', type: '2', link: 'b', content: tarEntry({ name: 'hidden' }) }),
  },
  {
    what: 'a tar with an extended header that cannot be read',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'x', type: 'x', content: '99 path=a\n' }, file),
  },
  {
    what: 'a tar with an extended header that has no end',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'x', type: 'x', content: paxRecord('path', 'a').subarray(0, -1) }, file),
  },
  {
    what: 'a tar with an extended header of megabytes',
    code: 'CORRUPT',
    bytes: () => tar({ name: 'x', type: 'x', content: paxRecord('comment', zeros(2 * MEGABYTE)) }, file),
  },
  {
    what: 'a tar with an extended header that nothing follows',
    code: 'TRUNCATED',
    bytes: () => tar({ name: 'x', type: 'x', content: paxRecord('path', 'a') }),
  },
  {
    what: 'a tar with a header that names every entry',
    code: 'CORRUPT',
    bytes: () => tar(withPax({ path: 'a' }, file, 'g')),
  },
];

const foreign: readonly HostileArchive[] = [
  { what: 'an encrypted zip', code: 'ENCRYPTED', bytes: () => zip([{ name: 'a', content: 'x', flags: 0x801 }]) },
  {
    what: 'a zip with strong encryption',
    code: 'ENCRYPTED',
    bytes: () => zip([{ name: 'a', content: 'x', flags: 0x841 }]),
  },
  {
    what: 'a zip that is only encrypted before the content',
    code: 'CORRUPT',
    bytes: () => zip([{ name: 'a', content: 'x', local: { flags: 0x801 } }]),
  },
  {
    what: 'a zip in a compression that is not read',
    code: 'UNSUPPORTED_COMPRESSION',
    bytes: () => zip([{ name: 'a', content: 'x', method: 14 }]),
  },
  { what: 'a zip of several disks', code: 'SEVERAL_DISKS', bytes: () => zip([file], { disk: 1 }) },
  { what: 'half a zip', code: 'TRUNCATED', bytes: () => half(zip([{ name: 'a', content: randomBytes(9_000) }])) },
  { what: 'half a tar', code: 'TRUNCATED', bytes: () => half(tar({ name: 'a', content: randomBytes(9_000) })) },
  {
    what: 'a tar that ends between two entries',
    code: 'TRUNCATED',
    bytes: () => Buffer.concat([tarEntry(file), tarEntry({ name: 'b' })]),
  },
  { what: 'half a tar.gz', code: 'TRUNCATED', bytes: () => half(tarGz({ name: 'a', content: randomBytes(9_000) })) },
  {
    what: 'a tar.gz with a flipped bit',
    code: 'CORRUPT',
    bytes: () => flipped(tarGz({ name: 'a', content: randomBytes(9_000) })),
  },
  { what: 'an empty file', code: 'TRUNCATED', bytes: () => zeros(0) },
  { what: 'a text', code: 'NOT_AN_ARCHIVE', bytes: () => Buffer.from('PK is how a zip begins\n'.repeat(100)) },
  { what: 'a text in gzip', code: 'NOT_AN_ARCHIVE', bytes: () => gzipSync('not a tar\n'.repeat(100)) },
  { what: 'a short text in gzip', code: 'NOT_AN_ARCHIVE', bytes: () => gzipSync('x') },
  { what: 'an xz', code: 'UNSUPPORTED_ARCHIVE', bytes: () => Buffer.from('fd377a585a000000', 'hex') },
  { what: 'a rar', code: 'UNSUPPORTED_ARCHIVE', bytes: () => Buffer.from('526172211a070100', 'hex') },
];

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

function flipped(bytes: Buffer): Buffer {
  bytes[bytes.length - 6]! ^= 1; // in the checksum that closes a gzip
  return bytes;
}
