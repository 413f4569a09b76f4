import type { EventStore, LogPosition, RecordedEvent } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { ReadModels, Reactor } from '@assay/read-models';
import { WEBHOOK } from '../channels/webhook-channel';
import { type GivenVerdict, changeBy, reportLink, turnsIdOf, verdictFacts } from '../domain/verdict-news';
import { type WebhookEndpointDisabled, webhookEndpointsStream } from '../domain/webhook-endpoint-events';
import { webhookEndpoints } from '../domain/webhook-endpoints';
import {
  type ScanEnded,
  type StartedScan,
  type TopupTurnedOff,
  type VerdictMessage,
  type WebhookTopic,
  scanNews,
  scanTopic,
  webhookMessage,
} from '../domain/webhook-messages';
import { foldedAt } from '../folded-at';
import type { Outbox } from '../outbox';
import { verdictTurnDocuments } from '../queries/verdict-turns';

type Told = ScanEnded | GivenVerdict | TopupTurnedOff | WebhookEndpointDisabled;
type Recorded = RecordedEvent<Told>;

interface TellWebhooks {
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly firings: {
    load(historyId: string): Promise<{ readonly state: { readonly triggered?: { readonly automationName: string } } }>;
  };
  /** How a session began; undefined if it is deleted. */
  readonly startOf: (stream: string) => Promise<StartedScan | undefined>;
  /** Whose automatic top-ups a stream has. */
  readonly organizationOfTopups: (stream: string) => string;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
}

/** The message that webhooks get about an event, and whose webhooks. */
interface Telling {
  readonly organizationId: string;
  readonly topic: WebhookTopic;
  /** Made only where somebody subscribes to it; undefined if there is nothing to tell any more. */
  readonly data: () => object | Promise<object | undefined>;
}

/** Milliseconds. Nobody waits for news that is older: the read models were deleted, and every event comes again. */
const TOO_LATE = 3 * 24 * 3_600_000;

/**
 * Has the webhooks of an organization told of its events: those that were enabled and subscribed when the event was
 * recorded. The outbox knows each event and webhook again, so that a repetition after a crash tells nothing twice.
 */
export function tellWebhooks(options: TellWebhooks): Reactor<Told> {
  const { outbox, events, clock } = options;
  return {
    name: 'tell-webhooks',
    handles: {
      ScanCompleted: true,
      ScanFailed: true,
      ScanCanceled: true,
      VerdictGiven: true,
      AutoTopupTurnedOff: true,
      WebhookEndpointDisabled: true,
    },
    async react(event) {
      const { at } = event.data;
      if (clock.now().getTime() - Date.parse(at) > TOO_LATE) return;
      const telling = await tellingOf(event, options);
      if (!telling) return;
      const { organizationId, topic } = telling;
      const stream = webhookEndpointsStream(organizationId);
      const all = await foldedAt(events, stream, webhookEndpoints, event.position);
      const endpoints = [...all.values()].filter(
        (endpoint) => endpoint.enabled && (endpoint.events?.includes(topic) ?? true),
      );
      if (endpoints.length === 0) return;
      const data = await telling.data();
      if (!data) return;
      const cause = { eventId: event.id, type: event.type, stream: event.stream, revision: event.revision };
      const content = webhookMessage(topic, cause, at, data);
      for (const { id: destination } of endpoints)
        await outbox.tell({ organizationId, channel: WEBHOOK, destination, topic, cause, content });
    },
  };
}

/** Undefined if what it is about is deleted. */
async function tellingOf(event: Recorded, options: TellWebhooks): Promise<Telling | undefined> {
  switch (event.type) {
    case 'VerdictGiven': {
      const { organizationId } = event.data;
      return { organizationId, topic: 'verdict.given', data: () => verdictMessage(event, options) };
    }
    case 'AutoTopupTurnedOff': {
      const { topupId, reason } = event.data;
      const organizationId = options.organizationOfTopups(event.stream);
      return { organizationId, topic: 'topup.turned_off', data: () => ({ topupId, reason }) };
    }
    case 'WebhookEndpointDisabled': {
      const { organizationId, endpointId: webhookId, reason } = event.data;
      return { organizationId, topic: 'webhook.disabled', data: () => ({ webhookId, reason }) };
    }
    default: {
      const started = await options.startOf(event.stream);
      if (!started) return undefined;
      const link = reportLink(started.scanId, options.publicUrl);
      return {
        organizationId: started.organizationId,
        topic: scanTopic(event),
        data: () => scanNews(event, started, link),
      };
    }
  }
}

async function verdictMessage(
  { data, position }: Extract<Recorded, { readonly type: 'VerdictGiven' }>,
  { firings, readModels, reached, publicUrl }: TellWebhooks,
): Promise<VerdictMessage | undefined> {
  const { triggered } = (await firings.load(data.historyId)).state;
  if (!triggered) return undefined;
  await reached(position);
  const turns = await readModels.collection(verdictTurnDocuments).get(turnsIdOf(data));
  const change = changeBy(data, turns?.document ?? { turns: [] });
  const { automationName } = triggered;
  return { ...verdictFacts(data, { automationName, publicUrl }), change: change ?? null };
}
