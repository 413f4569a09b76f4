import type { BrokenRule } from './lint-job';

/** So many rules of a file may take too long; with the next one the file is given up. */
const RULES_A_FILE = 2;
/** A rule that took too long on so many files is left out of the files after them. */
const FILES_A_RULE = 2;
/** So many files of a pass are looked at for the rule that takes too long. The others are given up at once. */
const FILES = 4;
/** The share of a file's time that a rule must have taken. Else the file as a whole is slow. */
const SHARE = 0.8;

/** Rules that took too long in a pass. Each try costs the time of a file, so that there are only a few. */
export class SlowRules {
  private readonly byRule = new Map<string, Set<number>>();
  private readonly files = new Set<number>();

  /** @param took such as `took longer than 30 s` */
  constructor(private readonly took: string) {}

  /** The rules that the next file is linted without. */
  leftOut(): BrokenRule[] {
    return [...this.byRule]
      .filter(([, files]) => files.size >= FILES_A_RULE)
      .map(([rule, { size }]) => ({ rule, reason: `${this.took} on ${size} files before and was left out` }));
  }

  /** Whether a file that took too long may be linted again, to see which rule it was. */
  mayLookAt(file: number): boolean {
    if (this.files.size < FILES) this.files.add(file);
    return this.files.has(file);
  }

  /**
   * @param seen how often each rule was seen to run, and no rule
   * @returns what the file is linted again without; undefined where it has had its tries, or no rule alone is slow
   */
  add(seen: ReadonlyMap<string | undefined, number>, file: number): BrokenRule | undefined {
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
    const [rule] = [...seen].find(([, count]) => count >= total * SHARE) ?? [];
    if (rule === undefined) return undefined;
    const before = [...this.byRule.values()].filter((files) => files.has(file)).length;
    this.byRule.set(rule, (this.byRule.get(rule) ?? new Set()).add(file));
    return before < RULES_A_FILE ? { rule, reason: this.took } : undefined;
  }
}
