import { refused } from '@assay/kernel';
import type { FindingStatus } from '../domain/finding';
import { type DecidedFingerprint, EXPIRING_STATUSES } from '../domain/triage';
import type { FindingGroupDocument } from '../queries/documents';

/** The fingerprints that a decision about these defects covers, each once. */
export function decidedOf(groups: readonly Pick<FindingGroupDocument, 'members'>[]): DecidedFingerprint[] {
  const decided = new Map<string, DecidedFingerprint>();
  for (const { members } of groups)
    for (const { fingerprint, id: findingId, tool, rule, title, file } of members)
      if (!decided.has(fingerprint))
        decided.set(fingerprint, { fingerprint, about: { findingId, tool, rule, title, file } });
  return [...decided.values()];
}

/** Only a judgement that leaves the finding as it is can expire, and only at a time in the future. */
export function refuseUnfitExpiry(
  { status, expiresAt }: { readonly status: FindingStatus; readonly expiresAt: string | null },
  now: string,
): void {
  if (expiresAt === null) return;
  const message = !EXPIRING_STATUSES.includes(status)
    ? `goes with the status ${EXPIRING_STATUSES.join(' or ')}`
    : expiresAt <= now
      ? 'must be in the future'
      : undefined;
  if (message !== undefined) refused('VALIDATION_ERROR', `expiresAt ${message}`, [{ field: 'expiresAt', message }]);
}
