import type { LedgerAnchor } from '@assay/billing';
import pc from 'picocolors';

/** Each anchor that is replaced, with what an operator may want to look for in an older backup. */
export const replacedAnchorsText = (anchors: readonly LedgerAnchor[]): string =>
  anchors
    .map(
      ({ organizationId, period, revision, hash, anchoredAt }) =>
        `${pc.yellow('!')} the ledger of ${organizationId} goes back in ${period}: its anchor of ` +
        `${anchoredAt} is replaced, which was revision ${revision} with hash ${hash}\n`,
    )
    .join('');
