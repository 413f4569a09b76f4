import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { refused } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { webhookTokenOf } from '../../webhook-token';

/** The token in the addresses of an organization's webhooks. Refused: ORGANIZATION_NOT_FOUND. */
export class GetWebhookToken extends Query<string> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@QueryHandler(GetWebhookToken)
export class GetWebhookTokenHandler implements IQueryHandler<GetWebhookToken> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { organizationId } }: GetWebhookToken): Promise<string> {
    return (
      (await webhookTokenOf(this.events, organizationId)) ?? refused('ORGANIZATION_NOT_FOUND', 'Organization not found')
    );
  }
}
