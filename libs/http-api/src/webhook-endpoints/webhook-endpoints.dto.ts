import { WEBHOOK_TOPICS, type WebhookTopic } from '@assay/notifications';
import { Flag, ListOf, Matching, Text } from '../http/fields';

const URL_FIELD = {
  pattern: /^https?:\/\/[\x21-\x7e]{1,2000}$/,
  message: 'must be an http:// or https:// address of at most 2,000 characters',
  description: 'Where messages are sent. It is shown to whoever may read the settings: put no secret into it.',
} as const;
const DESCRIPTION = { max: 200, optional: true, nullable: true, description: 'What it is for.' } as const;
const EVENTS = {
  values: WEBHOOK_TOPICS,
  min: 1,
  max: 100,
  optional: true,
  nullable: true,
  description: 'Of which types messages are sent. Null: of all, also of those that later releases add.',
} as const;

export class CreateWebhookDto {
  @Matching(URL_FIELD)
  url!: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @ListOf(EVENTS)
  events?: WebhookTopic[] | null;

  @Flag({ optional: true, default: true })
  enabled: boolean = true;
}

export class ChangeWebhookDto {
  @Matching({ ...URL_FIELD, optional: true })
  url?: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @ListOf(EVENTS)
  events?: WebhookTopic[] | null;

  @Flag({ optional: true, description: 'True also enables one again that was disabled by itself.' })
  enabled?: boolean;
}
