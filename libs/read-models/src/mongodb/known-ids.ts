import { LRUCache } from 'lru-cache';

/** Ids of 40 characters take about 100 bytes each. */
const CAPACITY = 20_000;

/**
 * Documents that were seen to be there, so that these are replaced and all others inserted. Only a hint: each of the
 * two writes is right, and costs a second question, where it was wrong. An insertion asks less of a server than an
 * upsert that finds nothing, and most documents are written once.
 */
export class KnownIds {
  private readonly ids = new LRUCache<string, true>({ max: CAPACITY });

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string): void {
    this.ids.set(id, true);
  }
}
