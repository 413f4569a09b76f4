const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When automatic top-ups must run, told a second time, from the words of their documentation. */
export class TopupModel {
  private settings: { readonly threshold: bigint; readonly most: number } | undefined;
  /** The month of each one that was charged or may still be. */
  private months: number[] = [];
  private isInFlight = false;
  private declines = 0;
  private notBefore = 0;

  set(threshold: bigint, most: number): void {
    this.settings = { threshold, most };
    this.declines = 0;
    this.notBefore = 0;
  }

  /** How many packages are bought now: as few as reach the threshold; none if none may be. */
  packages(balance: bigint, pack: bigint, { at, month }: { readonly at: number; readonly month: number }): number {
    if (!this.settings || this.isInFlight || at < this.notBefore) return 0;
    if (this.months.filter((each) => each === month).length >= this.settings.most) return 0;
    let count = 0;
    while (balance + BigInt(count) * pack < this.settings.threshold) count += 1;
    if (count === 0) return 0;
    this.isInFlight = true;
    this.months.push(month);
    return count;
  }

  credited(): void {
    this.isInFlight = false;
    this.declines = 0;
  }

  /** It counts for no month; the second try comes an hour later, the third a day later, and then none. */
  declined(at: number): void {
    this.isInFlight = false;
    this.months.pop();
    this.declines += 1;
    this.notBefore = at + (this.declines === 1 ? HOUR : DAY);
    if (this.declines === 3) this.settings = undefined;
  }
}
