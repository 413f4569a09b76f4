import type { Change } from './lifecycle/line-events';
import type { Sighting } from './lifecycle/sighting';
import type { Decisions, FindingStatusChanged } from './triage';

type Decision = FindingStatusChanged['data'];

/** A defect before and after a scan that saw it with another fingerprint: renamed, formatted, with other neighbours. */
export interface SeenOtherwise {
  readonly before: readonly string[];
  readonly now: Sighting['seenBy'];
}

export function seenOtherwise(
  changes: readonly Change[],
  before: (key: string) => Sighting | undefined,
): SeenOtherwise[] {
  return changes.flatMap((change) => {
    if (!('now' in change)) return [];
    const was = before(change.key);
    if (was === undefined) return [];
    const pair = { before: fingerprintsOf(was), now: change.now.seenBy };
    return pair.now.every(({ fingerprint }) => pair.before.includes(fingerprint)) ? [] : [pair];
  });
}

const fingerprintsOf = ({ seenBy }: Sighting): string[] => [...new Set(seenBy.map(({ fingerprint }) => fingerprint))];

/**
 * The decisions that apply to the present fingerprints of defects. The last decision about a defect applies, also if it
 * was made about one of the new fingerprints. A decision that was carried is not carried again.
 *
 * @param at when the scan ended
 */
export function carriedDecisions(
  seen: readonly SeenOtherwise[],
  decisions: Decisions,
  at: string,
): FindingStatusChanged[] {
  return seen.flatMap(({ before, now }) => {
    const last = latest(before, decisions);
    const own = latest(
      now.map(({ fingerprint }) => fingerprint),
      decisions,
    );
    if (last === undefined || (own !== undefined && own.at >= last.at)) return [];
    return now
      .filter(
        ({ fingerprint }, index) =>
          !before.includes(fingerprint) && now.findIndex((each) => each.fingerprint === fingerprint) === index,
      )
      .map(({ fingerprint, tool, rule }) => ({
        type: 'FindingStatusChanged' as const,
        data: {
          ...last,
          fingerprint,
          from: decisions.get(fingerprint)?.to ?? 'open',
          at: at > last.at ? at : last.at,
          carriedFrom: last.fingerprint,
          ...(last.about && { about: { ...last.about, tool, rule } }),
        },
      }));
  });
}

/** The last decision about a defect that has these fingerprints. */
export const latest = (fingerprints: readonly string[], decisions: Decisions): Decision | undefined =>
  fingerprints
    .flatMap((fingerprint) => decisions.get(fingerprint) ?? [])
    .reduce<Decision | undefined>((last, each) => (last === undefined || each.at > last.at ? each : last), undefined);
