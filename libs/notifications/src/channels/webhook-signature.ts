import { createHmac, randomBytes } from 'node:crypto';

/** The Standard Webhooks specification (standardwebhooks.com): how a message is signed, and by which headers. */
const PREFIX = 'whsec_';
/** Between the 24 and the 64 that the specification asks for. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers of one attempt: the id is the same at every attempt, the time is that of this one. Each secret signs, so
 * that a receiver that knows any of them can verify the body.
 */
export function webhookHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
