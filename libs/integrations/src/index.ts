export { SetIntegration } from './commands/set-integration/set-integration';
export {
  CREDENTIAL_FORM,
  type CredentialName,
  INTEGRATIONS,
  type IntegrationEvent,
  type IntegrationName,
  integrationsStream,
} from './domain/integrations';
export { IntegrationsModule } from './integrations.module';
export { type CredentialStores, loadCredential } from './load-credential';
export type { IntegrationView } from './queries/integration-view';
export { ListIntegrations } from './queries/list-integrations/list-integrations';
