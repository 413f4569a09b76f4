import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import type { EnginePass, PassReporter } from '../engine';
import { Unreadable, decodeText, oneLine } from '../kit/per-file';
import { READERS } from './lockfiles';
import type { Lockfile, LockfileReader } from './lockfiles/lockfile';

const MAX_BYTES = 32 * 1024 * 1024;

export interface ReadLockfile {
  readonly file: string;
  readonly lockfile: Lockfile;
}

/** Reads every lockfile of the pass. Reports files that it cannot read, but not what a lockfile itself leaves out. */
export async function readLockfiles(pass: EnginePass, report: PassReporter): Promise<ReadLockfile[]> {
  const files = [...pass.files].sort((a, b) => (a.staged < b.staged ? -1 : 1));
  const read: ReadLockfile[] = [];
  for (const [done, file] of files.entries()) {
    report.working?.(file.staged);
    try {
      const lockfile = await readLockfile(pass, file);
      if (lockfile) read.push({ file: file.staged, lockfile });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unread(pass, report, file.staged, oneLine(error.message));
    }
    report.progress(done + 1, files.length);
  }
  return read;
}

export function unread({ tools }: EnginePass, report: PassReporter, file: string, reason: string): void {
  for (const { id } of tools) report.unreadable(id, file, reason);
}

/** @returns undefined for a file without a reader @throws Unreadable */
async function readLockfile({ root, files }: EnginePass, file: StagedFile): Promise<Lockfile | undefined> {
  const { staged } = file;
  const name = posix.basename(staged);
  const reader = READERS.find(({ reads }) => reads(name, staged));
  if (reader === undefined) return undefined;
  const besidePath = reader.beside === undefined ? undefined : posix.join(posix.dirname(staged), reader.beside);
  const beside = files.find((each) => each.staged === besidePath);
  const text = await textOf(root, file);
  return reader.read(
    text,
    beside && (await textOf(root, beside)),
    await textsAbove({ root, files }, reader, file, text),
  );
}

/** Modules of a project are nested less deeply. A file may name one below it as its parent. */
const MOST_ABOVE = 10;

/** The texts of the files that complete one, the nearest first, up to one that cannot be read. */
async function textsAbove(
  { root, files }: Pick<EnginePass, 'root' | 'files'>,
  reader: LockfileReader,
  { staged }: StagedFile,
  text: string,
): Promise<string[]> {
  const texts: string[] = [];
  let [path, lowest]: [string | undefined, string] = [reader.above?.(text, staged), text];
  while (path !== undefined && texts.length < MOST_ABOVE) {
    const file = files.find((each) => each.staged === path);
    if (file === undefined) break;
    try {
      lowest = await textOf(root, file);
      path = reader.above?.(lowest, path);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      break;
    }
    texts.push(lowest);
  }
  return texts;
}

/** @throws Unreadable */
async function textOf(root: string, { staged, size }: StagedFile): Promise<string> {
  if (size > MAX_BYTES) throw new Unreadable('larger than 32 MB');
  return decodeText(await readFile(join(root, staged)));
}
