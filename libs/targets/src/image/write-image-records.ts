import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeBytes } from '@assay/source-text';
import { stagingFailed } from '../staging/errors';
import type { TargetRecord } from '../staging/stage-target';
import {
  type UnpackedImage,
  type FilesystemRecord,
  type ImageRecord,
  type NotableEntry,
  isNotable,
  needsContent,
} from '@assay/target-records';

/** More than a bundle of all certificates that a browser trusts. A longer file is judged by its name alone. */
const TEXT_BYTES = 1024 * 1024;
/** Characters of the whole record. An image with half a million setuid files would have more than anybody reads. */
const RECORD_CHARACTERS = 64 * 1024 * 1024;
/** An estimate of an entry's keys and commas, in characters. */
const ENTRY_CHARACTERS = 200;

/** @param path the path that findings give for the image */
export const imageRecord = (
  { digest, config, history, layers }: UnpackedImage,
  path: string,
  at: string,
): TargetRecord => {
  const content: ImageRecord = { digest, config, history, layers, at };
  return { name: 'image.json', path, content };
};

/** @throws InfrastructureError, the signal's reason */
export async function filesystemRecord(
  { entries, directory }: UnpackedImage,
  path: string,
  signal?: AbortSignal,
): Promise<TargetRecord> {
  const recorded: NotableEntry[] = [];
  let [room, more] = [RECORD_CHARACTERS, 0];
  for (const { file, ...facts } of entries.filter(isNotable)) {
    signal?.throwIfAborted();
    room -= facts.path.length + ENTRY_CHARACTERS;
    const text =
      room > 0 && file !== null && facts.size <= TEXT_BYTES && needsContent(facts.path)
        ? await textOf(join(directory, file))
        : undefined;
    room -= text?.length ?? 0;
    if (room > 0) recorded.push({ ...facts, ...(text !== undefined && { text }) });
    else more += 1;
  }
  const content: FilesystemRecord = { entries: recorded, more };
  return { name: 'entries.json', path, content };
}

async function textOf(file: string): Promise<string> {
  try {
    return decodeBytes(await readFile(file));
  } catch (error) {
    throw stagingFailed(error);
  }
}
