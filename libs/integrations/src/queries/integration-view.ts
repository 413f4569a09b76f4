import type { Credential, Integration, IntegrationName } from '../domain/integrations';

export interface CredentialView {
  readonly set: boolean;
  readonly setAt: string | null;
}

/** What a client sees of an integration: never a credential, only whether there is one. */
export interface IntegrationView {
  readonly name: IntegrationName;
  /** Where the service's events go; null as long as none are taken. */
  readonly webhookUrl: string | null;
  readonly webhookSecret: CredentialView;
  readonly accessToken: CredentialView;
}

export const integrationView = (
  name: IntegrationName,
  { webhookSecret, accessToken }: Integration,
): IntegrationView => ({
  name,
  webhookUrl: null,
  webhookSecret: credentialView(webhookSecret),
  accessToken: credentialView(accessToken),
});

const credentialView = (credential: Credential | undefined): CredentialView => ({
  set: credential !== undefined,
  setAt: credential?.setAt ?? null,
});
