import { LONGEST_MAIL_ADDRESS, MAIL_ADDRESS } from '@assay/kernel';
import { CHAT_CHANNEL_NAME, NOTIFICATION_STATUSES, type NotificationStatus } from '@assay/notifications';
import { ListOf, Matching, OneOf, Text } from '../http/fields';
import { PagingDto } from '../http/paging.dto';

export class SetChatChannelDto {
  @Matching({
    pattern: /^https?:\/\/[\x21-\x7e]{1,2000}$/,
    message: 'must be an http:// or https:// address of at most 2,000 characters, or null',
    nullable: true,
    description:
      'The address of a Slack-compatible incoming webhook. It is kept encrypted and shown to nobody. Null removes ' +
      'the channel.',
  })
  webhookUrl!: string | null;
}

export class SetNoticeReceiversDto {
  @Text({
    max: 80,
    form: CHAT_CHANNEL_NAME,
    optional: true,
    nullable: true,
    description: 'The name of a chat channel; null for none.',
  })
  chat?: string | null;

  @ListOf({
    form: { ...MAIL_ADDRESS, longest: LONGEST_MAIL_ADDRESS },
    max: 20,
    optional: true,
    description: 'Addresses of e-mail.',
  })
  email?: string[];
}

export class DeliveriesByStatusDto extends PagingDto {
  @OneOf({ values: NOTIFICATION_STATUSES, optional: true, description: 'Only those that stand so.' })
  status?: NotificationStatus;
}

export class DeliveriesDto extends DeliveriesByStatusDto {
  @Text({ max: 50, optional: true, description: 'Only those of this kind of channel: `chat`, `email`, `webhook`.' })
  channel?: string;
}
