import { type FiringTrigger, HOST_OF_TRIGGER } from '@assay/automations';
import type { Clock } from '@assay/kernel';
import type { HostedCommit } from '../domain/code-host';

/** Milliseconds: nobody waits for the status of an older commit. */
const TOO_LATE = 3 * 24 * 3_600_000;

/** Whether it is too late to tell: a new reactor, or one that lost its checkpoint, is given everything again. */
export const isTooLate = (at: string, clock: Clock): boolean => clock.now().getTime() - Date.parse(at) > TOO_LATE;

const COMMIT = /^[0-9a-f]{40}$/;
/** No segment is of dots alone: the address of a status is made of it. */
const REPOSITORY = /^(?!\.+\/)[\w.-]+(\/(?!\.+(\/|$))[\w.-]+)+$/;

/** Only events of code hosts name a commit of a repository that is theirs. */
export function commitOf({
  type,
  commitSha,
  repository,
}: Pick<FiringTrigger, 'type' | 'repository' | 'commitSha'>): HostedCommit | undefined {
  const host = HOST_OF_TRIGGER[type];
  if (host === null || commitSha === undefined || repository === undefined) return undefined;
  if (!COMMIT.test(commitSha) || !REPOSITORY.test(repository)) return undefined;
  return { host, repository, sha: commitSha };
}
