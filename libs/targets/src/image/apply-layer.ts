import { type Hash, createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ArchiveBudget, type ArchiveEntry, countBytes, createByteReader, gunzip, readTar } from '@assay/archives';
import { writeContent } from '../archive/tree-writer';
import { ImageRefused } from './image-refused';
import type { ImageTree, LayerEntry } from './image-tree';
import { readLayerPath, splitPath } from './layer-path';
import { readToEnd } from './read-to-end';

/** A layer in its stored (usually compressed) form. */
export interface LayerSource {
  readonly digest: string;
  readonly size: number;
  /** The layer's bytes, verified while they are read. A wrong byte throws by the end of the stream at the latest. */
  open(): AsyncIterable<Buffer>;
}

interface LayerTarget {
  readonly tree: ImageTree;
  readonly budget: ArchiveBudget;
  /** Counts the bytes of names against their limit. @throws ImageRefused */
  readonly takeNames: (bytes: number) => void;
  readonly fileBytes: number;
  /** A folder of contents under numbers. Their names are final only when all layers are applied. */
  readonly contents: string;
  readonly nextContent: () => number;
}

/**
 * Applies one layer.
 * @param diffId the digest of the unpacked layer
 * @throws ImageRefused, ArchiveRefused, InfrastructureError, what the source throws
 */
export async function applyLayer(
  source: LayerSource,
  layer: number,
  diffId: string,
  target: LayerTarget,
): Promise<void> {
  const stored = readToEnd(source.open());
  try {
    const hash = createHash('sha256');
    const unpacked = countBytes(await unpack(stored.pieces, source.digest), target.budget);
    for await (const entry of readTar(hashBytes(unpacked, hash), { endMark: 'optional' })) {
      target.budget.takeEntry();
      target.takeNames(entry.name.length + (entry.link?.length ?? 0));
      await applyEntry(entry, layer, target);
    }
    await stored.finish();
    if (`sha256:${hash.digest('hex')}` !== diffId)
      throw new ImageRefused('DIGEST_MISMATCH', source.digest, { detail: `unpacked it should be ${diffId}` });
  } finally {
    await stored.close();
  }
}

async function* hashBytes(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

/** Recognises the compression by the first bytes, because media types are often wrong. */
async function unpack(source: AsyncIterable<Buffer>, digest: string): Promise<AsyncIterable<Buffer>> {
  const reader = createByteReader(source);
  const start = (await reader.exactly(4)) ?? Buffer.alloc(0);
  async function* whole() {
    for (
      let piece: Buffer | undefined = start;
      piece !== undefined;
      piece = await reader.atMost(Number.MAX_SAFE_INTEGER)
    )
      yield piece;
  }
  const magic = start.toString('hex');
  if (magic === '28b52ffd') throw new ImageRefused('UNSUPPORTED_COMPRESSION', digest, { detail: 'zstd' });
  return magic.startsWith('1f8b') ? gunzip(whole()) : whole();
}

async function applyEntry(entry: ArchiveEntry, layer: number, { tree, ...target }: LayerTarget): Promise<void> {
  const path = readLayerPath(entry.name, target.budget.limits);
  if (path.kind === 'bookkeeping') return;
  if (path.kind === 'opaque') return tree.removeBelow(path.segments, layer);
  if (path.kind === 'whiteout') return tree.remove(path.segments, layer);
  if (path.segments.length === 0) return; // the root itself
  const { kind, mode, uid, gid, size, link } = entry;
  const facts = {
    segments: path.segments,
    kind,
    mode,
    uid,
    gid,
    layer,
    ...(link && { link: link.toString('latin1') }),
  };
  tree.put(
    kind === 'hardlink'
      ? { ...facts, ...hardLinkFacts(tree, link) }
      : { ...facts, size, ...(await storeContent(entry, target)) },
  );
}

/** A hard link is another name of the same content, even if the first name is removed later. */
function hardLinkFacts(tree: ImageTree, link: Buffer | undefined): Pick<LayerEntry, 'size' | 'content'> {
  const found = link && tree.find(splitPath(link));
  return { size: found?.size ?? 0, ...(found?.content !== undefined && { content: found.content }) };
}

async function storeContent(
  entry: ArchiveEntry,
  { budget, fileBytes, contents, nextContent }: Pick<LayerTarget, 'budget' | 'fileBytes' | 'contents' | 'nextContent'>,
): Promise<{ content?: number }> {
  if (entry.kind !== 'file' || entry.size > fileBytes) return {};
  const content = nextContent();
  await writeContent(join(contents, String(content)), entry.content(), budget.takeWritten);
  return { content };
}
