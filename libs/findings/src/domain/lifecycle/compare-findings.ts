import type { Examination } from '../coverage';
import { type Matchables, inSlices, matchingByFile } from '../matching/match-by-file';
import type { MatchingOptions } from '../matching/match-findings';
import type { LineEntry } from './findings-line';
import type { Change } from './line-events';
import { type MatchableSighting, type Sighting, isSeenAlike, matchable } from './sighting';

/** What a scan looked at. */
export interface Looked {
  /** Whether a tool's rule was looked for at the place of a sighting. */
  at(rule: { readonly tool: string; readonly rule: string }, place: Pick<Sighting, 'file' | 'unit'>): Examination;
  /** Whether a file is not in the target any more. */
  isGone(file: string): boolean;
}

/**
 * What a scan changes on its line. A defect that is not found any more is gone only if each tool that saw it looked at
 * its place, or if the place no longer exists; otherwise nobody knows, and it is not observed. One that was gone and is
 * found again is the same again. One that the target suppresses is there, and neither new nor gone: it is new with the
 * scan with which it counts first. What is as it was before has no change.
 *
 * @yields when somebody else may have a turn
 */
export function* comparingFindings(
  before: Iterable<LineEntry>,
  after: readonly Sighting[],
  looked: Looked,
  kindOf?: MatchingOptions['kindOf'],
): Generator<void, Change[]> {
  const [open, gone]: [LineEntry[], LineEntry[]] = [[], []];
  yield* inSlices(before, (entry) => (entry.state === 'gone' ? gone : open).push(entry));
  const options = { isGone: (file: string) => looked.isGone(file), ...(kindOf && { kindOf }) };
  const first = yield* matchingByFile(placed(open), seen(after), options);
  // A defect that is there still is not looked for among those that are gone.
  const again = yield* matchingByFile(placed(gone), found(first.fresh), options);

  const changes: Change[] = [];
  const stirred = new Set<string | null>();
  yield* inSlices([...again.fresh, ...again.matched.map(([, other]) => other)], ({ file }) => stirred.add(file));
  yield* inSlices(first.matched, ([{ entry }, { sighting }]) => {
    if (!isSeenAsBefore(entry, sighting)) stirred.add(sighting.file);
  });
  yield* inSlices(first.gone, ({ entry }) => changes.push(...missing(entry, looked)));
  yield* inSlices(first.matched, ([{ entry }, { sighting }]) =>
    changes.push(...seenAgain(entry, sighting, stirred.has(sighting.file))),
  );
  yield* inSlices(again.matched, ([{ entry }, { sighting }]) => {
    const kind = sighting.suppressed ? 'suppressed' : entry.counted === 'never' ? 'new' : 'reopened';
    changes.push({ kind, key: entry.key, now: sighting });
  });
  yield* inSlices(again.fresh, ({ sighting }) =>
    changes.push({ kind: sighting.suppressed ? 'suppressed' : 'new', key: sighting.findingId, now: sighting }),
  );
  return changes;
}

type Placed = MatchableSighting & { readonly entry: LineEntry };
const placed = (entries: readonly LineEntry[]): Matchables<LineEntry, Placed> => ({
  items: entries,
  fileOf: ({ sighting: { file } }) => file,
  findingOf: (entry) => Object.assign(matchable(entry.sighting), { entry }),
});
const seen = (sightings: readonly Sighting[]): Matchables<Sighting, MatchableSighting> => ({
  items: sightings,
  fileOf: ({ file }) => file,
  findingOf: matchable,
});
const found = (sightings: readonly MatchableSighting[]): Matchables<MatchableSighting, MatchableSighting> => ({
  items: sightings,
  fileOf: ({ file }) => file,
  findingOf: (sighting) => sighting,
});

/**
 * Where a finding of a file is new or changed, the lines of all others are recorded again: what is known of a file's
 * lines is always of one version of it, or the order of equal lines could not be told.
 */
function seenAgain(entry: LineEntry, now: Sighting, isStirred: boolean): Change[] {
  const { key, state, counted, sighting } = entry;
  const from = sighting.severity;
  const isAsBefore = isSeenAsBefore(entry, now) && !(isStirred && sighting.line !== now.line);
  if (isAsBefore) return [];
  if (now.suppressed) return [{ kind: 'suppressed', key, now }];
  if (state === 'suppressed' && counted === 'never') return [{ kind: 'new', key, now }];
  if (state === 'suppressed' && counted === 'gone') return [{ kind: 'reopened', key, now }];
  return [{ kind: state === 'open' ? 'changed' : 'observed', key, from, now }];
}

const isSeenAsBefore = ({ state, sighting }: LineEntry, now: Sighting): boolean =>
  state !== 'not_observed' && isSeenAlike(sighting, now);

function missing({ key, state, sighting }: LineEntry, looked: Looked): Change[] {
  const isKnown = sighting.seenBy.every((rule) => looked.at(rule, sighting) !== 'not examined');
  const isSuppressed = state === 'suppressed';
  if (isKnown)
    return [{ kind: 'gone', key, severity: sighting.severity, ...(isSuppressed && { suppressed: true as const }) }];
  // What is suppressed is missed by nobody.
  return state === 'not_observed' || isSuppressed ? [] : [{ kind: 'not_observed', key }];
}
