import { Property, described, exactly, flag, listOf, orNull, text, time } from '../openapi/property';

export class Webhook {
  @Property(text)
  id!: string;

  @Property(text)
  url!: string;

  @Property(orNull(text))
  description!: string | null;

  @Property(orNull(described(listOf(text), 'Of which types messages are sent; null for all.')))
  events!: readonly string[] | null;

  @Property(flag)
  enabled!: boolean;

  @Property(described(orNull(time), 'When it was disabled by itself; null where it was not.'))
  disabledAt!: string | null;

  @Property(described(orNull(text), 'Why it was disabled by itself.'))
  disabledReason!: string | null;

  @Property(time)
  createdAt!: string;

  @Property(time)
  changedAt!: string;

  @Property(described(orNull(time), 'Until when the secret before the last rotation signs, too; null: none does.'))
  previousSecretUntil!: string | null;
}

export class WebhookList {
  @Property(listOf(Webhook))
  webhooks!: readonly Webhook[];
}

export class WebhookAnswer {
  @Property(Webhook)
  webhook!: Webhook;
}

export class WebhookSecretAnswer {
  @Property(Webhook)
  webhook!: Webhook;

  @Property(
    orNull(
      described(
        text,
        'The secret, this one time: `whsec_` and 32 bytes in base64. Null in the answer to a request that repeats an ' +
          'Idempotency-Key.',
      ),
    ),
  )
  secret!: string | null;
}

export class WebhookPinged {
  @Property(exactly(true))
  success!: true;

  @Property(described(text, 'The id of the delivery, which is the `webhook-id` of the message.'))
  deliveryId!: string;
}
