import {
  type FindingsCompared,
  type FindingsLineEvent,
  type LineDay,
  type LineMonthDocument,
  type SeverityNumbers,
  lineMonthDocuments,
  lineMonthId,
} from '@assay/findings';
import { SEVERITIES, type Severity } from '@assay/kernel';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/projects/:id/trend: one document a line and month, of the days on which something changed. */
export const lineMonths: Projection<LineMonthDocument, FindingsLineEvent> = {
  ...lineMonthDocuments,
  version: 1,
  indexes: [['lineId', 'month']],
  handles: { FindingsCompared: true, FindingsLineDeleted: true },
  documentIds({ type, data }) {
    const months = type === 'FindingsLineDeleted' ? data.months : [data.at.slice(0, 7)];
    return months.map((month) => lineMonthId(data.lineId, month));
  },
  apply(document, { type, data }) {
    if (type === 'FindingsLineDeleted') return undefined;
    const { lineId, at } = data;
    const [month, day] = [at.slice(0, 7), at.slice(8, 10)];
    const days = document?.days ?? {};
    return { lineId, month, days: { ...days, [day]: changed(days[day] ?? UNCHANGED, data) } };
  },
};

const NONE = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as SeverityNumbers;
const UNCHANGED: LineDay = { position: 0, new: NONE, gone: NONE, reopened: NONE, open: null };

function changed(day: LineDay, { changes, scanPosition, totals }: FindingsCompared['data']): LineDay {
  const numbers = { new: { ...NONE }, gone: { ...NONE }, reopened: { ...NONE } };
  for (const change of changes)
    if (change.kind === 'gone') numbers.gone[change.severity] += change.suppressed ? 0 : 1;
    else if (change.kind === 'new' || change.kind === 'reopened') numbers[change.kind][change.now.severity] += 1;
  const isLatest = scanPosition >= day.position;
  return {
    position: Math.max(day.position, scanPosition),
    new: sum(day.new, numbers.new),
    gone: sum(day.gone, numbers.gone),
    reopened: sum(day.reopened, numbers.reopened),
    open: isLatest && totals ? openOf(totals) : day.open,
  };
}

const bySeverity = (numberOf: (severity: Severity) => number): SeverityNumbers =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, numberOf(severity)])) as SeverityNumbers;

const sum = (one: SeverityNumbers, other: SeverityNumbers) => bySeverity((severity) => one[severity] + other[severity]);

function openOf(totals: NonNullable<FindingsCompared['data']['totals']>): SeverityNumbers {
  const open: Record<Severity, number> = { ...NONE };
  for (const { state, severity, count } of totals) if (state === 'open') open[severity] += count;
  return open;
}
