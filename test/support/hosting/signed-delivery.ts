import { createHmac, randomUUID } from 'node:crypto';

/** A delivery as a host sends it: each part may be replaced, to send what no host would. */
export interface Delivery {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

export const signatureOf = (body: string | Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** @param body an object is sent as JSON; anything else as it is */
export function hostaDelivery(
  body: object | string | Uint8Array<ArrayBuffer>,
  { secret, event = 'push', id = randomUUID() }: { secret: string; event?: string; id?: string },
): Delivery {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return {
    body: bytes as Delivery['body'],
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-delivery': id,
      'x-github-event': event,
      'x-github-hook-id': '1',
      'x-hub-signature-256': signatureOf(bytes, secret),
    },
  };
}

export function hostbDelivery(
  body: object | string,
  { secret, event = 'Push Hook', id = randomUUID() }: { secret: string; event?: string; id?: string },
): Delivery {
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitLab/18.0.0',
      'x-gitlab-event': event,
      'x-gitlab-event-uuid': id,
      'x-gitlab-token': secret,
    },
  };
}
