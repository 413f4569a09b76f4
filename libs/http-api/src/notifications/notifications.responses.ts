import { NOTIFICATION_STATUSES, type NotificationStatus } from '@assay/notifications';
import { Pagination } from '../http/paging.response';
import { Property, count, described, exactly, flag, listOf, oneOf, orNull, text, time } from '../openapi/property';

export class ChatChannel {
  @Property(described(text, 'As automations name it, without a number sign.'))
  name!: string;

  @Property(flag)
  set!: boolean;

  @Property(orNull(time))
  setAt!: string | null;
}

class EmailSettings {
  @Property(described(flag, 'Whether this service sends mail.'))
  enabled!: boolean;

  @Property(described(orNull(text), 'Who sends it.'))
  from!: string | null;
}

export class NoticeReceivers {
  @Property(described(orNull(text), 'The name of a chat channel.'))
  chat!: string | null;

  @Property(described(listOf(text), 'Addresses of e-mail.'))
  email!: readonly string[];
}

export class NotificationSettings {
  @Property(listOf(ChatChannel))
  chat!: readonly ChatChannel[];

  @Property(EmailSettings)
  email!: EmailSettings;

  @Property(described(NoticeReceivers, 'Who is told of what concerns the organization as a whole.'))
  notices!: NoticeReceivers;
}

export class ChatChannelSet {
  @Property(exactly(true))
  success!: true;

  @Property(ChatChannel)
  channel!: ChatChannel;
}

export class NoticeReceiversSet {
  @Property(exactly(true))
  success!: true;

  @Property(NoticeReceivers)
  notices!: NoticeReceivers;
}

class DeliveryAttempt {
  @Property(described(count, 'Its number, from 1.'))
  attempt!: number;

  @Property(time)
  at!: string;

  @Property(oneOf(['delivered', 'delayed', 'failed', 'skipped']))
  outcome!: 'delivered' | 'delayed' | 'failed' | 'skipped';

  @Property(described(orNull(text), 'Why, or how the receiver answered.'))
  detail!: string | null;
}

class DeliveryCause {
  @Property(text)
  eventId!: string;

  @Property(text)
  type!: string;

  @Property(described(text, 'The stream that the event is in.'))
  stream!: string;

  @Property(described(count, 'The number of the event in its stream.'))
  revision!: number;
}

export class Delivery {
  @Property(described(text, 'The same at every attempt: receivers can tell a repetition by it.'))
  id!: string;

  @Property(described(text, 'The kind of channel: `chat`, `email`, `webhook`.'))
  channel!: string;

  @Property(described(text, 'Whom it is for: the name of a chat channel, an address of e-mail, the id of a webhook.'))
  destination!: string;

  @Property(described(text, 'What it tells: `verdict.changed`, or the type of a message to a webhook.'))
  topic!: string;

  @Property(DeliveryCause)
  cause!: DeliveryCause;

  @Property(oneOf(NOTIFICATION_STATUSES))
  status!: NotificationStatus;

  @Property(time)
  requestedAt!: string;

  @Property(described(orNull(time), 'When it is attempted next; null once it has ended.'))
  dueAt!: string | null;

  @Property(orNull(time))
  endedAt!: string | null;

  @Property(count)
  attempts!: number;

  @Property(described(orNull(text), 'Why it was delayed, failed or skipped last.'))
  reason!: string | null;

  @Property(described(listOf(DeliveryAttempt), 'The newest attempts that ended, 20 at most, the oldest first.'))
  log!: readonly DeliveryAttempt[];
}

export class DeliveryList {
  @Property(listOf(Delivery))
  deliveries!: readonly Delivery[];

  @Property(Pagination)
  pagination!: Pagination;
}
