import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { apiKey, apiKeyStream } from '../../domain/api-key';
import { type ApiKeyView, NEWEST_KEYS_FIRST, apiKeyDocuments, apiKeyView } from '../documents';

/** The keys that a key made, and those that these made, as far as they are not revoked: newest first. */
export class ListKeyDescendants extends Query<readonly ApiKeyView[]> {
  constructor(readonly input: { readonly organizationId: string; readonly keyId: string }) {
    super();
  }
}

@QueryHandler(ListKeyDescendants)
export class ListKeyDescendantsHandler implements IQueryHandler<ListKeyDescendants> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  async execute({ input: { organizationId, keyId } }: ListKeyDescendants): Promise<readonly ApiKeyView[]> {
    const stored = await this.readModels
      .collection(apiKeyDocuments)
      .find({ where: { organizationId }, sort: NEWEST_KEYS_FIRST });
    const makers = new Map(stored.map(({ document }) => [document.keyId, document.createdBy]));
    const descendants: ApiKeyView[] = [];
    for (const { document } of stored)
      if (await this.descends(document.createdBy, keyId, makers)) descendants.push(apiKeyView(document));
    return descendants;
  }

  /** @param makers who made each key, as far as it is known; those in between may be revoked, and have a stream only */
  private async descends(maker: string | null, from: string, makers: Map<string, string | null>): Promise<boolean> {
    for (let key = maker; key !== null; key = makers.get(key) ?? null) {
      if (key === from) return true;
      if (!makers.has(key))
        makers.set(key, (await load(this.events, apiKeyStream(key), apiKey)).state?.createdBy ?? null);
    }
    return false;
  }
}
