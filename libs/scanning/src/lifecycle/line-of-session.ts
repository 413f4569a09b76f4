import { type FindingsLine, lineIdOf, triageScope } from '@assay/findings';
import type { Session } from '../domain/session';
import type { ScanStarted, TargetPrepared } from '../domain/session-events';
import type { SessionTarget } from '../domain/session-target';
import { targetIdentity } from '../targets/describe-target';

/** The parts of a line's identity; `thing` is equal for repeated scans of the same thing. */
interface LineParts {
  readonly scope: string;
  readonly thing: string;
  readonly branch: string | null;
}

/** The line as far as the start of a session tells it: the branch may only be known once the target is fetched. */
export function lineAtStart({ organizationId, projectId, target }: ScanStarted['data']): LineParts {
  return {
    scope: triageScope({ organizationId, projectId, target: targetIdentity(target) }),
    thing: sameThing(target, projectId),
    branch: 'branch' in target ? target.branch : null,
  };
}

export const preparedBranch = (prepared: TargetPrepared['data'] | undefined): string | undefined =>
  prepared?.target?.repository?.branch ?? undefined;

/**
 * The line of scans that a session belongs to.
 * @param ofBranch the line of this branch of the same thing instead
 */
export function lineOf(
  { started, prepared }: Pick<Session, 'prepared'> & { readonly started: ScanStarted['data'] },
  ofBranch?: string,
): FindingsLine {
  const { organizationId, projectId } = started;
  const { scope, thing, branch: wanted } = lineAtStart(started);
  const branch = ofBranch ?? preparedBranch(prepared) ?? wanted;
  return { lineId: lineIdOf(scope, thing, branch), organizationId, projectId, branch };
}

/** Each upload has an id of its own: within a project, uploads of one kind are versions of one thing. */
const sameThing = (target: SessionTarget, projectId: string | null): string =>
  projectId !== null && 'uploadId' in target ? target.kind : targetIdentity(target);
