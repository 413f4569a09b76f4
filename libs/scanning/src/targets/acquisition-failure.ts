import { ArchiveRefused, TargetNotAllowed, TargetTooLarge, TargetUnreachable, TargetUnreadable } from '@assay/targets';
import { InfrastructureError } from '@assay/kernel';
import { SecretUnreadable } from '@assay/secrets';
import type { SessionFailure } from '../domain/session-events';
import { targetKinds } from './kinds';
import { TargetGone } from './target-gone';

/**
 * The session's failure for an error that no retry can fix, with a code for each kind of error; undefined for an error
 * that a retry may fix, and for a bug.
 */
export function acquisitionFailure(error: unknown): SessionFailure | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : { code, message: (error as Error).message };
}

/** Errors that a kind of target knows come before those that all kinds have in common. */
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
