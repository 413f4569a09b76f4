import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, deterministicId, timestamp } from '@assay/kernel';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  CREDENTIALS,
  type CredentialChanges,
  type GivenCredentials,
  type IntegrationName,
  type Integrations,
  changeIntegration,
  integrations,
  integrationsStream,
  requireCredentials,
  requireIntegration,
  secretNameOf,
} from '../../domain/integrations';
import { type IntegrationView, integrationView } from '../../queries/integration-view';

/**
 * Sets or removes credentials. A text sets one, null removes it, and a missing one stays as it is. Refused:
 * INTEGRATION_NOT_FOUND, VALIDATION_ERROR with every wrong field.
 */
export class SetIntegration extends Command<IntegrationView> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly integration: string;
      readonly credentials: GivenCredentials;
      /** The id of the API key that makes the request. */
      readonly by: string;
      /** The same value for every try of the same request, so that it is recorded only once. */
      readonly seed?: string | undefined;
    },
  ) {
    super();
  }
}

/**
 * Stores a secret before the event that sets it, and removes a secret before the event that removes it. A crash between
 * the two leaves an unused file, or an error that asks to set the credential again. It never leaves a credential in use
 * without a record.
 */
@CommandHandler(SetIntegration)
export class SetIntegrationHandler implements ICommandHandler<SetIntegration> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({
    input: { organizationId, integration: name, credentials: given, by, seed },
  }: SetIntegration): Promise<IntegrationView> {
    const integration = requireIntegration(name);
    requireCredentials(given);
    const secretId = seed === undefined ? this.ids.next('sec') : deterministicId('sec', seed);
    const credentials: CredentialChanges = Object.fromEntries(
      CREDENTIALS.flatMap((credential) =>
        given[credential] === undefined ? [] : [[credential, given[credential] === null ? null : secretId]],
      ),
    );
    const { state: before } = await load(this.events, integrationsStream(organizationId), integrations);
    await this.removeReplaced(organizationId, integration, before, removalsAmong(credentials));
    for (const credential of CREDENTIALS) {
      const value = given[credential];
      if (typeof value === 'string')
        await this.secrets.put({ organizationId, name: secretNameOf(integration, credential, secretId) }, value);
    }
    let replaced = before;
    const { state } = await decide(this.events, integrationsStream(organizationId), integrations, (current) => {
      replaced = current;
      return changeIntegration({ organizationId, integration, credentials, by, at: timestamp(this.clock) }, current);
    });
    await this.removeReplaced(organizationId, integration, replaced, credentials);
    return integrationView(integration, state[integration]);
  }

  /** Removes secrets of credentials that were replaced or removed. */
  private async removeReplaced(
    organizationId: string,
    integration: IntegrationName,
    state: Integrations,
    changes: CredentialChanges,
  ): Promise<void> {
    for (const credential of CREDENTIALS) {
      const secretId = state[integration][credential]?.secretId;
      if (secretId === undefined || changes[credential] === undefined || changes[credential] === secretId) continue;
      await this.secrets.remove({ organizationId, name: secretNameOf(integration, credential, secretId) });
    }
  }
}

const removalsAmong = (changes: CredentialChanges): CredentialChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, secretId]) => secretId === null));
