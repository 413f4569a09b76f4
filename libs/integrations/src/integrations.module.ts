import { Module } from '@nestjs/common';
import { SetIntegrationHandler } from './commands/set-integration/set-integration';
import { ListIntegrationsHandler } from './queries/list-integrations/list-integrations';

/** Needs EVENT_STORE, SECRET_STORE, CLOCK and ID_SOURCE from a global module. */
@Module({ providers: [SetIntegrationHandler, ListIntegrationsHandler] })
export class IntegrationsModule {}
