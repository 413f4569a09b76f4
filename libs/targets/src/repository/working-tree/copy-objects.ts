import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TargetTooLarge, stagingFailed } from '../../staging/errors';
import { type OpenFolder, close, entriesOf, fstat, openFile } from '../../staging/open-entry';
import type { WriteBudget } from '../../staging/write-budget';
import { ifThere, withFolder } from './git-folder';

export interface CopyLimits {
  /** Bytes of all objects together, as they are packed. */
  readonly bytes: number;
  readonly files: number;
  readonly writes?: WriteBudget;
}

const LOOSE_FOLDER = /^[0-9a-f]{2}$/;
const LOOSE_OBJECT = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/;
const PACK = /^pack-(?:[0-9a-f]{40}|[0-9a-f]{64})\.(?:pack|idx)$/;

/**
 * Copies packs and loose objects, byte by byte, to the objects of a repository of our own. Links are not followed, and
 * whatever has another name is left: above all `info/alternates`, which names folders with further objects.
 * @param objects the folder `objects` of a hostile repository
 * @throws TargetTooLarge, InfrastructureError (a full disk)
 */
export async function copyObjects(objects: OpenFolder, destination: string, limits: CopyLimits): Promise<void> {
  const room = { bytes: limits.bytes, files: limits.files };
  const copyAll = async (folder: OpenFolder, to: string, wanted: RegExp) => {
    await mkdir(to, { recursive: true }).catch(failAsStaging);
    for await (const entry of entriesOf(folder)) {
      const name = entry.name.toString('latin1');
      if (!wanted.test(name)) continue;
      const fd = await ifThere(openFile(folder, entry.name));
      if (fd === undefined) continue;
      try {
        const stats = await fstat(fd);
        if (!stats.isFile()) continue;
        if ((room.files -= 1) < 0) throw new TargetTooLarge('files', limits.files, 'objects in its history');
        if ((room.bytes -= stats.size) < 0) throw new TargetTooLarge('bytes', limits.bytes, 'bytes in its history');
        await copy(fd, stats.size, join(to, name), limits.writes);
      } finally {
        await close(fd);
      }
    }
  };
  await withFolder(objects, 'pack', (packs) => copyAll(packs, join(destination, 'pack'), PACK));
  for await (const entry of entriesOf(objects)) {
    const name = entry.name.toString('latin1');
    if (LOOSE_FOLDER.test(name))
      await withFolder(objects, name, (loose) => copyAll(loose, join(destination, name), LOOSE_OBJECT));
  }
}

/** Copies as many bytes as the file had when it was measured. */
async function copy(fd: number, size: number, to: string, writes: WriteBudget | undefined): Promise<void> {
  if (size === 0) return;
  const charge = new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        writes?.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const from = createReadStream('', { fd, autoClose: false, start: 0, end: size - 1, highWaterMark: 1024 * 1024 });
  const written = createWriteStream(to, { flags: 'wx', mode: 0o400 });
  await pipeline(from, charge, written).catch((error: unknown) => {
    throw error instanceof TargetTooLarge ? error : stagingFailed(error);
  });
}

function failAsStaging(error: unknown): never {
  throw stagingFailed(error);
}
