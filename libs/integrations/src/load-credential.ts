import { type EventStore, load } from '@assay/event-store';
import { type SecretStore, SecretUnreadable } from '@assay/secrets';
import {
  type CredentialName,
  type IntegrationName,
  integrations,
  integrationsStream,
  secretNameOf,
} from './domain/integrations';

export interface CredentialStores {
  readonly events: EventStore;
  readonly secrets: SecretStore;
}

/**
 * An organization's credential of an integration; undefined where it has set none.
 * @throws SecretUnreadable where it has set one, and this process cannot read it; InfrastructureError
 */
export async function loadCredential(
  { events, secrets }: CredentialStores,
  {
    organizationId,
    integration,
    credential,
  }: { readonly organizationId: string; readonly integration: IntegrationName; readonly credential: CredentialName },
): Promise<string | undefined> {
  const current = async () =>
    (await load(events, integrationsStream(organizationId), integrations)).state[integration][credential]?.secretId;
  let missing: string | undefined;
  for (;;) {
    const secretId = await current();
    if (secretId === undefined) return undefined;
    const value = await secrets.get({ organizationId, name: secretNameOf(integration, credential, secretId) });
    if (value !== undefined) return value;
    // It was replaced meanwhile, unless it is still the one that counts.
    if (secretId === missing)
      throw new SecretUnreadable(
        `the ${credential} of ${integration} was set, but is not where this process looks: set it again, or give the API and all workers one ASSAY_SECRET_DIR`,
      );
    missing = secretId;
  }
}
