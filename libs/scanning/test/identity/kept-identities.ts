import { withoutTwin } from './edited-file';
import type { FollowedScan, KnownFinding } from './followed-history';

export interface Kept {
  readonly untouched: number;
  /** The untouched ones that have another identity now: before and after. */
  readonly lost: readonly (readonly [KnownFinding, KnownFinding])[];
}

/**
 * Which findings of a scan the edits before the next one left alone, and whether they are the same findings still. A
 * finding is untouched where all of its code stands there still, formatting aside, and where its engine finds as much
 * in that code as before.
 */
export function keptIdentities(before: FollowedScan, after: FollowedScan): Kept {
  const now = new Map(after.findings.map((finding) => [finding.truth, finding]));
  const times = [timesOf(before.findings), timesOf(after.findings)] as const;
  const pairs = before.findings.flatMap((finding) => {
    const other = now.get(finding.truth);
    const stands = finding.origins.every((origin) => before.standing.get(origin) === after.standing.get(origin));
    const kind = kindOf(finding);
    return other && stands && times[0].get(kind) === times[1].get(kind) ? [[finding, other] as const] : [];
  });
  const known = new Set(before.findings.map(({ truth }) => truth));
  const twins = new Set(
    after.findings.flatMap(({ truth, key }) =>
      withoutTwin(truth) === truth || known.has(truth) ? [] : [`${withoutTwin(truth)} ${key}`],
    ),
  );
  const isLost = ([one, other]: readonly [KnownFinding, KnownFinding]) =>
    one.key !== other.key && !twins.has(`${one.truth} ${one.key}`);
  return { untouched: pairs.length, lost: pairs.filter(isLost) };
}

const kindOf = ({ truth }: KnownFinding): string => truth.slice(0, truth.lastIndexOf('#'));

function timesOf(findings: readonly KnownFinding[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const finding of findings) times.set(kindOf(finding), (times.get(kindOf(finding)) ?? 0) + 1);
  return times;
}
