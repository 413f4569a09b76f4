import type { CountedAs } from '../../domain/lifecycle/line-totals';
import type { Lifecycle } from '../finding-lines';
import type { FindingsLineDocument } from '../line-documents';
import type { FindingFilters } from '../listed-groups';

/**
 * The number of findings of a line in a state after its latest scan, from the counts at their changes. Undefined if no
 * fact says it, and for one rule, which is not counted separately.
 *
 * @param latest the log position of the latest scan's end: findings opened before it are unchanged
 */
export function numberOf(
  { totals, began, changedAt }: FindingsLineDocument,
  latest: number,
  state: Lifecycle | undefined,
  filters: FindingFilters,
): number | undefined {
  if (totals === null || filters.group !== undefined) return undefined;
  const isMeant = meets(filters);
  const inState = (wanted: string) => sum(totals.filter((total) => total.state === wanted && isMeant(total)));
  if (filters.suppressed) return state === undefined ? inState('suppressed') : 0;
  const ofLatest = changedAt === latest ? began.filter(isMeant) : [];
  switch (state) {
    case undefined:
      return sum(totals.filter((total) => total.state !== 'suppressed' && isMeant(total)));
    case 'new':
    case 'reopened':
      return sum(ofLatest.filter(({ kind }) => kind === state));
    case 'unchanged':
      return inState('open') - sum(ofLatest);
    default:
      return inState(state);
  }
}

const meets =
  ({ severity, category, tool }: FindingFilters) =>
  (counted: CountedAs): boolean =>
    (severity === undefined || counted.severity === severity) &&
    (category === undefined || counted.category === category) &&
    (tool === undefined || counted.tool === tool);

const sum = (all: readonly { readonly count: number }[]): number => all.reduce((total, { count }) => total + count, 0);
