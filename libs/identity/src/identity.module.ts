import { Module } from '@nestjs/common';
import { ApiKeyCache } from './api-key-cache';
import { BootstrapOrganizationHandler } from './commands/bootstrap-organization/bootstrap-organization';
import { ChangeOrganizationTierHandler } from './commands/change-organization-tier/change-organization-tier';
import { CreateApiKeyHandler } from './commands/create-api-key/create-api-key';
import { CreateOrganizationHandler } from './commands/create-organization/create-organization';
import { RevokeApiKeyHandler } from './commands/revoke-api-key/revoke-api-key';
import { KeyUseRecorder } from './key-use-recorder';
import { AuthenticateApiKeyHandler } from './queries/authenticate-api-key/authenticate-api-key';
import { IsApiKeyInForceHandler } from './queries/is-api-key-in-force/is-api-key-in-force';
import { ListApiKeysHandler } from './queries/list-api-keys/list-api-keys';
import { ListKeyDescendantsHandler } from './queries/list-key-descendants/list-key-descendants';

const commands = [
  BootstrapOrganizationHandler,
  CreateOrganizationHandler,
  ChangeOrganizationTierHandler,
  CreateApiKeyHandler,
  RevokeApiKeyHandler,
];
const queries = [AuthenticateApiKeyHandler, IsApiKeyInForceHandler, ListApiKeysHandler, ListKeyDescendantsHandler];

/** Needs EVENT_STORE, READ_MODELS, PRICE_LIST, CLOCK and ID_SOURCE from a global module. */
@Module({ providers: [ApiKeyCache, KeyUseRecorder, ...commands, ...queries] })
export class IdentityModule {}
