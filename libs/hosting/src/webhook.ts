import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CodeHost } from '@assay/kernel';

/** The headers in which the hosts send their signature or token, the event and the id of the delivery. */
export const HEADERS: Readonly<Record<CodeHost, Readonly<Record<'signature' | 'event' | 'delivery', string>>>> = {
  hosta: { signature: 'X-Hub-Signature-256', event: 'X-GitHub-Event', delivery: 'X-GitHub-Delivery' },
  hostb: { signature: 'X-Gitlab-Token', event: 'X-Gitlab-Event', delivery: 'X-Gitlab-Event-UUID' },
};

/** How a host signs with the secret that it shares with an organization. All comparisons take constant time. */
interface Signing {
  /** Whether the header alone may be right, so that the body is worth reading. */
  mayBeSigned(signature: string, secret: string): boolean;
  /** Asked only where the header may be right. */
  isSigned(signature: string, secret: string, body: Uint8Array): boolean;
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

const SIGNING: Readonly<Record<CodeHost, Signing>> = {
  // The body is signed as it was sent, byte for byte.
  hosta: {
    mayBeSigned: (signature) => SIGNATURE.test(signature),
    isSigned: (signature, secret, body) =>
      isSame(Buffer.from(SIGNATURE.exec(signature)![1]!, 'hex'), createHmac('sha256', secret).update(body).digest()),
  },
  // The secret itself is sent.
  hostb: {
    mayBeSigned: (signature, secret) => isSame(digest(signature), digest(secret)),
    isSigned: () => true,
  },
};

/** An address at which an organization takes deliveries of one host, with the secret that they are checked by. */
export class Webhook {
  readonly #secret: string | undefined;

  constructor(
    readonly host: CodeHost,
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
    return SIGNING[this.host].mayBeSigned(signature, this.#secret);
  }

  isSigned(signature: string | undefined, body: Uint8Array): boolean {
    return this.mayBeSigned(signature) && SIGNING[this.host].isSigned(signature!, this.#secret!, body);
  }
}

/** Texts of any length become comparable in constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: Uint8Array, other: Uint8Array): boolean => timingSafeEqual(one, other);
