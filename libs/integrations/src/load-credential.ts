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
 * Loads an organization's credential of an integration; undefined if it has set none.
 * @throws SecretUnreadable if it has set one that this process cannot read; InfrastructureError
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
    // A missing value was probably replaced meanwhile. If the same id is current again, the value is really missing.
    if (secretId === missing)
      throw new SecretUnreadable(
        `the ${credential} of ${integration} was set, but is not where this process looks: ` +
          'set it again, or give the API and all workers one ASSAY_SECRET_DIR',
      );
    missing = secretId;
  }
}
