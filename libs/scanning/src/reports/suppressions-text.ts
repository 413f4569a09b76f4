import { counted } from '@assay/kernel';
import type { SessionSuppressions } from '../queries/session-suppressions';

/** Places that one line names. */
const NAMED = 3;

/**
 * The effects of suppressions, as text: the hidden findings, suppressions that are not honoured, and those that are no
 * longer needed. Empty if the target may not suppress anything.
 */
export function suppressionsText(suppressions: SessionSuppressions | undefined): string[] {
  if (suppressions === undefined) return [];
  const { suppressed, notHonoured, unused } = suppressions;
  const refused = notHonoured.first.map(({ place, reason }) => `${place} (${reason})`);
  const needless = unused.first.map(({ place, names }) => `${place} (${names})`);
  return [
    ...(suppressed === 0 ? [] : [`${counted(suppressed, 'finding')} suppressed by the target: not judged`]),
    ...(notHonoured.total === 0
      ? []
      : [`${counted(notHonoured.total, 'suppression')} not honoured: ${named(refused, notHonoured.total)}`]),
    ...(unused.total === 0
      ? []
      : [`${counted(unused.total, 'suppression')} without a finding: ${named(needless, unused.total)}`]),
  ];
}

const named = (places: readonly string[], total: number): string =>
  `${places.slice(0, NAMED).join(', ')}${total > NAMED ? ', …' : ''}`;
