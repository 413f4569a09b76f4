import { type FindingsLine, lineIdOf, triageScope } from '@assay/findings';
import type { Session } from '../domain/session';
import type { ScanStarted } from '../domain/session-events';
import type { SessionTarget } from '../domain/session-target';
import { targetIdentity } from '../targets/describe-target';

type Begun = Pick<Session, 'prepared'> & { readonly started: ScanStarted['data'] };

/** The line of scans that a session is one of. */
export function lineOf({ started, prepared }: Begun): FindingsLine {
  const { organizationId, projectId, target } = started;
  const scope = triageScope({ organizationId, projectId, target: targetIdentity(target) });
  const branch = prepared?.target?.repository?.branch ?? ('branch' in target ? target.branch : null);
  return { lineId: lineIdOf(scope, sameThing(target, projectId), branch), organizationId, projectId, branch };
}

/**
 * What stays the same when the same thing is scanned again. Each upload has an id of its own: within a project, uploads
 * of one kind are versions of one thing.
 */
const sameThing = (target: SessionTarget, projectId: string | null): string =>
  projectId !== null && 'uploadId' in target ? target.kind : targetIdentity(target);
