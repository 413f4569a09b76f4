import type { TierId } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { Permission } from '../domain/permissions';

/** One a key, in `api-keys`. A revoked key has none. */
export interface ApiKeyDocument {
  readonly keyId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: string;
  /** The id of the key that made it; null for an operator's. */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  /** To the hour. */
  readonly lastUsedAt: string | null;
}

export const apiKeyDocuments = readModel<ApiKeyDocument>('api-keys');

/** The part of a key that a client sees. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export const apiKeyView = ({ keyId: id, organizationId: _, hash: __, ...shown }: ApiKeyDocument): ApiKeyView => ({
  id,
  ...shown,
});

export const NEWEST_KEYS_FIRST = [
  ['createdAt', 'descending'],
  ['keyId', 'descending'],
] as const;

/** One an organization, in `organizations`. */
export interface OrganizationDocument {
  readonly organizationId: string;
  readonly name: string;
  readonly tier: TierId;
  /** The tier that it is to have, and from when on; null if it keeps the one that it has. */
  readonly comingTier: { readonly tier: TierId; readonly from: string } | null;
  readonly createdAt: string;
}

export const organizationDocuments = readModel<OrganizationDocument>('organizations');
