import { EVENT_STORE, type EventStore, WrongExpectedRevision, load } from '@assay/event-store';
import { type Clock, CLOCK, type Settings, SETTINGS, Turns, messageOf, sha256Hex } from '@assay/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
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
      /** The fingerprint of the body. */
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

/** Milliseconds without a sign after which a request of another process counts as lost with that process. */
const LOST_AFTER = 8_000;
/** The same of a process that gives no signs, since its first try: one of an earlier release. */
const LOST_WITHOUT_SIGNS_AFTER = 60_000;
/** How old the last sign of a request is when the next one is due; looked at so often. Most requests need none. */
const SIGN_AFTER = 2_000;
const LOOK_EVERY = 1_000;

/** A request that this process runs. */
interface Held {
  readonly at: string;
  /** The revision of the newest event of its stream, as far as this process wrote it. */
  revision: number;
  /** When its last sign was given; Infinity once another process has taken it over. */
  signedAt: number;
}

/**
 * Which requests were made with which Idempotency-Key, and what was answered: a stream a request. They are facts in the
 * event store, as durable as the charge that a request causes, so that neither a power cut nor the loss of the read
 * models makes a repeated request a new one. Who is first is decided by the append's expected revision.
 */
@Injectable()
export class IdempotencyRecords {
  private readonly logger = new Logger(IdempotencyRecords.name);
  private readonly owner = randomUUID();
  /**
   * The requests that this process runs now; undefined while one is being reserved. A reservation of its own that is
   * not among them was left when the store went away.
   */
  private readonly running = new Map<string, Held | undefined>();
  /** A request's signs and its end are appended one after the other. */
  private readonly turns = new Turns<string>();
  /** While requests run of which others must be told. */
  private looking: NodeJS.Timeout | undefined;
  private readonly purge: IdempotencyPurge;
  /** One process at a time has an embedded store open: any other process that made a reservation in it is gone. */
  private readonly isAlone: boolean;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SETTINGS) { eventStoreUrl }: Pick<Settings, 'eventStoreUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.isAlone = eventStoreUrl.startsWith('sqlite:');
    this.purge = new IdempotencyPurge(events);
  }

  private look(): void {
    if (this.running.size === 0) {
      clearInterval(this.looking);
      this.looking = undefined;
    } else if (!this.isAlone)
      this.looking ??= setInterval(() => {
        this.giveSigns(this.clock.now()).catch((error: unknown) =>
          this.logger.warn(`no sign was given of requests that are under way: ${messageOf(error)}`),
        );
      }, LOOK_EVERY).unref();
  }

  /** Says of requests that take longer that this process is still at them. */
  async giveSigns(now: Date): Promise<void> {
    const due = [...this.running].filter(([, held]) => held && now.getTime() - held.signedAt >= SIGN_AFTER);
    await Promise.all(due.map(([id, held]) => this.turns.take(id, () => this.giveSign(id, held!, now))));
  }

  private async giveSign(id: string, held: Held, now: Date): Promise<void> {
    // It has ended, or an earlier sign was late.
    if (this.running.get(id) !== held || now.getTime() - held.signedAt < SIGN_AFTER) return;
    const data = { at: held.at, heldAt: now.toISOString() };
    const revision = await this.append(id, held.revision, { type: 'RequestHeld', data });
    if (revision === undefined) held.signedAt = Infinity;
    else [held.revision, held.signedAt] = [revision, now.getTime()];
  }

  /** @param bodyHash null if the body is known only once it has been received: no mismatch is found before */
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
    return this.take(id, revision, { bodyHash, at, owner: this.owner, heldAt: now.toISOString() });
  }

  private async take(
    id: string,
    revision: number,
    mine: { readonly bodyHash: string | null; readonly at: string; readonly owner: string; readonly heldAt: string },
  ): Promise<Reservation> {
    if (this.running.has(id)) return { kind: 'in-progress' };
    this.running.set(id, undefined);
    let taken: number | undefined;
    try {
      taken = await this.append(id, revision, { type: 'RequestReserved', data: mine });
    } finally {
      if (taken === undefined) this.running.delete(id);
    }
    if (taken === undefined) return { kind: 'in-progress' };
    const held: Held = { at: mine.at, revision: taken, signedAt: Date.parse(mine.heldAt) };
    this.running.set(id, held);
    this.look();
    const end = (event: IdempotencyEvent) =>
      this.turns.take(id, async () => {
        try {
          // Where another process counted this one as lost, what that one answers is kept.
          await this.append(id, held.revision, event);
        } finally {
          this.running.delete(id);
          this.look();
        }
      });
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

  private lost(id: string, { owner, at, heldAt }: RememberedRequest, now: Date): boolean {
    if (owner === this.owner) return !this.running.has(id);
    if (this.isAlone) return true;
    const silence = now.getTime() - Date.parse(heldAt ?? at);
    return silence > (heldAt === undefined ? LOST_WITHOUT_SIGNS_AFTER : LOST_AFTER);
  }
}
