import type { Examination } from '../coverage';
import { type Matchables, inSlices, matchingByFile } from '../matching/match-by-file';
import type { MatchingOptions } from '../matching/match-findings';
import type { LineEntry } from './findings-line';
import type { Change } from './line-events';
import { type MatchableSighting, type Sighting, isSeenAlike, matchable } from './sighting';

/** The places that a scan examined. */
export interface Looked {
  /** Whether a tool's rule was checked at the place of a sighting. */
  at(rule: { readonly tool: string; readonly rule: string }, place: Pick<Sighting, 'file' | 'unit'>): Examination;
  /** Whether a file is no longer in the target. */
  isGone(file: string): boolean;
}

/**
 * The changes that a scan makes to its line. A defect that is not found any more is gone only if each tool that saw it
 * examined its place, or if the place no longer exists; otherwise its state is unknown, and it is `not_observed`. A
 * gone defect that is found again is the same defect. A suppressed defect exists, but is neither new nor gone: it
 * becomes new in the first scan in which it counts. A defect that is as before has no change.
 *
 * @yields between slices of the work, so that other work can run
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
  // Gone defects are matched only with the findings that match no open defect.
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
 * If a finding of a file is new or changed, the lines of all others in the file are recorded again. The known lines of
 * a file then belong to one version of it; otherwise equal lines could not be ordered.
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
  // A suppressed defect that is not found has no change.
  return state === 'not_observed' || isSuppressed ? [] : [{ kind: 'not_observed', key }];
}
