import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { SETTINGS, type Settings } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { chatChannels, chatChannelsStream } from '../../domain/chat-channels';
import { type NoticeReceivers, noticeReceivers, noticeReceiversStream } from '../../domain/notice-receivers';
import { type ChatChannelView, chatChannelView } from './chat-channel-view';

export interface NotificationSettings {
  /** By name. */
  readonly chat: readonly ChatChannelView[];
  /** Whether this service sends mail. */
  readonly email: { readonly enabled: boolean; readonly from: string | null };
  /** Who gets notices about the organization as a whole. */
  readonly notices: NoticeReceivers;
}

/** By which ways an organization can be told something; never the addresses of its chat channels. */
export class GetNotificationSettings extends Query<NotificationSettings> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

/** From the stream itself, so that what was just set is shown. */
@QueryHandler(GetNotificationSettings)
export class GetNotificationSettingsHandler implements IQueryHandler<GetNotificationSettings> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute({ input: { organizationId } }: GetNotificationSettings): Promise<NotificationSettings> {
    const { state } = await load(this.events, chatChannelsStream(organizationId), chatChannels);
    const notices = await load(this.events, noticeReceiversStream(organizationId), noticeReceivers);
    const { mail } = this.settings;
    return {
      chat: [...state.keys()].sort().map((name) => chatChannelView(name, state)),
      email: { enabled: mail !== undefined, from: mail?.from ?? null },
      notices: notices.state,
    };
  }
}
