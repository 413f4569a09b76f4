import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBinary } from '@assay/source-text';
import { stagingFailed } from '../staging/errors';
import { DEFAULT_STAGING_LIMITS } from '../staging/staging-limits';
import type { WriteBudget } from '../staging/write-budget';
import type { Commit } from './commit-object';
import type { Version, VersionSkipReason } from './earlier-versions';
import type { Git } from './git';
import { objectReader } from './object-reader';
import { versionFolder } from '@assay/target-records';

/** The limits of the part of a history that is kept. */
export interface VersionLimits {
  /** Bytes of all versions together. */
  readonly bytes: number;
  /** Files and folders that are written. */
  readonly files: number;
  /** The depth of folders, including the folder of the commit. */
  readonly depth: number;
  /** The session's budget of writing. Default: as much as the other limits allow. */
  readonly writes?: WriteBudget;
}

export type MeasuredVersion = Version & { readonly bytes: number };

export interface VersionsLeftOut {
  readonly path: string;
  readonly reason: string;
  readonly count: number;
}

type Reason = VersionSkipReason | 'binary content' | 'too large' | 'too many earlier versions';

const VERSION_BYTES = DEFAULT_STAGING_LIMITS.fileBytes;

/** Asks git once for the sizes of all versions. */
export async function measureVersions(git: Git, versions: readonly Version[]): Promise<MeasuredVersion[]> {
  const sizes = new Map<string, number>();
  let rest = '';
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [id = '', type, size] = line.split(' ');
      if (type === 'blob') sizes.set(id, Number(size));
    }
  };
  await git(['cat-file', '--batch-check'], { input: listOf(versions), onOutput });
  return versions.flatMap((version) => {
    const bytes = sizes.get(version.id);
    return bytes === undefined ? [] : [{ ...version, bytes }];
  });
}

/**
 * Writes the versions that are text below a folder, the newest first, until the limits are reached.
 * @returns what was left out, and why
 */
export async function writeVersions(
  git: Git,
  folder: string,
  versions: readonly MeasuredVersion[],
  commits: readonly Commit[],
  limits: VersionLimits,
): Promise<VersionsLeftOut[]> {
  const leftOut = new Map<Reason, number>();
  const leaveOut = (reason: Reason) => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const orders = new Map(commits.map(({ id }, index) => [id, commits.length - 1 - index]));
  const folders = new Map(
    commits.map(({ id, author }) => [id, versionFolder({ order: orders.get(id)!, commit: id, authored: author.at })]),
  );
  const pathOf = ({ commit, path }: Version): Buffer => Buffer.concat([Buffer.from(`${folders.get(commit)!}/`), path]);
  const room = openRoom(limits);
  const wanted = new Map<string, Version>();
  for (const version of versions.toSorted((a, b) => orders.get(b.commit)! - orders.get(a.commit)!)) {
    const reason = version.reason ?? (version.bytes > VERSION_BYTES ? 'too large' : undefined);
    if (reason !== undefined) leaveOut(reason);
    else if (!room.take(pathOf(version), version.bytes)) leaveOut('too many earlier versions');
    else wanted.set(version.id, version);
  }
  await failAsStaging(() => mkdir(folder));
  await git(['cat-file', '--batch'], {
    input: listOf([...wanted.values()]),
    onOutput: objectReader(VERSION_BYTES, async ({ id, content }) => {
      const version = wanted.get(id);
      if (!version) return;
      if (isBinary(content)) return leaveOut('binary content');
      limits.writes?.take(content.length);
      const path = Buffer.concat([Buffer.from(join(folder, '/')), pathOf(version)]);
      await failAsStaging(() => mkdir(Buffer.from(dirname(path.toString('latin1')), 'latin1'), { recursive: true }));
      await failAsStaging(() => writeFile(path, content, { flag: 'wx' }));
    }),
  });
  return [...leftOut].map(([reason, count]) => ({ path: '(in the history)', reason, count }));
}

/** Counts the same things as staging: bytes, files, and the folders of the files. */
function openRoom({ bytes, files }: VersionLimits): { take(path: Buffer, size: number): boolean } {
  const folders = new Set<string>();
  let bytesLeft = bytes;
  let entriesLeft = files;
  return {
    take(path, size) {
      const parts = path.toString('latin1').split('/').slice(0, -1);
      const made = parts
        .map((_, index) => parts.slice(0, index + 1).join('/'))
        .filter((folder) => !folders.has(folder));
      if (size > bytesLeft || made.length + 1 > entriesLeft) return false;
      bytesLeft -= size;
      entriesLeft -= made.length + 1;
      for (const folder of made) folders.add(folder);
      return true;
    },
  };
}

async function failAsStaging(writing: () => Promise<unknown>): Promise<void> {
  try {
    await writing();
  } catch (error) {
    throw stagingFailed(error);
  }
}

const listOf = (versions: readonly Version[]): Buffer => Buffer.from(versions.map(({ id }) => `${id}\n`).join(''));
