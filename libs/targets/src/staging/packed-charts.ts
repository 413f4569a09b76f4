import { join } from 'node:path';
import type { NamedEntry } from './name-entries';
import { type OpenFolder, close, fstat, openFile, readWhole } from './open-entry';
import { reasonNotRead } from './reason-not-read';
import { type FileStaging, writeStaged } from './stage-file';

/** Helm takes no larger file into a chart. Public charts have some 100 KB, the largest 1 MB. */
const LARGEST_CHART = 5 * 1024 * 1024;

/** Helm does not take hidden files and those with an underscore for charts. */
export const isPackedChart = (name: string): boolean => /^[^._].*\.tgz$/.test(name);

/**
 * Copies a chart of Helm that lies packed in another one, so that the engine which prints charts can read it in memory.
 * No tool looks at it, so it stays among what was not staged. One that is too large, or that changes, is not copied:
 * the engine then says that the chart is missing.
 * @throws InfrastructureError when the copy cannot be written, TargetTooLarge
 */
export async function stagePackedChart(
  staging: FileStaging,
  folder: OpenFolder,
  { bytes: name }: NamedEntry,
  staged: string,
): Promise<void> {
  const content = await contentOf(staging, folder, name);
  if (content !== undefined) await writeStaged(staging, join(staging.root, staged), content);
}

async function contentOf(staging: FileStaging, folder: OpenFolder, name: Buffer): Promise<Buffer | undefined> {
  let fd: number;
  try {
    fd = await openFile(folder, name);
  } catch (error) {
    // Why it is not read stands in no list: as a binary file it is in that of what was left out already.
    reasonNotRead(error);
    return undefined;
  }
  try {
    const stats = await fstat(fd);
    if (!stats.isFile() || stats.size > LARGEST_CHART) return undefined;
    staging.reserve(stats.size);
    return await readWhole(fd, stats.size);
  } finally {
    await close(fd);
  }
}
