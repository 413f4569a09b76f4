import { cloneRepository } from '@assay/analysis';
import type { SessionTarget } from '../domain/session-target';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TargetGone } from './acquisition-failure';
import { type TargetSources, unsetAddress } from './target-sources';

/** Resident megabytes of git and what it starts: it holds the largest file, the base of its delta, and an index of all objects. */
const GIT_MEMORY_MB = 2_000;

/** @throws TargetGone, RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's reason */
export async function acquireRepository(target: Extract<SessionTarget, { repoUrl: string }>, { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>, { folder, limits, signal, onProgress }: Acquisition, token?: string): Promise<AcquiredTarget> {
  const baseUrl = addresses[target.kind] ?? originOf(target.repoUrl);
  // It was set where the session was started.
  if (baseUrl === undefined) throw new TargetGone(unsetAddress(target.kind));
  const { directory, name, branch, commit, committedAt, notWritten } = await cloneRepository({
    host: target.kind, url: target.repoUrl, branch: target.branch,
    baseUrl, destination: folder, guard, signal, onProgress, ...(token !== undefined && { token }),
    limits: { bytes: limits.bytes, files: limits.files, time: limits.time, memoryMb: GIT_MEMORY_MB },
  });
  const leftOut = [
    { path: '(in the repository)', reason: 'symbolic link', count: notWritten.symbolicLinks },
    { path: '(in the repository)', reason: 'submodule', count: notWritten.submodules },
  ].filter(({ count }) => count > 0);
  return { source: { folder: directory }, origin: { facts: { repository: { name, branch, commit, committedAt: committedAt ?? null } }, leftOut } };
}

const originOf = (repoUrl: string): string | undefined => (URL.canParse(repoUrl) ? new URL(repoUrl).origin : undefined);
