import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ApiKeyView, apiKeyDocuments } from '../documents';

/** An organization's keys that are not revoked, newest first. */
export class ListApiKeys extends Query<readonly ApiKeyView[]> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId } }: ListApiKeys): Promise<readonly ApiKeyView[]> {
    const stored = await this.readModels.collection(apiKeyDocuments).find({
      where: { organizationId },
      sort: [
        ['createdAt', 'descending'],
        ['keyId', 'descending'],
      ],
    });
    return stored.map(({ document: { keyId, name, prefix, permissions, createdAt, expiresAt, lastUsedAt } }) => ({
      id: keyId,
      name,
      prefix,
      permissions,
      createdAt,
      expiresAt,
      lastUsedAt,
    }));
  }
}
