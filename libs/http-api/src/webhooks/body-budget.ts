/** How many bytes of large bodies may be held in memory at one time, by all requests together. */
export class BodyBudget {
  private taken = 0;

  constructor(private readonly bytes: number) {}

  /** @returns what gives them back, once however often it is called; undefined if there are not so many left */
  take(bytes: number): (() => void) | undefined {
    if (this.taken + bytes > this.bytes) return undefined;
    this.taken += bytes;
    let held = bytes;
    return () => {
      this.taken -= held;
      held = 0;
    };
  }
}
