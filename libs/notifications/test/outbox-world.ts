import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import { Projector, openSqliteReadModelStore } from '@assay/read-models';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { FailingEventStore, FaultPlan } from '../../scanning/test/failing-event-store';
import { notifications } from '../../../projections/notifications.projection';
import { type Channel, type DeliveryOutcome, Dispatcher, type OutgoingMessage, Outbox, type Telling } from '../src';
import { type NotificationDocument, notificationDocuments } from '../src/queries/documents';

export const START = Date.parse('2026-11-02T10:00:00.000Z');

/** Answers each message as it is told to, and remembers what it was given. */
export class ScriptedChannel implements Channel {
  readonly given: OutgoingMessage[] = [];

  constructor(
    readonly kind: string,
    private readonly answer: (
      message: OutgoingMessage,
      signal: AbortSignal,
    ) => DeliveryOutcome | Promise<DeliveryOutcome>,
  ) {}

  async deliver(message: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
    this.given.push(message);
    return this.answer(message, signal);
  }
}

/** An outbox over real stores, with a clock that moves when it is told to, and processes that deliver and die. */
export class OutboxWorld {
  now = START;
  readonly clock = { now: () => new Date(this.now) };
  readonly warnings: unknown[] = [];
  private readonly outbox: Outbox;

  private constructor(
    readonly events: EventStore,
    readonly projector: Projector,
    private readonly closing: () => Promise<void>,
  ) {
    this.outbox = new Outbox(events, this.clock);
  }

  static async begin(): Promise<OutboxWorld> {
    const events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
    const store = await openSqliteReadModelStore({ file: temporaryFile('read-models.db') });
    const projector = new Projector({ events, store, projections: [notifications] });
    await projector.start();
    return new OutboxWorld(events, projector, async () => {
      await projector.stop();
      await store.close();
      await events.close();
    });
  }

  end = (): Promise<void> => this.closing();

  tell = async (n: number, telling: Partial<Telling> = {}): Promise<string> => {
    const cause = { eventId: `event-${n}`, type: 'Happened', stream: 'some-1', revision: n };
    const { notificationId } = await this.outbox.tell({
      organizationId: 'org_1',
      channel: 'test',
      destination: 'somebody',
      topic: 'happened',
      cause,
      content: { n },
      ...telling,
    });
    return notificationId;
  };

  /** A process of its own, whose appends fail as planned. It draws no delay out, unless another number is given. */
  process(channels: readonly Channel[], { plan, random = () => 0 }: { plan?: FaultPlan; random?: () => number } = {}) {
    const events = new FailingEventStore(this.events, plan ?? new FaultPlan(new Map()));
    const dispatcher = new Dispatcher({
      events,
      readModels: this.projector,
      channels: new Map(channels.map((channel) => [channel.kind, channel])),
      clock: this.clock,
      random,
      reached: (position) => this.projector.waitFor(position),
      log: { warn: (...told) => void this.warnings.push(told) },
      attemptTime: 60_000,
      stopPatience: 0,
    });
    return {
      events,
      dispatcher,
      /** Attempts all that is due. */
      drain: async () => {
        await this.caughtUp();
        await dispatcher.drain();
      },
    };
  }

  async caughtUp(): Promise<void> {
    await this.projector.waitFor(await this.events.head());
  }

  async document(id: string): Promise<NotificationDocument> {
    await this.caughtUp();
    return (await this.projector.collection(notificationDocuments).get(id))!.document;
  }

  async documents(): Promise<NotificationDocument[]> {
    await this.caughtUp();
    return (await this.projector.collection(notificationDocuments).find()).map(({ document }) => document);
  }
}
