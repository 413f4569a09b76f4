import type { Advisory, RangeEvent } from './advisory';
import { type EcosystemName, versionsOf } from './ecosystems';
import type { VersionOrder } from './versions/version-order';

const BEGINNING = '0';
/** As a limit, it means that there is no limit. */
const NO_LIMIT = '*';

/**
 * Whether the version is vulnerable, by the algorithm of the OSV schema: it is named among `versions`, or lies in a
 * range. A version that the ecosystem's order does not know lies in no range.
 */
export function affects({ ranges, versions }: Advisory, ecosystem: EcosystemName, version: string): boolean {
  const order = versionsOf(ecosystem);
  const known = order.isVersion(version);
  return (
    versions.some(
      (each) => each === version || (known && order.isVersion(each) && distance(version, each, order) === 0),
    ) ||
    (known && ranges.some((events) => isBeforeLimit(events, order, version) && liesIn(events, order, version)))
  );
}

/** How the version compares with one that an advisory names. That one stands for all local builds of it, too. */
function distance(version: string, named: string, order: VersionOrder): number {
  const isPublished = order.published === undefined || order.published(named) === named;
  return order.compare(isPublished ? (order.published?.(version) ?? version) : version, named);
}

/** A version before one of the limits is before the limit. */
function isBeforeLimit(events: readonly RangeEvent[], order: VersionOrder, version: string): boolean {
  const limits = events.filter(([kind, at]) => kind === 'limit' && (at === NO_LIMIT || order.isVersion(at)));
  return limits.length === 0 || limits.some(([, at]) => at === NO_LIMIT || distance(version, at, order) < 0);
}

function liesIn(events: readonly RangeEvent[], order: VersionOrder, version: string): boolean {
  let inside = false;
  for (const [kind, at] of ordered(events, order)) {
    const beyond = at === BEGINNING ? 1 : distance(version, at, order);
    if (kind === 'introduced' && beyond >= 0) inside = true;
    else if (kind === 'fixed' && beyond >= 0) inside = false;
    else if (kind === 'last' && beyond > 0) inside = false;
  }
  return inside;
}

/** Sorts events by version. At one version, the events that end a range come before those that begin one. */
function ordered(events: readonly RangeEvent[], order: VersionOrder): readonly RangeEvent[] {
  const rank = { fixed: 0, introduced: 1, last: 2, limit: 3 };
  return events
    .filter(([kind, version]) => kind !== 'limit' && (version === BEGINNING || order.isVersion(version)))
    .toSorted(([kind, a], [other, b]) => compareEnds(a, b, order) || rank[kind] - rank[other]);
}

function compareEnds(a: string, b: string, order: VersionOrder): number {
  if (a === BEGINNING || b === BEGINNING) return Number(b === BEGINNING) - Number(a === BEGINNING);
  return order.compare(a, b);
}

/**
 * The lowest fixed version after the given one that none of the advisories affects. It prefers a release to a
 * pre-release. Undefined if the advisories name no such version.
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
