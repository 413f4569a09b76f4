import type { AuditView } from './audit';

/**
 * The faults of an audited ledger.
 *
 * @param isCurrent whether the audit is of this moment: the current read model says nothing about a past balance
 */
export function failuresOf(
  { chain, anchors, drift }: Pick<AuditView, 'chain' | 'anchors' | 'drift'>,
  { isCurrent }: { readonly isCurrent: boolean },
): string[] {
  const failures: string[] = [];
  if (chain.checked === 0) failures.push('nothing was checked: the ledger has no entries');
  if (chain.brokenAt)
    failures.push(
      `the hash chain is broken at ${chain.brokenAt.stream} revision ${chain.brokenAt.revision}: ` +
        chain.brokenAt.reason,
    );
  failures.push(...anchors.contradictions);
  if (isCurrent && drift.difference !== 0)
    failures.push(`the read model says ${drift.readModelBalance}: ${drift.difference} apart`);
  return failures;
}
