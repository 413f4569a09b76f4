import { cloneRepository } from '@assay/analysis';
import type { SessionTarget } from '../domain/session-target';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import type { TargetSources } from './target-sources';

/** Megabytes that git may take. Unpacking holds the largest file and its delta's base: this is ten times what a repository of 2 GB needed. */
const GIT_MEMORY_MB = 2_000;

/** @throws RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's reason */
export async function acquireRepository(target: Extract<SessionTarget, { repoUrl: string }>, { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>, { folder, limits, signal, onProgress }: Acquisition): Promise<AcquiredTarget> {
  const { directory, name, branch, commit, committedAt, notWritten } = await cloneRepository({
    host: target.kind, url: target.repoUrl, branch: target.branch,
    baseUrl: addresses[target.kind] ?? new URL(target.repoUrl).origin,
    destination: folder, guard, signal, onProgress,
    limits: { bytes: limits.bytes, files: limits.files, time: limits.time, memoryMb: GIT_MEMORY_MB },
  });
  const leftOut = [
    { path: '(in the repository)', reason: 'symbolic link', count: notWritten.symbolicLinks },
    { path: '(in the repository)', reason: 'submodule', count: notWritten.submodules },
  ].filter(({ count }) => count > 0);
  return { source: directory, origin: { facts: { repository: { name, branch, commit, committedAt: committedAt ?? null } }, leftOut } };
}
