import { type ApiKeyDocument, type ApiKeyEvent, type ApiKeyUsed, apiKeyDocuments } from '@assay/identity';
import type { Projection } from '@assay/read-models';

type KeyEvent = ApiKeyEvent | ApiKeyUsed;

/** GET /api/settings/api-keys, and which key a request's is: one document a key that is not revoked. */
export const apiKeys: Projection<ApiKeyDocument, KeyEvent> = {
  ...apiKeyDocuments,
  version: 2,
  indexes: [['hash'], ['organizationId', 'createdAt', 'keyId']],
  handles: { ApiKeyCreated: true, ApiKeyRevoked: true, ApiKeyUsed: true },
  documentIds: ({ data }) => [data.keyId],
  apply(document, { type, data }) {
    switch (type) {
      case 'ApiKeyCreated': {
        const { keyId, organizationId, name, prefix, hash, permissions, expiresAt, createdBy, at } = data;
        return {
          keyId,
          organizationId,
          name,
          prefix,
          hash,
          permissions,
          createdAt: at,
          createdBy,
          expiresAt,
          lastUsedAt: null,
        };
      }
      case 'ApiKeyUsed':
        return document && { ...document, lastUsedAt: data.at };
      case 'ApiKeyRevoked':
        return undefined;
    }
  },
};
