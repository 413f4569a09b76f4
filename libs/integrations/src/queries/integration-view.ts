import type { Credential, Integration, IntegrationName } from '../domain/integrations';

interface CredentialView {
  readonly set: boolean;
  readonly setAt: string | null;
}

/** An integration as a client sees it. It shows whether a credential is set, never the credential itself. */
export interface IntegrationView {
  readonly name: IntegrationName;
  readonly webhookSecret: CredentialView;
  readonly accessToken: CredentialView;
}

export const integrationView = (
  name: IntegrationName,
  { webhookSecret, accessToken }: Integration,
): IntegrationView => ({
  name,
  webhookSecret: credentialView(webhookSecret),
  accessToken: credentialView(accessToken),
});

const credentialView = (credential: Credential | undefined): CredentialView => ({
  set: credential !== undefined,
  setAt: credential?.setAt ?? null,
});
