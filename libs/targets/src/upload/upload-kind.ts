import { type ReadArchiveOptions, readArchive } from '../archive/read-archive';
import type { ArchiveEntry, ArchiveKind } from '../archive/archive-entry';

/** What was uploaded: files to analyse, a mobile build, or an image as `docker save` or an OCI layout. */
export type UploadKind = ArchiveKind | 'apk' | 'ipa' | 'docker-archive' | 'oci-archive';

/** Enough to tell a manifest of `docker save` from a web page's. */
const MANIFEST_BYTES = 1024 * 1024;
/**
 * How a manifest of Android's binary XML begins, after two bytes that Android does not look at; one in text is a source
 * file.
 */
const BINARY_XML = Buffer.from([0x08, 0x00]);

/**
 * Tells by the content. Unpacks nothing to disk, and at most as much of a gzip as the limits allow.
 * @throws ArchiveRefused for what is none of them, TargetUnreadable, the signal's reason
 */
export const recogniseUpload = (options: ReadArchiveOptions): Promise<UploadKind> =>
  readArchive(options, async ({ kind, budget, entries }) => {
    const signs = new Set<UploadKind>();
    for await (const entry of entries) {
      budget.takeEntry();
      const sign = kind === 'zip' ? await buildSign(entry) : await imageSign(entry);
      if (sign) signs.add(sign);
    }
    // Docker writes both: a layout, and its own manifest with the names that people know.
    const found = (['apk', 'ipa', 'docker-archive', 'oci-archive'] as const).find((each) => signs.has(each));
    return found ?? kind;
  });

async function buildSign(entry: ArchiveEntry): Promise<UploadKind | undefined> {
  const path = pathOf(entry);
  if (path === 'AndroidManifest.xml')
    return (await startOf(entry, 4)).subarray(2).equals(BINARY_XML) ? 'apk' : undefined;
  return /^Payload\/[^/]+\.app\/Info\.plist$/.test(path) ? 'ipa' : undefined;
}

async function imageSign(entry: ArchiveEntry): Promise<UploadKind | undefined> {
  const path = pathOf(entry);
  if (path === 'manifest.json')
    return describesImages(await startOf(entry, MANIFEST_BYTES)) ? 'docker-archive' : undefined;
  return path === 'oci-layout' && (await startOf(entry, MANIFEST_BYTES)).includes('imageLayoutVersion')
    ? 'oci-archive'
    : undefined;
}

const pathOf = ({ name }: ArchiveEntry): string => name.toString('utf8').replace(/^(\.\/)+/, '');

async function startOf(entry: ArchiveEntry, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of entry.content()) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** A list of images, each with its layers: not the manifest of a web page, which is an object. */
const describesImages = (manifest: Buffer): boolean =>
  /^\s*\[/.test(manifest.toString('utf8', 0, 100)) && manifest.includes('"Layers"') && manifest.includes('"Config"');
