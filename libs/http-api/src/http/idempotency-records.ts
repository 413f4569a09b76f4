import { type Refusal, sha256Hex } from '@assay/kernel';
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
  /** When it was asked first: what ids are made from, too, so that after 24 hours the same request is a new one. */
  readonly at: string;
  /** The process that runs the request; null when it ended without an answer to keep. */
  readonly owner: string | null;
  readonly answer: Answer | null;
}

export type Reservation =
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | {
      readonly kind: 'reserved';
      /** The same for every try of the same request. */
      readonly seed: string;
      keep(answer: Answer): Promise<void>;
      /** Ended without an answer to keep: the next try runs, under the same seed. */
      release(): Promise<void>;
    };

const KEPT_FOR = 24 * 3_600_000;
/** Milliseconds after which a request that another process has begun counts as lost with that process. */
const LOST_AFTER = 60_000;
const PURGE_EVERY = 3_600_000;

/**
 * Who is first is decided by the store's guarded write. The records are not events: they only spare a repeated request
 * its work. What makes it harmless even without them is that ids are made from the same seed.
 */
@Injectable()
export class IdempotencyRecords {
  private readonly owner = randomUUID();
  /** What this process runs now. A record of its own that is not among them was left when the store went away. */
  private readonly running = new Set<string>();
  private records: Promise<Collection<IdempotencyRecord>> | undefined;
  private purgedAt = 0;

  constructor(@Inject(READ_MODEL_STORE) private readonly store: ReadModelStore) {}

  async reserve(id: string, bodyHash: string, now: Date): Promise<Reservation> {
    const records = await this.collection();
    await this.purge(records, now);
    const known = (await records.getForUpdate([id])).get(id);
    const record = known?.document;
    const current = record && now.getTime() - Date.parse(record.at) < KEPT_FOR ? record : undefined;
    if (current?.owner !== null && current !== undefined) {
      if (current.bodyHash !== bodyHash) return { kind: 'mismatch' };
      if (current.answer) return { kind: 'answered', answer: current.answer };
      if (!this.lost(id, current, now)) return { kind: 'in-progress' };
    }
    const at = current?.bodyHash === bodyHash ? current.at : now.toISOString();
    return this.take(records, id, (known?.position ?? 0) + 1, { bodyHash, at, owner: this.owner, answer: null });
  }

  private async take(
    records: Collection<IdempotencyRecord>,
    id: string,
    position: number,
    mine: IdempotencyRecord,
  ): Promise<Reservation> {
    if (this.running.has(id)) return { kind: 'in-progress' };
    this.running.add(id);
    let isFirst = false;
    try {
      isFirst = (await records.bulk([{ id, position, document: mine }])) === 1;
    } finally {
      if (!isFirst) this.running.delete(id);
    }
    if (!isFirst) return { kind: 'in-progress' };
    const end = async (document: IdempotencyRecord) => {
      try {
        await records.bulk([{ id, position: position + 1, document }]);
      } finally {
        this.running.delete(id);
      }
    };
    return {
      kind: 'reserved',
      seed: sha256Hex(`${id}/${mine.bodyHash}/${mine.at}`),
      keep: (answer) => end({ ...mine, answer }),
      release: () => end({ ...mine, owner: null }),
    };
  }

  private lost(id: string, { owner, at }: IdempotencyRecord, now: Date): boolean {
    return owner === this.owner ? !this.running.has(id) : now.getTime() - Date.parse(at) > LOST_AFTER;
  }

  private async purge(records: Collection<IdempotencyRecord>, now: Date): Promise<void> {
    if (now.getTime() - this.purgedAt < PURGE_EVERY) return;
    this.purgedAt = now.getTime();
    const stale = await records.find({
      where: { at: { lt: new Date(now.getTime() - KEPT_FOR).toISOString() } },
      limit: 10_000,
    });
    if (stale.length > 0)
      await records.bulk(stale.map(({ id, position }) => ({ id, position: position + 1, document: undefined })));
  }

  private collection(): Promise<Collection<IdempotencyRecord>> {
    this.records ??= this.store.collection<IdempotencyRecord>({ name: 'idempotency-records', indexes: [['at']] });
    this.records.catch(() => {
      this.records = undefined; // the next request tries again
    });
    return this.records;
  }
}
