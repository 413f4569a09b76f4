import {
  type Change,
  type FindingsLineDocument,
  type FindingsLineEvent,
  countedAs,
  findingsLineDocuments,
} from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** How many findings each line has: a list of a million is not counted for each page. */
export const findingsLines: Projection<FindingsLineDocument, FindingsLineEvent> = {
  ...findingsLineDocuments,
  version: 1,
  indexes: [],
  handles: { FindingsCompared: true, FindingsLineDeleted: true },
  documentIds: ({ data }) => [data.lineId],
  apply(document, { type, data }) {
    if (type === 'FindingsLineDeleted') return undefined;
    const { organizationId, projectId, scanId, scanPosition, changes, last, totals } = data;
    return {
      organizationId,
      projectId,
      totals: last ? (totals ?? null) : (document?.totals ?? null),
      changedBy: scanId,
      changedAt: scanPosition,
      began: counted(document?.changedBy === scanId ? document.began : [], changes),
    };
  },
};

type Began = FindingsLineDocument['began'];

function counted(began: Began, changes: readonly Change[]): Began {
  const all = new Map(began.map((each) => [idOf(each), each]));
  for (const change of changes) {
    if (change.kind !== 'new' && change.kind !== 'reopened') continue;
    const one = { ...countedAs(change.now), kind: change.kind, count: 1 };
    const known = all.get(idOf(one));
    all.set(idOf(one), known ? { ...known, count: known.count + 1 } : one);
  }
  return [...all.values()];
}

const idOf = ({ kind, severity, category, tool }: Began[number]): string => `${kind} ${severity} ${category} ${tool}`;
