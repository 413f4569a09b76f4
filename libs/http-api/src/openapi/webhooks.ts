import type { WebhookTopic } from '@assay/notifications';
import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import {
  PingMessage,
  ScanCanceledMessage,
  ScanCompletedMessage,
  ScanFailedMessage,
  TopupTurnedOffMessage,
  VerdictGivenMessage,
  WebhookDisabledMessage,
} from '../webhook-endpoints/webhook-messages.responses';

interface Sent<Topic> {
  readonly message: Type<{ readonly type: Topic }>;
  readonly summary: string;
}

/** The messages that webhooks are sent: the compiler misses a type that has no message here. */
const SENT: { readonly [Topic in WebhookTopic | 'ping']: Sent<Topic> } = {
  'scan.completed': { message: ScanCompletedMessage, summary: 'A scan completed, with all of its tools or some.' },
  'scan.failed': { message: ScanFailedMessage, summary: 'A scan failed.' },
  'scan.canceled': { message: ScanCanceledMessage, summary: 'A scan was canceled.' },
  'verdict.given': { message: VerdictGivenMessage, summary: "An automation's scan was judged." },
  'topup.turned_off': { message: TopupTurnedOffMessage, summary: 'Automatic top-ups turned themselves off.' },
  'webhook.disabled': { message: WebhookDisabledMessage, summary: 'Another webhook of the organization was disabled.' },
  ping: { message: PingMessage, summary: 'Somebody tries the webhook.' },
};

export const WEBHOOK_MESSAGES: readonly Type[] = Object.values(SENT).map(({ message }) => message);

const header = (name: string, description: string, pattern: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string', pattern },
  description,
});

/** The headers of the Standard Webhooks specification. */
const HEADERS = [
  header(
    'webhook-id',
    'The same each time that the message is sent: what to tell a repetition by.',
    '^ntf_[0-9a-f-]+$',
  ),
  header('webhook-timestamp', 'When this attempt was made: seconds since 1970. Refuse what is old.', '^\\d+$'),
  header(
    'webhook-signature',
    'One signature for each secret that is valid, with a space between two: `v1,` and the HMAC-SHA256, in base64, of ' +
      '`<webhook-id>.<webhook-timestamp>.<body>` by the bytes that the secret has after `whsec_`, in base64.',
    '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$',
  ),
];

/** The `webhooks` of the OpenAPI document: what the service sends, and what it makes of the answers. */
export const webhookOperations = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(SENT).map(([topic, { message, summary }]) => [
      topic,
      {
        post: {
          operationId: `webhook-${topic}`,
          tags: ['settings'],
          summary,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: getSchemaPath(message) } } },
          },
          responses: {
            200: { description: 'Any status from 200 to 299 says that the message was taken.' },
            410: { description: 'The receiver is gone: the webhook is disabled.' },
            default: {
              description:
                'The message is sent again, after growing delays, for three days; `Retry-After` is honoured.',
            },
          },
        },
      },
    ]),
  );
