/**
 * How deeply values may need each other, and be nested. Expressions that people write have some ten levels; some 2,000
 * are more than the stack has.
 */
const DEEPEST = 300;

/** Counts the work of a whole target, so that no configuration can make it endless, or deeper than the stack. */
export class Budget {
  private depth = 0;
  private cuts = 0;

  constructor(private left: number) {}

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** How often something was left out. Who sees it grow has not looked at everything. */
  get leftOut(): number {
    return this.cuts;
  }

  /** Says whether there was enough for it. */
  spend(steps: number): boolean {
    this.left -= steps;
    return !this.isSpent;
  }

  leaveOut(): void {
    this.cuts += 1;
  }

  /** One step, one level deeper: what `find` finds, or `beyond` where there is no step or no level left. */
  within<Found>(beyond: Found, find: () => Found): Found {
    if (!this.spend(1)) return beyond;
    if (this.depth === DEEPEST) {
      this.leaveOut();
      return beyond;
    }
    this.depth += 1;
    const found = find();
    this.depth -= 1;
    return found;
  }
}
