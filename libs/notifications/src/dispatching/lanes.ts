/** Attempts at once in one process: over all, and of one organization. One of each lane. */
const MOST = 8;
const MOST_OF_ORGANIZATION = 4;

interface Taken {
  readonly lane: string;
  readonly organizationId: string;
}

/** `<organization>/…` */
const organizationOf = (lane: string): string => lane.slice(0, lane.indexOf('/'));

/**
 * Who may be attempted now, so that a receiver that is slow delays nobody but itself, and an organization with much to
 * tell delays no other.
 */
export class Lanes {
  private readonly taken = new Map<string, Taken>();
  /** When an organization, and when a lane last had its turn. */
  private readonly turns = new Map<string, number>();
  private readonly laneTurns = new Map<string, number>();
  private turn = 0;

  get size(): number {
    return this.taken.size;
  }

  /** Those of the lanes that may begin now. Who waited longest is first: of organizations, and of the lanes of each. */
  next(due: readonly string[]): string[] {
    const free = new Map<string, string[]>();
    for (const lane of due) {
      if (this.taken.has(lane)) continue;
      const organizationId = organizationOf(lane);
      free.set(organizationId, [...(free.get(organizationId) ?? []), lane]);
    }
    for (const organizationId of this.turns.keys())
      if (!free.has(organizationId) && this.countOf(organizationId) === 0) this.turns.delete(organizationId);
    const kept = new Set([...due, ...this.taken.keys()]);
    for (const lane of this.laneTurns.keys()) if (!kept.has(lane)) this.laneTurns.delete(lane);
    const waiting = [...free].sort(([a], [b]) => (this.turns.get(a) ?? 0) - (this.turns.get(b) ?? 0));
    for (const [, lanes] of waiting) lanes.sort((a, b) => (this.laneTurns.get(a) ?? 0) - (this.laneTurns.get(b) ?? 0));
    const chosen: string[] = [];
    for (let round = 0; round < MOST_OF_ORGANIZATION; round += 1)
      for (const [organizationId, lanes] of waiting) {
        const lane = lanes[round];
        if (lane === undefined || this.countOf(organizationId) + round >= MOST_OF_ORGANIZATION) continue;
        if (this.taken.size + chosen.length < MOST) chosen.push(lane);
      }
    return chosen;
  }

  take(lane: string): void {
    const organizationId = organizationOf(lane);
    this.taken.set(lane, { lane, organizationId });
    this.turn += 1;
    this.turns.set(organizationId, this.turn);
    this.laneTurns.set(lane, this.turn);
  }

  release(lane: string): void {
    this.taken.delete(lane);
  }

  private countOf(organizationId: string): number {
    let count = 0;
    for (const taken of this.taken.values()) if (taken.organizationId === organizationId) count += 1;
    return count;
  }
}
