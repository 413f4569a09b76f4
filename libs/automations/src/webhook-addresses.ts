import { TEXT_SIGNER, type TextSigner } from '@assay/secrets';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { StoredFields } from './domain/automation';

const PURPOSE = "the address of an automation's webhook";
const TOKEN = /^(hook_[\w-]{22})\.([\w-]{43})$/;

/** Names an address. Knowing it opens nothing. */
export const newWebhookAddress = (): string => `hook_${randomBytes(16).toString('base64url')}`;

/** By which an automation is found whose address is called. */
type Addressed = Pick<StoredFields, 'webhookAddress' | 'webhookToken'>;

/**
 * The secret ends of the addresses that automations are called at. An end is derived from what events say of the
 * address and a key of this installation, so that no event and no read model has it. The ends that earlier releases
 * gave stand in their events, and hold until they are rotated.
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
   * What the automation has that is called at this end; undefined if this installation gave no such end. An end that
   * was derived from an old key of it stays good.
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
