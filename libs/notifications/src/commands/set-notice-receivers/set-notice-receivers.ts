import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireChatChannelName } from '../../domain/chat-channels';
import {
  type NoticeReceivers,
  noticeReceivers,
  noticeReceiversStream,
  requireAddresses,
  setNoticeReceivers,
} from '../../domain/notice-receivers';

/** Sets who gets notices about the organization; a missing field stays as it is. Refused: VALIDATION_ERROR. */
export class SetNoticeReceivers extends Command<NoticeReceivers> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly chat?: string | null | undefined;
      readonly email?: readonly string[] | undefined;
      /** The id of the API key that makes the request. */
      readonly by: string;
    },
  ) {
    super();
  }
}

@CommandHandler(SetNoticeReceivers)
export class SetNoticeReceiversHandler implements ICommandHandler<SetNoticeReceivers> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId, chat, email, by } }: SetNoticeReceivers): Promise<NoticeReceivers> {
    const receivers = {
      ...(chat !== undefined && { chat: chat === null ? null : requireChatChannelName(chat, 'chat') }),
      ...(email !== undefined && { email: requireAddresses(email) }),
    };
    const { state } = await decide(this.events, noticeReceiversStream(organizationId), noticeReceivers, (current) =>
      setNoticeReceivers({ organizationId, receivers, by, at: timestamp(this.clock) }, current),
    );
    return state;
  }
}
