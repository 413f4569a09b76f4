import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ApiKeyView, NEWEST_KEYS_FIRST, apiKeyDocuments, apiKeyView } from '../documents';

interface ListedKeys {
  readonly apiKeys: readonly ApiKeyView[];
  readonly total: number;
}

/** A page of an organization's keys that are not revoked, newest first. */
export class ListApiKeys extends Query<ListedKeys> {
  constructor(readonly input: { readonly organizationId: string; readonly limit: number; readonly offset: number }) {
    super();
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, limit, offset } }: ListApiKeys): Promise<ListedKeys> {
    const keys = this.readModels.collection(apiKeyDocuments);
    const [stored, total] = await Promise.all([
      keys.find({ where: { organizationId }, sort: NEWEST_KEYS_FIRST, limit, offset }),
      keys.count({ organizationId }),
    ]);
    return { apiKeys: stored.map(({ document }) => apiKeyView(document)), total };
  }
}
