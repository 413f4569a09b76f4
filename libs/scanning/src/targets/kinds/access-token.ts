import { RepositoryUnreadable, parseRepository } from '@assay/targets';
import { type CredentialStores, loadCredential } from '@assay/integrations';
import type { TargetSources } from '../target-sources';
import type { RepositoryTarget } from './repository';

/**
 * Clones with the organization's access token if the repository is at the address of the integration, and without a
 * token otherwise. Another address with the same origin is not trusted either.
 * @throws SecretUnreadable, InfrastructureError, what `clone` throws
 */
export async function withAccessToken<Answer>(
  { target, organizationId }: { readonly target: RepositoryTarget; readonly organizationId: string },
  { addresses, ...stores }: Pick<TargetSources, 'addresses'> & CredentialStores,
  clone: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const { kind } = target;
  const isTrusted = isAt(addresses[kind], target);
  const token = isTrusted
    ? await loadCredential(stores, { organizationId, integration: kind, credential: 'accessToken' })
    : undefined;
  try {
    return await clone(token);
  } catch (error) {
    throw error instanceof RepositoryUnreadable ? advised(error, kind, isTrusted) : error;
  }
}

function isAt(baseUrl: string | undefined, { kind, repoUrl }: RepositoryTarget): boolean {
  if (baseUrl === undefined) return false;
  const reference = parseRepository({ host: kind, url: repoUrl, baseUrl });
  return reference.ok && reference.value.atBase;
}

/** The failure, with what the organization can do about it. */
function advised(
  error: RepositoryUnreadable,
  kind: RepositoryTarget['kind'],
  isTrusted: boolean,
): RepositoryUnreadable {
  const says = (what: string) => new RepositoryUnreadable(error.target, error.fault, what, { cause: error });
  const how = `with POST /api/settings/integrations/${kind} (for assay scan: ASSAY_${kind.toUpperCase()}_TOKEN)`;
  if (error.fault === 'credential refused')
    return says(`the access token of the integration was refused: set another ${how}`);
  if (error.fault !== 'credential needed') return error;
  return says(
    isTrusted
      ? `it does not exist, or is private and no access token is set: set one ${how}`
      : `it does not exist, or is private: access tokens are sent to the ${kind} of this service only, and it is ` +
          'elsewhere',
  );
}
