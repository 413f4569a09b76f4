import { SEVERITIES, type Severity, perSeverity } from '@assay/kernel';
import { inSlices } from '../matching/match-by-file';
import { severityRank } from '../merging';
import type { Change } from './line-events';
import type { Sighting } from './sighting';

/** The state of a finding between two scans. */
export const COMPARED_STATES = ['new', 'gone', 'not_observed', 'unchanged'] as const;
export type ComparedState = (typeof COMPARED_STATES)[number];

/** Whether a finding counts: a suppressed one has no state. */
const counts = ({ suppressed }: Sighting): boolean => suppressed !== true;

/** Findings of one state, by severity, file and line. */
export interface ComparedFindings {
  readonly ids: readonly string[];
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

export type ScanComparison = Readonly<Record<ComparedState, ComparedFindings>>;

/**
 * Two scans compared. A finding that is gone or not observed is represented by that of the earlier scan, any other by
 * that of the later one.
 *
 * @param changes from the earlier to the later scan: see `comparingFindings`
 * @yields to let other work run
 */
export function* comparisonOf(
  before: readonly Sighting[],
  after: readonly Sighting[],
  changes: readonly Change[],
): Generator<void, ScanComparison> {
  const keys = { new: new Set<string>(), gone: new Set<string>(), not_observed: new Set<string>() };
  yield* inSlices(changes, (change) => {
    if (change.kind === 'new') keys.new.add(change.now.findingId);
    else if (change.kind === 'gone' || change.kind === 'not_observed') keys[change.kind].add(change.key);
  });
  return {
    new: yield* inOrder(after, ({ findingId }) => keys.new.has(findingId)),
    gone: yield* inOrder(before, (sighting) => counts(sighting) && keys.gone.has(sighting.findingId)),
    not_observed: yield* inOrder(before, ({ findingId }) => keys.not_observed.has(findingId)),
    unchanged: yield* inOrder(after, (sighting) => counts(sighting) && !keys.new.has(sighting.findingId)),
  };
}

/** Sorted file by file, with rests: a scan may have 600,000 findings. */
function* inOrder(
  sightings: readonly Sighting[],
  isMeant: (sighting: Sighting) => boolean,
): Generator<void, ComparedFindings> {
  const files = new Map<string, Sighting[]>();
  yield* inSlices(sightings, (sighting) => {
    if (!isMeant(sighting)) return;
    const file = sighting.file ?? '';
    const known = files.get(file);
    if (known) known.push(sighting);
    else files.set(file, [sighting]);
  });
  const ids = perSeverity((): string[] => []);
  yield* inSlices([...files.keys()].sort(), (file) => {
    for (const { severity, findingId } of files.get(file)!.sort(byPlace)) ids[severity].push(findingId);
  });
  return {
    ids: SEVERITIES.flatMap((severity) => ids[severity]),
    bySeverity: perSeverity((severity) => ids[severity].length),
  };
}

const byPlace = (one: Sighting, other: Sighting): number =>
  (one.line ?? 0) - (other.line ?? 0) || (one.findingId < other.findingId ? -1 : 1);

/** The findings that a list shows: of one state or of all, of one severity or of all. */
export function findingsToList(
  comparison: ScanComparison,
  { state, severity }: { readonly state?: ComparedState; readonly severity?: Severity },
): { readonly state: ComparedState; readonly ids: readonly string[] }[] {
  const states = state === undefined ? COMPARED_STATES : [state];
  return states.map((each) => ({ state: each, ids: ofSeverity(comparison[each], severity) }));
}

/** The ids are in the order of their severities. */
function ofSeverity({ ids, bySeverity }: ComparedFindings, severity: Severity | undefined): readonly string[] {
  if (severity === undefined) return ids;
  const heavier = SEVERITIES.filter((each) => severityRank(each) < severityRank(severity));
  const from = heavier.reduce((sum, each) => sum + bySeverity[each], 0);
  return ids.slice(from, from + bySeverity[severity]);
}
