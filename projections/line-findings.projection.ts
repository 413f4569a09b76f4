import {
  type FindingsCompared,
  type FindingsLineEvent,
  type LineFindingDocument,
  STRETCHES_KEPT,
  type Sighting,
  kindGroup,
  lineFindingDocuments,
  lineFindingId,
  severityRank,
} from '@assay/findings';
import type { Projection } from '@assay/read-models';

const IN_ORDER = ['severityRank', 'file', 'line'];

/** GET /api/v1/findings?projectId=: one document a finding of a line of scans. */
export const lineFindings: Projection<LineFindingDocument, FindingsLineEvent> = {
  ...lineFindingDocuments,
  version: 2,
  indexes: [
    ['lineId', ...IN_ORDER],
    // Unchanged findings have been open for longer. They are read in order, and most open findings are unchanged.
    ['lineId', 'state', ...IN_ORDER, 'since'],
    ['lineId', 'began', 'since', 'state', ...IN_ORDER],
    ['lineId', 'category', ...IN_ORDER],
    ['lineId', 'tool', ...IN_ORDER],
    ['lineId', 'kind', ...IN_ORDER],
  ],
  handles: { FindingsCompared: true, FindingsLineDeleted: true },
  documentIds({ type, data }) {
    const keys = type === 'FindingsLineDeleted' ? data.keys : data.changes.map(({ key }) => key);
    return [...new Set(keys)].map((key) => lineFindingId(data.lineId, key));
  },
  apply(document, { type, data }, documentId) {
    if (type === 'FindingsLineDeleted') return undefined;
    const change = changesById(data).get(documentId)!;
    if (change.kind === 'gone' || change.kind === 'not_observed')
      return document && unseen(document, change.kind, data);
    const { kind, now } = change;
    const { suppressed: _, ...before } = document ?? begun(data);
    if (!document) return { ...before, ...shown(now), ...suppressed(kind) };
    if (kind === 'changed') return { ...before, ...shown(now) };
    const again = { ...before, ...shown(now), ...seenAgain(document, data.scanPosition), ...suppressed(kind) };
    if (kind === 'new') return { ...again, began: kind, since: data.scanPosition, countsSince: data.scanId };
    return kind === 'reopened' ? reopened(again, data) : again;
  },
};

/** The event that is applied to one document after the other. Its some 700 changes are searched once. */
let latest: { readonly data: FindingsCompared['data']; readonly byId: ReadonlyMap<string, Change> } | undefined;
type Change = FindingsCompared['data']['changes'][number];

function changesById(data: FindingsCompared['data']): ReadonlyMap<string, Change> {
  if (latest?.data !== data)
    latest = { data, byId: new Map(data.changes.map((change) => [lineFindingId(data.lineId, change.key), change])) };
  return latest.byId;
}

const suppressed = (kind: Change['kind']) => ({
  ...(kind === 'suppressed' && { state: kind, suppressed: true as const }),
});

type Begun = Omit<LineFindingDocument, keyof ReturnType<typeof shown>>;

const begun = ({ lineId, organizationId, projectId, scanId, scanPosition, at }: FindingsCompared['data']): Begun => ({
  lineId,
  organizationId,
  projectId,
  state: 'open',
  began: 'new',
  since: scanPosition,
  firstSeen: { scanId, position: scanPosition, at },
  goneAt: null,
  reopened: 0,
  reopenedBy: [],
  seen: [{ from: scanPosition, to: null }],
});

function shown({ findingId, seenBy, severity, category, file, line }: Sighting) {
  const { tool, rule, fingerprint, cause } = seenBy[0]!;
  return {
    findingId,
    fingerprint,
    tool,
    kind: kindGroup({ tool, rule, ...(cause !== undefined && { cause }) }),
    severity,
    severityRank: severityRank(severity),
    category,
    file,
    line,
  };
}

/** The position since when it is open stays where it was not observed only: nobody had said that it was gone. */
const seenAgain = ({ seen, since }: LineFindingDocument, position: number) => ({
  state: 'open' as const,
  since,
  goneAt: null,
  // The scans before saw it, too, where it was suppressed, or is now.
  seen: seen.at(-1)?.to === null ? seen : [...seen, { from: position, to: null }].slice(-STRETCHES_KEPT),
});

const reopened = (
  document: LineFindingDocument,
  { scanId, scanPosition }: FindingsCompared['data'],
): LineFindingDocument => ({
  ...document,
  began: 'reopened',
  since: scanPosition,
  reopened: document.reopened + 1,
  reopenedBy: [...document.reopenedBy, scanId].slice(-STRETCHES_KEPT),
});

function unseen(
  { suppressed: _, ...document }: LineFindingDocument,
  state: 'gone' | 'not_observed',
  { at, scanPosition }: FindingsCompared['data'],
): LineFindingDocument {
  const { seen } = document;
  const last = seen.at(-1);
  return {
    ...document,
    state,
    goneAt: state === 'gone' ? at : null,
    seen: last && last.to === null ? [...seen.slice(0, -1), { ...last, to: scanPosition }] : seen,
    since: state === 'gone' ? scanPosition : document.since,
  };
}
