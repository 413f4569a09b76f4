import { type EventStore, load } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { SecretStore } from '@assay/secrets';
import type { TargetGuard } from '@assay/targets';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '../channel';
import { chatChannelName, chatChannels, chatChannelsStream, chatSecretName } from '../domain/chat-channels';
import type { Notice } from '../domain/notice';
import type { VerdictNews } from '../domain/verdict-news';
import { chatMessage } from './chat-message';
import { messageTexts } from './message-texts';
import { postMessage } from './post-message';

/** Whether a later try may succeed: the server is overloaded or broken, or asks for a later request. */
const mayChange = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** Posts to chat channels, each a Slack-compatible incoming webhook. The destination is the channel's name. */
export class ChatChannelDelivery implements Channel {
  readonly kind = 'chat';

  constructor(
    private readonly options: {
      readonly events: EventStore;
      readonly secrets: SecretStore;
      readonly guard: TargetGuard;
      readonly clock: Clock;
    },
  ) {}

  /** @throws SecretUnreadable, InfrastructureError */
  async deliver(
    { id, organizationId, destination, content }: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const { events, secrets, guard, clock } = this.options;
    const name = chatChannelName(destination);
    const { state } = await load(events, chatChannelsStream(organizationId), chatChannels);
    const channel = state.get(name);
    if (!channel) {
      const how = 'POST /api/settings/notifications/chat/{channel} sets it';
      return { kind: 'skipped', reason: `there is no chat channel of the name ${name}: ${how}` };
    }
    const url = await secrets.get({ organizationId, name: chatSecretName(name, channel.secretId) });
    if (url === undefined) return { kind: 'retry', reason: `the address of ${name} is not in the secret store` };
    const body = JSON.stringify(chatMessage(messageTexts(content as VerdictNews | Notice)));
    // Every attempt has the same key, so that a receiver can drop duplicates.
    const headers = { 'idempotency-key': id };
    return postMessage({ url, body, headers, guard, clock, signal, mayChange });
  }
}
