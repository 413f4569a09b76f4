import {
  type FindingsLineEvent,
  type LineSightingDocument,
  OWNERS_KEPT,
  lineSightingDocuments,
  lineSightingId,
  sightingName,
} from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** Leads from what a scan recorded to the finding of its line, also once that one has another fingerprint. */
export const lineSightings: Projection<LineSightingDocument, FindingsLineEvent> = {
  ...lineSightingDocuments,
  version: 1,
  indexes: [],
  handles: { FindingsCompared: true, FindingsLineDeleted: true },
  documentIds({ type, data }) {
    const names = type === 'FindingsLineDeleted' ? (data.sightings ?? []) : [...ownersOf(data.changes).keys()];
    return names.map((name) => lineSightingId(data.lineId, name));
  },
  apply(document, { type, data }, documentId) {
    if (type === 'FindingsLineDeleted') return undefined;
    const { lineId, changes, scanPosition } = data;
    const key = ownersOf(changes).get(documentId.slice(lineId.length + 1))!;
    const owners = document?.owners ?? [];
    if (owners.at(-1)?.key === key) return document;
    return { owners: [...owners, { key, from: scanPosition }].slice(-OWNERS_KEPT) };
  },
};

type Changes = Extract<FindingsLineEvent, { type: 'FindingsCompared' }>['data']['changes'];

/** The event that is applied to one document after the other. */
let latest: { readonly changes: Changes; readonly owners: ReadonlyMap<string, string> } | undefined;

function ownersOf(changes: Changes): ReadonlyMap<string, string> {
  if (latest?.changes !== changes) {
    const owners = new Map<string, string>();
    for (const change of changes)
      if ('now' in change) for (const rule of change.now.seenBy) owners.set(sightingName(rule), change.key);
    latest = { changes, owners };
  }
  return latest.owners;
}
