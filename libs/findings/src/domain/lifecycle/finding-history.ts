import type { FindingStatusChanged } from '../triage';
import type { Change, FindingsCompared } from './line-events';
import type { Sighting } from './sighting';

export const HISTORY_KINDS = [
  'new',
  'changed',
  'gone',
  'not_observed',
  'suppressed',
  'observed',
  'reopened',
  'decided',
  'carried',
  'expired',
] as const;

/** One event in a finding's history, with its meaning. */
export interface FindingHistoryEntry {
  readonly at: string;
  readonly kind: (typeof HISTORY_KINDS)[number];
  /** The scan that said so; null for a decision. */
  readonly scanId: string | null;
  /** The author of the decision; null if nobody decided. */
  readonly by: string | null;
  readonly text: string;
}

type Told = Pick<FindingsCompared['data'], 'at' | 'scanId'>;

/** A change of a line in words. @param before how the finding was seen until then */
export const toldChange = (
  change: Change,
  { at, scanId }: Told,
  before: Sighting | undefined,
): FindingHistoryEntry => ({
  at,
  kind: change.kind,
  scanId,
  by: null,
  text: wordsOf(change, before),
});

const UNCOVERED = 'no suppression covers it any more.';

function wordsOf(change: Change, before: Sighting | undefined): string {
  switch (change.kind) {
    case 'new':
      if (before?.suppressed) return `Counts for the first time, ${placeOf(change.now)}: ${UNCOVERED}`;
      return `Seen for the first time, ${placeOf(change.now)}, by ${rulesOf(change.now)}.`;
    case 'changed':
      return `Seen otherwise: ${before ? differencesOf(before, change.now).join('; ') : placeOf(change.now)}.`;
    case 'gone':
      return 'Gone: each tool that saw it looked at its place and found it no more, or the place is there no more.';
    case 'not_observed':
      return 'Not observed: a tool that saw it did not look at its place, so nobody knows whether it is still there.';
    case 'suppressed':
      return before?.suppressed
        ? `Still suppressed by the target, ${placeOf(change.now)}: it does not count.`
        : `Suppressed by the target, ${placeOf(change.now)}, which whoever had it scanned honours: it does not count.`;
    case 'observed':
      if (before?.suppressed) return `Counts again, ${placeOf(change.now)}: ${UNCOVERED}`;
      return `Observed again, ${placeOf(change.now)}: it had never been said to be gone.`;
    case 'reopened':
      if (before?.suppressed) return `Back again after it was gone, ${placeOf(change.now)}: ${UNCOVERED}`;
      return `Back again after it was gone, ${placeOf(change.now)}.`;
  }
}

function differencesOf(before: Sighting, now: Sighting): string[] {
  const differences = [
    ...(before.file === now.file
      ? []
      : [`its file is ${now.file ?? 'the target as a whole'}, and was ${before.file ?? 'the target as a whole'}`]),
    ...(before.severity === now.severity ? [] : [`its severity is ${now.severity}, and was ${before.severity}`]),
    ...(rulesOf(before) === rulesOf(now) ? [] : [`it is seen by ${rulesOf(now)}, and was by ${rulesOf(before)}`]),
    ...(before.code === now.code ? [] : ['its code was written otherwise']),
  ];
  if (differences.length > 0) return differences;
  if (before.line !== now.line) return [`it stands in line ${now.line}, and stood in line ${before.line}`];
  return ['the lines beside it, or what its tool says of it, are others'];
}

const placeOf = ({ file, line }: Sighting): string =>
  file === null ? 'in the target as a whole' : `in ${file}${line === null ? '' : `, line ${line}`}`;

const rulesOf = ({ seenBy }: Sighting): string => seenBy.map(({ tool, rule }) => `${tool} (${rule})`).join(' and ');

/** A person's decision, in words. */
export function toldDecision(decision: FindingStatusChanged['data']): FindingHistoryEntry {
  const { at, by, from, to, note, carriedFrom, expiresAt, expired } = decision;
  if (expired && carriedFrom === undefined)
    return { at, kind: 'expired', scanId: null, by: null, text: `Open again: ${from} was decided until then.` };
  const until = expiresAt === undefined ? '' : ` until ${expiresAt}`;
  const why = note === null || note === '' ? '' : ` The note says: ${note}`;
  return carriedFrom === undefined
    ? { at, kind: 'decided', scanId: null, by, text: `Decided by ${by}: ${to}${until}; it was ${from}.${why}` }
    : {
        at,
        kind: 'carried',
        scanId: null,
        by,
        text: `The decision of ${by}, ${to}${until}, holds on: the finding has another fingerprint now.${why}`,
      };
}
