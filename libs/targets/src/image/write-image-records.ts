import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeBytes } from '@assay/source-text';
import { stagingFailed } from '../staging/errors';
import type { TargetRecord } from '../staging/stage-target';
import { readRpmDatabase } from './rpm/read-database';
import {
  type UnpackedImage,
  type FilesystemRecord,
  type ImageRecord,
  type NotableEntry,
  type ImagePackageList,
  type PackagesRecord,
  isNotable,
  needsContent,
} from '@assay/target-records';

/**
 * The most bytes of a file whose text is recorded: more than a bundle of all root certificates of a browser. A longer
 * file is judged by its name alone.
 */
const TEXT_BYTES = 1024 * 1024;
/**
 * The most characters of the whole record. An image with half a million setuid files would have more than anybody
 * reads.
 */
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

/** The package lists of package managers: Debian's in one file, or one file per package in images without dpkg. */
const LISTS: readonly (readonly [ImagePackageList['kind'], RegExp])[] = [
  ['dpkg', /^var\/lib\/dpkg\/(?:status|status\.d\/(?!.*\.md5sums$)[^/]+)$/],
  ['apk', /^(?:usr\/)?lib\/apk\/db\/installed$/],
  ['rpm', /^(?:var\/lib|usr\/lib\/sysimage)\/rpm\/(?:Packages|Packages\.db|rpmdb\.sqlite)$/],
];
const RELEASE = /^(?:etc|usr\/lib)\/os-release$/;
/** The list of a full Debian desktop has 4 MB. */
const LIST_BYTES = 16 * 1024 * 1024;
/** An rpm database also lists the files of each package: some 20 MB for a server, 150 MB for a full desktop. */
const DATABASE_BYTES = 256 * 1024 * 1024;
const MOST_LISTS = 5_000;

/**
 * Records the lists of package managers that a container sees; undefined if it sees no list.
 * @throws InfrastructureError, the signal's reason
 */
export async function packagesRecord(
  { entries, directory }: UnpackedImage,
  path: string,
  signal?: AbortSignal,
): Promise<TargetRecord[]> {
  const lists: ImagePackageList[] = [];
  let release: string | undefined;
  let room = RECORD_CHARACTERS;
  for (const { path: place, file, size, kind: entryKind, removedBy } of entries) {
    signal?.throwIfAborted();
    if (removedBy !== undefined || entryKind !== 'file' || file === null || lists.length >= MOST_LISTS) continue;
    if (RELEASE.test(place) && size <= TEXT_BYTES) release ??= await textOf(join(directory, file));
    const [kind] = LISTS.find(([, pattern]) => pattern.test(place)) ?? [];
    if (kind === undefined) continue;
    const list = { place, file: join(directory, file), size };
    const text = room <= 0 ? undefined : await (kind === 'rpm' ? rpmList(list, entries) : textList(list));
    room -= text?.length ?? 0;
    lists.push({ path: place, kind, ...(text !== undefined && room > 0 && { text }) });
  }
  if (lists.length === 0) return [];
  const content: PackagesRecord = { ...(release !== undefined && { release }), lists };
  return [{ name: 'packages.json', path, content }];
}

interface ListFile {
  /** The path in the image. */
  readonly place: string;
  readonly file: string;
  readonly size: number;
}

const textList = async ({ file, size }: ListFile): Promise<string | undefined> =>
  size <= LIST_BYTES ? textOf(file) : undefined;

async function rpmList(
  { place, file, size }: ListFile,
  entries: UnpackedImage['entries'],
): Promise<string | undefined> {
  // A write-ahead log beside the database holds entries that the database lacks.
  const isBehind = entries.some((entry) => entry.path === `${place}-wal` && entry.size > 0 && !entry.removedBy);
  if (size > DATABASE_BYTES || isBehind) return undefined;
  const content = await readFile(file).catch((error: unknown) => {
    throw stagingFailed(error);
  });
  return readRpmDatabase(content);
}

async function textOf(file: string): Promise<string> {
  try {
    return decodeBytes(await readFile(file));
  } catch (error) {
    throw stagingFailed(error);
  }
}
