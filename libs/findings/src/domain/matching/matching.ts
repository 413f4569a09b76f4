import { byKeys } from './buckets';
import { type MatchableFinding, messageOf } from './matchable';
import { type ExpectedPlace, expectedLines, nearest } from './nearest';

type Keys<Finding> = (finding: Finding) => readonly string[];
/** Pairs of the findings that have a key, best first. */
type Pairs<Before, After> = (own: readonly Before[], others: readonly After[]) => readonly (readonly [Before, After])[];

/** Where there is no choice. */
export const onlyOnes = <Before, After>(
  own: readonly Before[],
  others: readonly After[],
): readonly (readonly [Before, After])[] => (own.length === 1 && others.length === 1 ? [[own[0]!, others[0]!]] : []);

/** The findings of two results while their counterparts are looked for. */
export class Matching<Before extends MatchableFinding, After extends MatchableFinding> {
  readonly counterparts = new Map<Before, After>();
  private readonly taken = new Set<After>();

  constructor(
    private readonly before: readonly Before[],
    private readonly after: readonly After[],
  ) {}

  readonly open = (): Before[] => this.before.filter((finding) => !this.counterparts.has(finding));
  readonly free = (): After[] => this.after.filter((finding) => !this.taken.has(finding));

  /** Matches the remaining findings that have a key in common. */
  match(ofBefore: Keys<Before>, ofAfter: Keys<After>, pairs: Pairs<Before, After>): void {
    const left = byKeys(this.open(), ofBefore);
    if (left.size === 0) return;
    const candidates = byKeys(this.free(), ofAfter);
    for (const [key, own] of candidates.size === 0 ? [] : left)
      for (const [one, other] of pairs(own, candidates.get(key) ?? [])) {
        if (this.counterparts.has(one) || this.taken.has(other)) continue;
        this.counterparts.set(one, other);
        this.taken.add(other);
      }
  }

  /**
   * The pairs of one key, the best first, for one `match` each. Most keys have one finding on each side and need no
   * weights: the data for weighing is computed from the surer matches at its first use.
   */
  nearest(
    fileNow: (finding: Before) => string | null | undefined,
    preference?: (one: Before, other: After) => number,
  ): (fits?: (one: Before, other: After) => boolean) => Pairs<Before, After> {
    return (fits = () => true) => {
      const surer = this.counterparts.size;
      let expected: ((finding: Before) => ExpectedPlace) | undefined;
      return (own, others) => {
        if (others.length === 0) return [];
        if (own.length === 1 && others.length === 1)
          return onlyOnes(own, others).filter(([one, other]) => fits(one, other));
        expected ??= expectedLines([...this.counterparts].slice(0, surer), fileNow);
        const alike = (one: Before, other: After) =>
          one.fingerprint === other.fingerprint ? 0 : messageOf(one) === messageOf(other) ? 1 : 2;
        return nearest(own, others, { expected, alike, ...(preference && { preference }) }).filter(([one, other]) =>
          fits(one, other),
        );
      };
    };
  }
}
