import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import type { EnginePass, PassReporter } from '../engine';
import { Unreadable, decodeText, oneLine } from '../kit/per-file';
import { READERS } from './lockfiles';
import type { Lockfile } from './lockfiles/lockfile';

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
  return reader.read(await textOf(root, file), beside && (await textOf(root, beside)));
}

/** @throws Unreadable */
async function textOf(root: string, { staged, size }: StagedFile): Promise<string> {
  if (size > MAX_BYTES) throw new Unreadable('larger than 32 MB');
  return decodeText(await readFile(join(root, staged)));
}
