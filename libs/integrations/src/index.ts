export { SetIntegration } from './commands/set-integration/set-integration';
export { CREDENTIAL_FORM, type CredentialName, INTEGRATIONS, type IntegrationName } from './domain/integrations';
export { IntegrationsModule } from './integrations.module';
export { type CredentialStores, loadCredential } from './load-credential';
export { ListIntegrations } from './queries/list-integrations/list-integrations';
