import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Host } from './domain/delivery';

/** The headers in which the hosts send their signature or token, the event and the id of the delivery. */
export const HEADERS: Readonly<Record<Host, Readonly<Record<'signature' | 'event' | 'delivery', string>>>> = {
  hosta: { signature: 'X-Hub-Signature-256', event: 'X-GitHub-Event', delivery: 'X-GitHub-Delivery' },
  hostb: { signature: 'X-Gitlab-Token', event: 'X-Gitlab-Event', delivery: 'X-Gitlab-Event-UUID' },
};

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** An address at which an organization takes deliveries of one host, with the secret that they are checked by. */
export class Webhook {
  readonly #secret: string | undefined;

  constructor(
    readonly host: Host,
    readonly organizationId: string,
    secret: string | undefined,
  ) {
    this.#secret = secret;
  }

  get hasSecret(): boolean {
    return this.#secret !== undefined;
  }

  /** Whether it is worth reading the body: false if the header alone says that it is not signed. */
  mayBeSigned(signature: string | undefined): boolean {
    if (this.#secret === undefined || signature === undefined) return false;
    return this.host === 'hosta' ? SIGNATURE.test(signature) : isSame(digest(signature), digest(this.#secret));
  }

  /** hosta signs the body as it was sent, byte for byte; hostb sends the secret itself. In constant time. */
  isSigned(signature: string | undefined, body: Uint8Array): boolean {
    if (!this.mayBeSigned(signature)) return false;
    if (this.host === 'hostb') return true;
    const given = Buffer.from(SIGNATURE.exec(signature!)![1]!, 'hex');
    return isSame(given, createHmac('sha256', this.#secret!).update(body).digest());
  }
}

/** Texts of any length become comparable in constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: Uint8Array, other: Uint8Array): boolean => timingSafeEqual(one, other);
