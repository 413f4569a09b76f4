import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolesLeftOut } from '@assay/source-text';
import type { StagedFile } from '@assay/target-records';
import { stageDirectory } from '@assay/targets';

interface StagedFolder {
  readonly root: string;
  readonly files: readonly StagedFile[];
}

/**
 * Stages a folder as a scan of it does, for as long as `work` takes: its files have the roles and languages of a scan,
 * and those that a scan leaves out are not among them.
 */
export async function withStaged<Result>(
  folder: string,
  work: (staged: StagedFolder) => Promise<Result>,
): Promise<Result> {
  const place = await mkdtemp(join(tmpdir(), 'assay-bench-staged-'));
  try {
    const { root, files } = await stageDirectory({
      source: folder,
      destination: join(place, 'copy'),
      leftOut: rolesLeftOut(),
      workingTree: true,
    });
    return await work({ root, files: files.filter(({ leftOut }) => !leftOut) });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
