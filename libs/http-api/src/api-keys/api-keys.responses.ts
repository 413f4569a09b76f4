import { PERMISSIONS, type Permission } from '@assay/identity';
import { Property, described, listOf, oneOf, optional, orNull, text, time } from '../openapi/property';

export class ApiKey {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(text)
  prefix!: string;

  @Property(listOf(oneOf(PERMISSIONS)))
  permissions!: readonly Permission[];

  @Property(time)
  createdAt!: string;

  @Property(orNull(time))
  expiresAt!: string | null;

  @Property(orNull(time))
  lastUsedAt!: string | null;
}

export class ApiKeyList {
  @Property(listOf(ApiKey))
  apiKeys!: readonly ApiKey[];
}

export class ApiKeyCreated {
  @Property(ApiKey)
  apiKey!: ApiKey;

  @Property(optional(described(text, 'The key itself, this one time; absent from a repeated answer.')))
  key?: string;
}
