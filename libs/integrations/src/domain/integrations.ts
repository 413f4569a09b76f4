import { CODE_HOSTS, type CodeHost, type Fact, type Model, refused } from '@assay/kernel';

/** The services that an organization keeps credentials of. */
export const INTEGRATIONS = CODE_HOSTS;
export type IntegrationName = CodeHost;

export const CREDENTIALS = ['webhookSecret', 'accessToken'] as const;
export type CredentialName = (typeof CREDENTIALS)[number];

/** Changes of credentials in an event: the id under which the secret store keeps each, or null if it was removed. */
export type CredentialChanges = Readonly<Partial<Record<CredentialName, string | null>>>;

export type IntegrationEvent = Fact<
  'IntegrationChanged',
  {
    readonly organizationId: string;
    readonly integration: IntegrationName;
    /** The credentials that changed. No event contains a credential itself. */
    readonly credentials: CredentialChanges;
    /** The API key that changed them. */
    readonly by: string;
    readonly at: string;
  }
>;

export interface Credential {
  readonly secretId: string;
  readonly setAt: string;
}

export type Integration = Readonly<Partial<Record<CredentialName, Credential>>>;
export type Integrations = Readonly<Record<IntegrationName, Integration>>;

/** A fact of a type that it does not know is passed over. */
export const integrations: Model<Integrations, IntegrationEvent> = {
  initial: { hosta: {}, hostb: {} },
  evolve(state, event) {
    if (event.type !== 'IntegrationChanged') return state;
    const { integration, credentials, at } = event.data;
    return { ...state, [integration]: changed(state[integration], credentials, at) };
  },
};

function changed(integration: Integration, changes: CredentialChanges, setAt: string): Integration {
  const credentials: Partial<Record<CredentialName, Credential>> = { ...integration };
  for (const name of CREDENTIALS) {
    const secretId = changes[name];
    if (secretId === null) delete credentials[name];
    else if (secretId !== undefined) credentials[name] = { secretId, setAt };
  }
  return credentials;
}

/** The stream of an organization's integrations. */
export const integrationsStream = (organizationId: string): string => `integrations-${organizationId}`;

/**
 * The name of a credential in the secret store. Each value has its own name, so the event alone decides which value is
 * current.
 */
export const secretNameOf = (integration: IntegrationName, credential: CredentialName, secretId: string): string =>
  `${integration}/${credential}/${secretId}`;

/** @throws RefusedError INTEGRATION_NOT_FOUND */
export function requireIntegration(name: string): IntegrationName {
  return (
    INTEGRATIONS.find((each) => each === name) ??
    refused('INTEGRATION_NOT_FOUND', `There is no integration of this name; there are ${INTEGRATIONS.join(' and ')}`)
  );
}

/** Credentials are sent in HTTP headers, so they are printable ASCII. A webhook secret may have spaces inside. */
export const CREDENTIAL_FORM: Readonly<Record<CredentialName, { readonly pattern: RegExp; readonly message: string }>> =
  {
    webhookSecret: {
      pattern: /^[\x21-\x7e][\x20-\x7e]{6,1022}[\x21-\x7e]$/,
      message: 'must be 8 to 1024 printable ASCII characters, with no space at either end',
    },
    accessToken: {
      pattern: /^[\x21-\x7e]{8,1024}$/,
      message: 'must be 8 to 1024 printable ASCII characters without spaces',
    },
  };

/** Credentials in a request. A text sets one, null removes it, and a missing one stays as it is. */
export type GivenCredentials = Readonly<Partial<Record<CredentialName, string | null | undefined>>>;

/** @throws RefusedError VALIDATION_ERROR, which does not repeat the given credentials */
export function requireCredentials(given: GivenCredentials): void {
  const wrong = CREDENTIALS.filter(
    (name) => typeof given[name] === 'string' && !CREDENTIAL_FORM[name].pattern.test(given[name]),
  );
  const problems = wrong.map((field) => ({ field, message: CREDENTIAL_FORM[field].message }));
  if (problems.length > 0)
    refused('VALIDATION_ERROR', problems.map(({ field, message }) => `${field} ${message}`).join('; '), problems);
  if (CREDENTIALS.every((name) => given[name] === undefined))
    refused('VALIDATION_ERROR', 'Give webhookSecret, accessToken or both', [
      { field: 'accessToken', message: 'this or webhookSecret is needed' },
    ]);
}

/**
 * Decides the event of a change. There is no event if nothing changes: a credential that is not set is removed, or the
 * same request has set it before.
 */
export function changeIntegration(
  command: {
    readonly organizationId: string;
    readonly integration: IntegrationName;
    readonly credentials: CredentialChanges;
    readonly by: string;
    readonly at: string;
  },
  state: Integrations,
): IntegrationEvent[] {
  const current = state[command.integration];
  const credentials = Object.fromEntries(
    CREDENTIALS.flatMap((name) => {
      const secretId = command.credentials[name];
      return secretId === undefined || secretId === (current[name]?.secretId ?? null) ? [] : [[name, secretId]];
    }),
  ) as CredentialChanges;
  return Object.keys(credentials).length === 0
    ? []
    : [{ type: 'IntegrationChanged', data: { ...command, credentials } }];
}
