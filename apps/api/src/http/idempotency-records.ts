import type { Refusal } from '@assay/kernel';
import { type Collection, type ReadModelStore, READ_MODEL_STORE } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly refusal?: Refusal;
}

interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly at: string;
  /** The process that runs the first request; one that is gone has left it unfinished. */
  readonly owner: string;
  readonly answer: Answer | null;
}

export type Reservation =
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'reserved'; keep(answer: Answer): Promise<void>; release(): Promise<void> };

const KEPT_FOR = 24 * 3_600_000;
/** Milliseconds after which a request that another process has begun counts as lost with that process. */
const LOST_AFTER = 60_000;
const PURGE_EVERY = 3_600_000;

/**
 * Who is first is decided by the store's guarded write. The records are not events: they only spare a repeated request its
 * work. What makes it harmless even without them is that ids are made from the same seed.
 */
@Injectable()
export class IdempotencyRecords {
  private readonly owner = randomUUID();
  private records: Promise<Collection<IdempotencyRecord>> | undefined;
  private purgedAt = 0;

  constructor(@Inject(READ_MODEL_STORE) private readonly store: ReadModelStore) {}

  async reserve(id: string, bodyHash: string, now: Date): Promise<Reservation> {
    const records = await this.collection();
    await this.purge(records, now);
    const known = (await records.getForUpdate([id])).get(id);
    const record = known?.document;
    if (record && now.getTime() - Date.parse(record.at) < KEPT_FOR) {
      if (record.bodyHash !== bodyHash) return { kind: 'mismatch' };
      if (record.answer) return { kind: 'answered', answer: record.answer };
      if (!this.lost(record, now)) return { kind: 'in-progress' };
    }
    const position = (known?.position ?? 0) + 1;
    const mine = { bodyHash, at: now.toISOString(), owner: this.owner, answer: null };
    if ((await records.bulk([{ id, position, document: mine }])) === 0) return { kind: 'in-progress' };
    return {
      kind: 'reserved',
      keep: async (answer) => void (await records.bulk([{ id, position: position + 1, document: { ...mine, answer } }])),
      release: async () => void (await records.bulk([{ id, position: position + 1, document: undefined }])),
    };
  }

  private lost(record: IdempotencyRecord, now: Date): boolean {
    return record.owner !== this.owner && now.getTime() - Date.parse(record.at) > LOST_AFTER;
  }

  private async purge(records: Collection<IdempotencyRecord>, now: Date): Promise<void> {
    if (now.getTime() - this.purgedAt < PURGE_EVERY) return;
    this.purgedAt = now.getTime();
    const stale = await records.find({ where: { at: { lt: new Date(now.getTime() - KEPT_FOR).toISOString() } }, limit: 10_000 });
    if (stale.length > 0) await records.bulk(stale.map(({ id, position }) => ({ id, position: position + 1, document: undefined })));
  }

  private collection(): Promise<Collection<IdempotencyRecord>> {
    this.records ??= this.store.collection<IdempotencyRecord>({ name: 'idempotency-records', indexes: [['at']] });
    this.records.catch(() => {
      this.records = undefined; // the next request tries again
    });
    return this.records;
  }
}
