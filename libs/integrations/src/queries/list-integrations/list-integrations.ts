import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { INTEGRATIONS, integrations, integrationsStream } from '../../domain/integrations';
import { type IntegrationView, integrationView } from '../integration-view';

/** Every integration, whether anything of it is set or not. */
export class ListIntegrations extends Query<readonly IntegrationView[]> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

/** From the stream itself: it has as many events as somebody has changed a token, and what was just set is shown. */
@QueryHandler(ListIntegrations)
export class ListIntegrationsHandler implements IQueryHandler<ListIntegrations> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { organizationId } }: ListIntegrations): Promise<readonly IntegrationView[]> {
    const { state } = await load(this.events, integrationsStream(organizationId), integrations);
    return INTEGRATIONS.map((name) => integrationView(name, state[name]));
  }
}
