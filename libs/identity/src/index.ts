export { BootstrapOrganization } from './commands/bootstrap-organization/bootstrap-organization';
export { ChangeOrganizationTier } from './commands/change-organization-tier/change-organization-tier';
export { CreateApiKey } from './commands/create-api-key/create-api-key';
export { CreateOrganization } from './commands/create-organization/create-organization';
export { RevokeApiKey } from './commands/revoke-api-key/revoke-api-key';
export { type ApiKeyEvent, type ApiKeyUsed, apiKeyStream } from './domain/api-key';
export {
  type Organization,
  type OrganizationEvent,
  type OrganizationTierChanged,
  organizationStream,
  tierNow,
} from './domain/organization';
export * from './domain/permissions';
export { IdentityModule } from './identity.module';
export { OrganizationCount } from './organization-count';
export { changeDueTier, loadOrganization } from './organizations';
export { type Authenticated, AuthenticateApiKey } from './queries/authenticate-api-key/authenticate-api-key';
export * from './queries/documents';
export { IsApiKeyInForce } from './queries/is-api-key-in-force/is-api-key-in-force';
export { ListKeyDescendants } from './queries/list-key-descendants/list-key-descendants';
export { ListApiKeys } from './queries/list-api-keys/list-api-keys';
export { Tiers } from './tiers';
