import { type NoHistory, type RepositoryHistory, type TargetContent, cloneRepository } from '@assay/targets';
import { versionName } from '@assay/target-records';
import type { SessionTarget } from '../domain/session-target';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TargetGone } from './acquisition-failure';
import { type TargetSources, unsetAddress } from './target-sources';

type RepositoryTarget = Extract<SessionTarget, { repoUrl: string }>;

/**
 * Resident megabytes of git and what it starts: it holds the largest file, the base of its delta, and an index of all
 * objects.
 */
const GIT_MEMORY_MB = 2_000;

/**
 * Commits of history that are fetched where tools read it, and bytes of earlier versions of files that are kept of
 * them.
 */
const HISTORY = { commits: 200, bytes: 100 * 1024 * 1024 };

/**
 * @throws TargetGone, RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError,
 * the signal's reason
 */
export async function acquireRepository(
  target: RepositoryTarget,
  { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>,
  acquisition: Acquisition,
  token?: string,
): Promise<AcquiredTarget> {
  const {
    folder,
    limits: { bytes, files, depth, time },
    parts,
    prepared,
    signal,
    onProgress,
  } = acquisition;
  const baseUrl = addresses[target.kind] ?? originOf(target.repoUrl);
  // It was set where the session was started.
  if (baseUrl === undefined) throw new TargetGone(unsetAddress(target.kind));
  const commit = prepared?.repository?.commit;
  const cloned = await cloneRepository({
    host: target.kind,
    url: target.repoUrl,
    branch: target.branch,
    baseUrl,
    destination: folder,
    guard,
    signal,
    onProgress,
    ...(token !== undefined && { token }),
    limits: { bytes, files, time, memoryMb: GIT_MEMORY_MB },
    ...(commit !== undefined && { commit }),
    ...((parts.has('history') || parts.has('records')) && {
      history: { commits: HISTORY.commits, bytes: Math.min(HISTORY.bytes, bytes), files, depth },
    }),
  });
  const { directory, name, branch, committedAt, notWritten, history } = cloned;
  const leftOut = [
    { path: '(in the repository)', reason: 'symbolic link', count: notWritten.symbolicLinks },
    { path: '(in the repository)', reason: 'submodule', count: notWritten.submodules },
  ].filter(({ count }) => count > 0);
  const origin = {
    facts: { repository: { name, branch, commit: cloned.commit, committedAt: committedAt ?? null } },
    leftOut: [...leftOut, ...(history && 'leftOut' in history ? history.leftOut : [])],
  };
  return { source: { folder: directory }, ...(history && partsOf(history, parts)), origin };
}

/** What is told of a history, in the parts that somebody reads. */
function partsOf(history: RepositoryHistory | NoHistory, parts: Acquisition['parts']): Omit<TargetContent, 'source'> {
  if ('unavailable' in history) return { unavailable: { history: history.unavailable, records: history.unavailable } };
  return {
    ...(parts.has('history') && { history: { folder: history.directory, pathOf: versionName } }),
    ...(parts.has('records') && { records: [{ name: 'commits.json', path: '(history)', content: history.record }] }),
  };
}

const originOf = (repoUrl: string): string | undefined => (URL.canParse(repoUrl) ? new URL(repoUrl).origin : undefined);
