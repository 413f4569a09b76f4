import type { EventStore, RecordedEvent } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import { type Notice, topupNotice, webhookNotice } from '../domain/notice';
import { noticeReceivers, noticeReceiversStream } from '../domain/notice-receivers';
import type { WebhookEndpointDisabled } from '../domain/webhook-endpoint-events';
import type { TopupTurnedOff } from '../domain/webhook-messages';
import { foldedAt } from '../folded-at';
import type { Outbox } from '../outbox';

type Told = TopupTurnedOff | WebhookEndpointDisabled;

/** Milliseconds. Nobody waits for news that is older: the read models were deleted, and every event comes again. */
const TOO_LATE = 3 * 24 * 3_600_000;

/** Tells whom an organization names, by chat and e-mail, what concerns it as a whole. */
export function tellNotices({
  outbox,
  events,
  organizationOfTopups,
  clock,
}: {
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly events: EventStore;
  /** Whose automatic top-ups a stream has. */
  readonly organizationOfTopups: (stream: string) => string;
  readonly clock: Clock;
}): Reactor<Told> {
  const noticeOf = (event: RecordedEvent<Told>): { organizationId: string; topic: string; content: Notice } =>
    event.type === 'AutoTopupTurnedOff'
      ? {
          organizationId: organizationOfTopups(event.stream),
          topic: 'topup.turned_off',
          content: topupNotice(event.data),
        }
      : {
          organizationId: event.data.organizationId,
          topic: 'webhook.disabled',
          content: webhookNotice(event.data),
        };
  return {
    name: 'tell-notices',
    handles: { AutoTopupTurnedOff: true, WebhookEndpointDisabled: true },
    async react(event) {
      if (clock.now().getTime() - Date.parse(event.data.at) > TOO_LATE) return;
      const notice = noticeOf(event);
      const stream = noticeReceiversStream(notice.organizationId);
      const { chat, email } = await foldedAt(events, stream, noticeReceivers, event.position);
      const cause = { eventId: event.id, type: event.type, stream: event.stream, revision: event.revision };
      if (chat !== null) await outbox.tell({ ...notice, cause, channel: 'chat', destination: chat });
      for (const destination of email) await outbox.tell({ ...notice, cause, channel: 'email', destination });
    },
  };
}
