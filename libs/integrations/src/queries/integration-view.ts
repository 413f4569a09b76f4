import type { Credential, Integration, IntegrationName } from '../domain/integrations';

interface CredentialView {
  readonly set: boolean;
  readonly setAt: string | null;
}

/** An integration as a client sees it. It shows whether a credential is set, never the credential itself. */
export interface IntegrationView {
  readonly name: IntegrationName;
  /** The address for the service's events; null as long as events are not supported. */
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
