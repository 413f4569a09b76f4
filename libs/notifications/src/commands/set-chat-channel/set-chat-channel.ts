import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import {
  CLOCK,
  type Clock,
  ID_SOURCE,
  type IdSource,
  RefusedError,
  deterministicId,
  refused,
  timestamp,
} from '@assay/kernel';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import type { TargetGuard } from '@assay/targets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type ChatChannels,
  chatChannels,
  chatChannelsStream,
  chatSecretName,
  requireChatChannelName,
  setChatChannel,
} from '../../domain/chat-channels';
import { OUTGOING_GUARD } from '../../outgoing-guard';
import { requireAllowedAddress } from '../../require-allowed-address';
import { type ChatChannelView, chatChannelView } from '../../queries/notification-settings/chat-channel-view';

/**
 * Sets the address of a chat channel, or removes the channel with null. Refused: VALIDATION_ERROR, TARGET_NOT_ALLOWED,
 * CHAT_CHANNEL_LIMIT_REACHED, CHAT_CHANNEL_NOT_FOUND for the removal of one that is not there.
 */
export class SetChatChannel extends Command<ChatChannelView> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly channel: string;
      readonly webhookUrl: string | null;
      /** The id of the API key that makes the request. */
      readonly by: string;
      /** The same value for every try of the same request, so that it is recorded only once. */
      readonly seed?: string | undefined;
    },
  ) {
    super();
  }
}

/** A secret is stored before the event that sets it, and removed after the event that replaces it. */
@CommandHandler(SetChatChannel)
export class SetChatChannelHandler implements ICommandHandler<SetChatChannel> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(OUTGOING_GUARD) private readonly guard: TargetGuard,
  ) {}

  async execute({ input }: SetChatChannel): Promise<ChatChannelView> {
    const { organizationId, channel, webhookUrl, by, seed } = input;
    const name = requireChatChannelName(channel);
    const stream = chatChannelsStream(organizationId);
    const nameOf = (id: string) => ({ organizationId, name: chatSecretName(name, id) });
    const { state: before } = await load(this.events, stream, chatChannels);
    if (webhookUrl === null && !before.has(name) && seed === undefined)
      refused('CHAT_CHANNEL_NOT_FOUND', 'There is no chat channel of this name');
    const secretId =
      webhookUrl === null ? null : seed === undefined ? this.ids.next('sec') : deterministicId('sec', seed);
    if (webhookUrl !== null && secretId !== null) {
      requireAllowedAddress(webhookUrl, this.guard);
      await this.secrets.put(nameOf(secretId), webhookUrl);
    }
    let replaced: ChatChannels = before;
    try {
      const { state } = await decide(this.events, stream, chatChannels, (current) => {
        replaced = current;
        return setChatChannel({ organizationId, name, secretId, by, at: timestamp(this.clock) }, current);
      });
      const old = replaced.get(name)?.secretId;
      if (old !== undefined && old !== secretId) await this.secrets.remove(nameOf(old));
      return chatChannelView(name, state);
    } catch (error) {
      // Otherwise each refused request would leave a file.
      if (secretId !== null && error instanceof RefusedError) await this.secrets.remove(nameOf(secretId));
      throw error;
    }
  }
}
