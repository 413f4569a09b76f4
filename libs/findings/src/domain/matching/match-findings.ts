import { type MatchableFinding, codeOf, isPartOfOther, messageOf } from './matchable';
import { type Buckets, byKeys, movedTogether } from './buckets';
import { expectedLines, nearest } from './nearest';

export interface MatchingOptions {
  /**
   * Whether a file of before is there no more. Findings of such a file are looked for in other files. Default: each
   * file is still there, so that a copy of old code is new.
   */
  readonly isGone?: (file: string) => boolean;
  /** The name of a rule. The same for two rules if one is the other's new name. Default: tool and rule. */
  readonly kindOf?: (rule: { readonly tool: string; readonly rule: string }) => string;
}

export interface MatchedFindings<Before, After> {
  readonly matched: readonly (readonly [Before, After])[];
  /** Of before, and found no more. Whether it was looked for is for the caller to know. */
  readonly gone: readonly Before[];
  readonly fresh: readonly After[];
}

type Keys = (finding: MatchableFinding) => readonly string[];

/**
 * Which findings of two results are the same. Each finding has at most one counterpart. The surest signs are looked at
 * first, and each further sign among those that are left:
 *
 * 1. The fingerprint: the line and its neighbours are as they were. Then that of any tool that saw it.
 * 2. The line and the message, in the same file: a line came or went beside it.
 * 3. The line, in the same file: the message has other words, or another of the tools that agree speaks for it.
 * 4. A part of the line, in the same file: it was broken into several lines, or joined with others.
 * 5. The line, in another file, if the file of before is gone.
 *
 * White space, quotes and the comma or semicolon at the end of a line are no part of it. Where several could be meant,
 * the nearest is: lines are expected to have moved as those of the surer matches around them did.
 */
export function matchFindings<Before extends MatchableFinding, After extends MatchableFinding>(
  before: readonly Before[],
  after: readonly After[],
  { isGone = () => false, kindOf = ({ tool, rule }) => `${tool}/${rule}` }: MatchingOptions = {},
): MatchedFindings<Before, After> {
  const counterparts = new Map<Before, After>();
  const taken = new Set<After>();
  const match = (keys: Keys, fits?: (one: Before, other: After) => boolean, ofBefore: Keys = keys) => {
    const open = before.filter((finding) => !counterparts.has(finding));
    const free = after.filter((finding) => !taken.has(finding));
    if (open.length === 0 || free.length === 0) return;
    const left = byKeys(open, ofBefore);
    const candidates = byKeys(free, keys);
    const weighed = weighing({ counterparts, left, candidates });
    for (const [name, own] of left)
      for (const [one, other] of weighed(own, candidates.get(name) ?? [])) {
        if (counterparts.has(one) || taken.has(other) || fits?.(one, other) === false) continue;
        counterparts.set(one, other);
        taken.add(other);
      }
  };
  const kindsOf = (finding: MatchableFinding) => [finding, ...(finding.duplicates ?? [])].map(kindOf);
  const elsewhere: Keys = (finding) =>
    finding.file === null || finding.line === null ? [] : kindsOf(finding).map((kind) => key(kind, codeOf(finding)));

  match(({ fingerprint }) => [fingerprint]);
  match(fingerprintsOf);
  match((finding) => [key(finding.file, kindOf(finding), codeOf(finding), messageOf(finding))]);
  match((finding) => kindsOf(finding).map((kind) => key(finding.file, kind, codeOf(finding))));
  match((finding) => [key(finding.file, kindOf(finding))], isPartOfOther);
  match(elsewhere, undefined, (finding) => (finding.file !== null && isGone(finding.file) ? elsewhere(finding) : []));
  return {
    matched: [...counterparts],
    gone: before.filter((finding) => !counterparts.has(finding)),
    fresh: after.filter((finding) => !taken.has(finding)),
  };
}

/**
 * The pairs of one key, best first. Most keys have one finding on each side, and nothing is weighed for them: what
 * weighing needs is made of the surer matches, the first time that it is asked for.
 */
function weighing<Before extends MatchableFinding, After extends MatchableFinding>({
  counterparts,
  left,
  candidates,
}: {
  readonly counterparts: ReadonlyMap<Before, After>;
  readonly left: Buckets<Before>;
  readonly candidates: Buckets<After>;
}): (own: readonly Before[], others: readonly After[]) => readonly (readonly [Before, After])[] {
  const surer = counterparts.size;
  let weights: readonly [
    ReturnType<typeof expectedLines<Before, After>>,
    ReturnType<typeof movedTogether<Before, After>>,
  ];
  return (own, others) => {
    if (own.length === 1 && others.length === 1) return [[own[0]!, others[0]!]];
    if (others.length === 0) return [];
    weights ??= [expectedLines([...counterparts].slice(0, surer)), movedTogether(left, candidates)];
    return nearest(own, others, ...weights);
  };
}

const fingerprintsOf: Keys = ({ fingerprint, duplicates = [] }) => [
  fingerprint,
  ...duplicates.flatMap((other) => other.fingerprint ?? []),
];

const key = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);
