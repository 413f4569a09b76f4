import { TEXT_SIGNER, type TextSigner } from '@assay/secrets';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { StoredFields } from './domain/automation';

const PURPOSE = "the address of an automation's webhook";
const TOKEN = /^(hook_[\w-]{22})\.([\w-]{43})$/;

/** Makes the public name of an address. Knowing it gives no access. */
export const newWebhookAddress = (): string => `hook_${randomBytes(16).toString('base64url')}`;

/** The fields by which the automation of a called address is found. */
type Addressed = Pick<StoredFields, 'webhookAddress' | 'webhookToken'>;

/**
 * The secret ends of the webhook addresses of automations. An end is derived from the name of the address and a key of
 * this installation, so that no event and no read model holds it. Ends of earlier releases are stored in their events,
 * and stay valid until they are rotated.
 */
@Injectable()
export class WebhookAddresses {
  constructor(@Inject(TEXT_SIGNER) private readonly signer: TextSigner) {}

  /** @returns null for an automation without an address @throws SecretUnreadable, InfrastructureError */
  async tokenOf({ webhookAddress, webhookToken }: Addressed): Promise<string | null> {
    if (webhookAddress === null) return webhookToken;
    return `${webhookAddress}.${await this.signer.sign(PURPOSE, webhookAddress)}`;
  }

  /**
   * The fields of the automation with this secret end; undefined if this installation gave no such end. An end that was
   * derived from an old key stays valid.
   *
   * @throws SecretUnreadable
   */
  async addressed(token: string): Promise<Addressed | undefined> {
    const [, webhookAddress, signature] = TOKEN.exec(token) ?? [];
    if (!webhookAddress || !signature) return { webhookAddress: null, webhookToken: token };
    const isSigned = await this.signer.isSigned(PURPOSE, webhookAddress, signature);
    return isSigned ? { webhookAddress, webhookToken: null } : undefined;
  }
}
