import { type ReadArchiveOptions, readArchive } from '../archive/read-archive';
import type { ArchiveEntry, ArchiveKind } from '@assay/archives';

/** The kind of an upload: files to analyse, a mobile build, or an image from `docker save` or as an OCI layout. */
export type UploadKind = ArchiveKind | 'apk' | 'ipa' | 'docker-archive' | 'oci-archive';

/** Enough to distinguish a manifest of `docker save` from that of a web page. */
const MANIFEST_BYTES = 1024 * 1024;
/**
 * The start of a manifest in Android's binary XML, after two bytes that Android ignores. A manifest in plain text is a
 * source file.
 */
const BINARY_XML = Buffer.from([0x08, 0x00]);

/**
 * Recognises the kind by the content. It unpacks nothing to disk, and of a gzip at most as much as the limits allow.
 * @throws ArchiveRefused for any other kind, TargetUnreadable, the signal's reason
 */
export const recogniseUpload = (options: ReadArchiveOptions): Promise<UploadKind> =>
  readArchive(options, async ({ kind, budget, entries }) => {
    const signs = new Set<UploadKind>();
    for await (const entry of entries) {
      budget.takeEntry();
      const sign = kind === 'zip' ? await buildSign(entry) : await imageSign(entry);
      if (sign) signs.add(sign);
    }
    // Docker writes both an OCI layout and its own manifest, which has the names that people know.
    const found = (['apk', 'ipa', 'docker-archive', 'oci-archive'] as const).find((each) => signs.has(each));
    return found ?? kind;
  });

async function buildSign(entry: ArchiveEntry): Promise<UploadKind | undefined> {
  const path = pathOf(entry);
  if (path === 'AndroidManifest.xml')
    return (await readStart(entry, 4)).subarray(2).equals(BINARY_XML) ? 'apk' : undefined;
  return /^Payload\/[^/]+\.app\/Info\.plist$/.test(path) ? 'ipa' : undefined;
}

async function imageSign(entry: ArchiveEntry): Promise<UploadKind | undefined> {
  const path = pathOf(entry);
  if (path === 'manifest.json')
    return describesImages(await readStart(entry, MANIFEST_BYTES)) ? 'docker-archive' : undefined;
  return path === 'oci-layout' && (await readStart(entry, MANIFEST_BYTES)).includes('imageLayoutVersion')
    ? 'oci-archive'
    : undefined;
}

const pathOf = ({ name }: ArchiveEntry): string => name.toString('utf8').replace(/^(\.\/)+/, '');

async function readStart(entry: ArchiveEntry, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of entry.content()) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** Docker's manifest is a list of images with their layers. The manifest of a web page is an object. */
const describesImages = (manifest: Buffer): boolean =>
  /^\s*\[/.test(manifest.toString('utf8', 0, 100)) && manifest.includes('"Layers"') && manifest.includes('"Config"');
