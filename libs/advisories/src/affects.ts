import type { Advisory, RangeEvent } from './advisory';
import { type EcosystemName, versionsOf } from './ecosystems';
import type { VersionOrder } from './versions/version-order';

const BEGINNING = '0';

/**
 * Whether the version has the hole, by the algorithm of the OSV schema: it is named among `versions`, or lies in a
 * range. A version that the ecosystem's order does not know lies in none.
 */
export function affects({ ranges, versions }: Advisory, ecosystem: EcosystemName, version: string): boolean {
  const order = versionsOf(ecosystem);
  const known = order.isVersion(version);
  return (
    versions.some(
      (each) => each === version || (known && order.isVersion(each) && order.compare(each, version) === 0),
    ) ||
    (known && ranges.some((events) => liesIn(ordered(events, order), order, version)))
  );
}

/** In the order of their versions; at one version, what ends comes before what begins. */
function ordered(events: readonly RangeEvent[], order: VersionOrder): readonly RangeEvent[] {
  const rank = { fixed: 0, introduced: 1, last: 2 };
  return events
    .filter(([, version]) => version === BEGINNING || order.isVersion(version))
    .toSorted(([kind, a], [other, b]) => compareEnds(a, b, order) || rank[kind] - rank[other]);
}

function compareEnds(a: string, b: string, order: VersionOrder): number {
  if (a === BEGINNING || b === BEGINNING) return Number(b === BEGINNING) - Number(a === BEGINNING);
  return order.compare(a, b);
}

function liesIn(events: readonly RangeEvent[], order: VersionOrder, version: string): boolean {
  let inside = false;
  for (const [kind, at] of events) {
    const distance = at === BEGINNING ? 1 : order.compare(version, at);
    if (kind === 'introduced' && distance >= 0) inside = true;
    else if (kind === 'fixed' && distance >= 0) inside = false;
    else if (kind === 'last' && distance > 0) inside = false;
  }
  return inside;
}

/**
 * The lowest version after the given one that none of the advisories affects, of those that they name as fixed; a
 * release before a pre-release. Undefined where they name none.
 */
export function mendingVersion(
  advisories: readonly Advisory[],
  ecosystem: EcosystemName,
  version: string,
): string | undefined {
  const order = versionsOf(ecosystem);
  if (!order.isVersion(version)) return undefined;
  const fixed = advisories
    .flatMap(({ ranges }) => ranges.flat())
    .filter(([kind, at]) => kind === 'fixed' && order.isVersion(at) && order.compare(at, version) > 0)
    .map(([, at]) => at)
    .filter((at) => advisories.every((advisory) => !affects(advisory, ecosystem, at)))
    .toSorted((a, b) => order.compare(a, b));
  return fixed.find((at) => order.isPreRelease?.(at) !== true) ?? fixed[0];
}
