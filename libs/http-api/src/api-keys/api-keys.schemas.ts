import { PERMISSIONS } from '@assay/identity';
import { type Schema, listOf, object, oneOf, orNull, ref, text, time } from '../openapi/schema';

export const apiKeysSchemas: Readonly<Record<string, Schema>> = {
  ApiKey: object({
    id: text,
    name: text,
    prefix: text,
    permissions: listOf(oneOf(PERMISSIONS)),
    createdAt: time,
    expiresAt: orNull(time),
    lastUsedAt: orNull(time),
  }),
  ApiKeyList: object({ apiKeys: listOf(ref('ApiKey')) }),
  ApiKeyCreated: object(
    {
      apiKey: ref('ApiKey'),
      key: { ...text, description: 'The key itself, this one time; absent from a repeated answer.' },
    },
    ['key'],
  ),
};
