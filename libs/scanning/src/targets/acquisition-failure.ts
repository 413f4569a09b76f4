import { ArchiveRefused, TargetNotAllowed, TargetTooLarge, TargetUnreachable, TargetUnreadable } from '@assay/targets';
import { InfrastructureError } from '@assay/kernel';
import { SecretUnreadable } from '@assay/secrets';
import type { SessionFailure } from '../domain/session-events';
import { targetKinds } from './kinds';
import { TargetGone } from './target-gone';

/**
 * What no retry mends is the session's failure, each kind by a code of its own; undefined for what a retry may mend,
 * and for a mistake of ours.
 */
export function acquisitionFailure(error: unknown): SessionFailure | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : { code, message: (error as Error).message };
}

/** What a kind of target knows of itself comes before what all have in common. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof InfrastructureError) return undefined;
  for (const { failureCode } of Object.values(targetKinds)) {
    const code = failureCode?.(error);
    if (code !== undefined) return code;
  }
  if (error instanceof TargetNotAllowed) return 'TARGET_NOT_ALLOWED';
  if (error instanceof TargetUnreachable) return 'TARGET_UNREACHABLE';
  if (error instanceof TargetUnreadable) return 'TARGET_UNREADABLE';
  if (error instanceof TargetTooLarge) return 'TARGET_TOO_LARGE';
  if (error instanceof TargetGone) return 'TARGET_GONE';
  if (error instanceof SecretUnreadable) return 'CREDENTIAL_UNREADABLE';
  if (error instanceof ArchiveRefused) return `ARCHIVE_${error.code}`;
  return undefined;
}
