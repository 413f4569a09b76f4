import type { CodeHost } from '@assay/kernel';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { loadCredential } from '@assay/integrations';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { organizationOfToken } from '../../webhook-token';
import { Webhook } from '../../webhook';

/** The webhook at an address; undefined if no organization has the address. */
export class FindWebhook extends Query<Webhook | undefined> {
  constructor(readonly input: { readonly host: CodeHost; readonly token: string }) {
    super();
  }
}

/** @throws SecretUnreadable, InfrastructureError */
@QueryHandler(FindWebhook)
export class FindWebhookHandler implements IQueryHandler<FindWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
  ) {}

  async execute({ input: { host, token } }: FindWebhook): Promise<Webhook | undefined> {
    const organizationId = await organizationOfToken(this.events, token);
    if (organizationId === undefined) return undefined;
    const secret = await loadCredential(
      { events: this.events, secrets: this.secrets },
      { organizationId, integration: host, credential: 'webhookSecret' },
    );
    return new Webhook(host, organizationId, secret);
  }
}
