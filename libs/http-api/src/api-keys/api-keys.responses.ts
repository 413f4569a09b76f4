import { PERMISSIONS, type Permission } from '@assay/identity';
import { Pagination } from '../http/paging.response';
import { Property, described, exactly, listOf, oneOf, orNull, text, time } from '../openapi/property';

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

  @Property(orNull(described(text, 'The id of the key that made it; null where an operator did.')))
  createdBy!: string | null;

  @Property(orNull(time))
  expiresAt!: string | null;

  @Property(orNull(time))
  lastUsedAt!: string | null;
}

export class ApiKeyList {
  @Property(listOf(ApiKey))
  apiKeys!: readonly ApiKey[];

  @Property(Pagination)
  pagination!: Pagination;
}

export class ApiKeyRevoked {
  @Property(exactly(true))
  success!: true;

  @Property(text)
  message!: string;

  @Property(described(listOf(ApiKey), 'The keys that it made, and those that these made, which still work.'))
  descendants!: readonly ApiKey[];
}

export class ApiKeyCreated {
  @Property(ApiKey)
  apiKey!: ApiKey;

  @Property(
    orNull(
      described(
        text,
        'The key itself, this one time: null in the answer to a request that repeats an Idempotency-Key.',
      ),
    ),
  )
  key!: string | null;
}
