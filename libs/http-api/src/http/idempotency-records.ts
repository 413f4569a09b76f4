import { EVENT_STORE, type EventStore, WrongExpectedRevision, load } from '@assay/event-store';
import { type Settings, SETTINGS, sha256Hex } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { IdempotencyPurge } from './idempotency-purge';
import {
  type Answer,
  type IdempotencyEvent,
  KEPT_FOR,
  type RememberedRequest,
  idempotencyStream,
  rememberedRequest,
} from './idempotency-stream';

export type Reservation =
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in-progress' }
  | {
      readonly kind: 'answered';
      readonly answer: Answer;
      /** What the body was recognised by. */
      readonly bodyHash: string | null;
    }
  | {
      readonly kind: 'reserved';
      /** The same for every try of the same request. */
      readonly seed: string;
      /** @param bodyHash where the body was known only once it had been received */
      keep(answer: Answer, bodyHash?: string): Promise<void>;
      /** Ended without an answer to keep: the next try runs, under the same seed. */
      release(): Promise<void>;
    };

/** Milliseconds after which a request that another process has begun counts as lost with that process. */
const LOST_AFTER = 60_000;

/**
 * Which requests were made with which Idempotency-Key, and what was answered: a stream a request. They are facts in the
 * event store, as durable as the charge that a request causes, so that neither a power cut nor the loss of the read
 * models makes a repeated request a new one. Who is first is decided by the append's expected revision.
 */
@Injectable()
export class IdempotencyRecords {
  private readonly owner = randomUUID();
  /** What this process runs now. A reservation of its own that is not among them was left when the store went away. */
  private readonly running = new Set<string>();
  private readonly purge: IdempotencyPurge;
  /** One process at a time has an embedded store open: whoever else made a reservation in it is gone. */
  private readonly isAlone: boolean;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SETTINGS) { eventStoreUrl }: Pick<Settings, 'eventStoreUrl'>,
  ) {
    this.isAlone = eventStoreUrl.startsWith('sqlite:');
    this.purge = new IdempotencyPurge(events);
  }

  /** @param bodyHash null where the body is known only once it has been received: no mismatch is found before */
  async reserve(id: string, bodyHash: string | null, now: Date): Promise<Reservation> {
    await this.purge.run(now);
    const { state, revision } = await load<RememberedRequest | undefined, IdempotencyEvent>(
      this.events,
      idempotencyStream(id),
      rememberedRequest,
    );
    const current = state && now.getTime() - Date.parse(state.at) < KEPT_FOR ? state : undefined;
    if (current?.owner !== null && current !== undefined) {
      if (bodyHash !== null && current.bodyHash !== bodyHash) return { kind: 'mismatch' };
      if (current.answer) return { kind: 'answered', answer: current.answer, bodyHash: current.bodyHash };
      if (!this.lost(id, current, now)) return { kind: 'in-progress' };
    }
    const at = current?.bodyHash === bodyHash ? current.at : now.toISOString();
    return this.take(id, revision, { bodyHash, at, owner: this.owner });
  }

  private async take(
    id: string,
    revision: number,
    mine: { readonly bodyHash: string | null; readonly at: string; readonly owner: string },
  ): Promise<Reservation> {
    if (this.running.has(id)) return { kind: 'in-progress' };
    this.running.add(id);
    let taken: number | undefined;
    try {
      taken = await this.append(id, revision, { type: 'RequestReserved', data: mine });
    } finally {
      if (taken === undefined) this.running.delete(id);
    }
    if (taken === undefined) return { kind: 'in-progress' };
    const reserved = taken;
    const end = async (event: IdempotencyEvent) => {
      try {
        // Where another process counted this one as lost, what that one answers is kept.
        await this.append(id, reserved, event);
      } finally {
        this.running.delete(id);
      }
    };
    return {
      kind: 'reserved',
      seed: sha256Hex(`${id}/${mine.bodyHash ?? ''}/${mine.at}`),
      keep: (answer, bodyHash = mine.bodyHash ?? undefined) =>
        end({ type: 'RequestAnswered', data: { at: mine.at, bodyHash: bodyHash ?? null, answer } }),
      release: () => end({ type: 'RequestReleased', data: { at: mine.at } }),
    };
  }

  /** @returns the new revision; undefined when another was first */
  private async append(id: string, revision: number, event: IdempotencyEvent): Promise<number | undefined> {
    try {
      const expectedRevision = revision === -1 ? 'no-stream' : revision;
      return (await this.events.append(idempotencyStream(id), [event], { expectedRevision })).revision;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined;
      throw error;
    }
  }

  private lost(id: string, { owner, at }: RememberedRequest, now: Date): boolean {
    if (owner === this.owner) return !this.running.has(id);
    return this.isAlone || now.getTime() - Date.parse(at) > LOST_AFTER;
  }
}
