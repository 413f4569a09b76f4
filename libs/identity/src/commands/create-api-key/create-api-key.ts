import { EVENT_STORE, type EventStore, type LogPosition, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, refused, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ApiKey, apiKey, apiKeyStream, createApiKey, isGood, revokeApiKey } from '../../domain/api-key';
import { loadOrganization } from '../../organizations';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { type ApiKeyView, apiKeyDocuments } from '../../queries/documents';
import { hashOfKey, newRawKey, prefixOfKey } from '../../raw-key';

export interface ApiKeyCreated {
  readonly apiKey: ApiKeyView;
  /** The key itself. It is nowhere else: show it, once. */
  readonly key: string;
  readonly position: LogPosition | undefined;
}

/**
 * Give either `permissions` or a `preset`. Refused: VALIDATION_ERROR with every wrong field; FORBIDDEN when the
 * grantor lacks a permission that it would grant; INVALID_API_KEY when it is not good any more; API_KEY_LIMIT_REACHED;
 * ORGANIZATION_NOT_FOUND.
 */
export class CreateApiKey extends Command<ApiKeyCreated> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly name: string;
      readonly permissions?: readonly string[] | undefined;
      readonly preset?: string | undefined;
      readonly expiresAt?: string | null | undefined;
      /** The key that asks for it, or an operator at the machine. */
      readonly grantedBy: { readonly keyId: string } | 'operator';
      /** How many keys the organization may have; undefined if an operator makes one. */
      readonly limit?: number;
      /**
       * Given where a repeated request must not create a second key: CONFLICT when it is there, its secret cannot be
       * shown again.
       */
      readonly keyId?: string;
    },
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
  ) {}

  async execute({ input }: CreateApiKey): Promise<ApiKeyCreated> {
    await loadOrganization(this.events, input.organizationId);
    const keyId = input.keyId ?? this.ids.next('key');
    const key = newRawKey();
    const at = timestamp(this.clock);
    if (input.limit !== undefined) await this.refuseBeyond(input.limit, input.organizationId);
    const grantedBy = input.grantedBy === 'operator' ? input.grantedBy : await this.grantor(input.grantedBy.keyId, at);
    const { events, position } = await decide(this.events, apiKeyStream(keyId), apiKey, (state) =>
      createApiKey({ ...input, grantedBy, keyId, prefix: prefixOfKey(key), hash: hashOfKey(key), at }, state),
    );
    const [created] = events;
    if (created?.type !== 'ApiKeyCreated')
      throw new Error(`the new key ${keyId} was decided as ${created?.type ?? 'nothing'}`);
    if (grantedBy !== 'operator') await this.withdrawIfRevoked(grantedBy.id, created.data);
    const { name, prefix, permissions, expiresAt, createdBy } = created.data;
    return {
      apiKey: { id: keyId, name, prefix, permissions, createdAt: at, createdBy, expiresAt, lastUsedAt: null },
      key,
      position,
    };
  }

  /** A key that is as good as its own stream says now. */
  private async grantor(keyId: string, at: string): Promise<ApiKey> {
    const { state } = await load(this.events, apiKeyStream(keyId), apiKey);
    return state !== undefined && isGood(state, at) ? state : refused('INVALID_API_KEY', 'Invalid or expired API key');
  }

  /**
   * Anybody who revokes a key with its descendants sees those that were there by then. One that came at the same moment
   * is taken back here.
   */
  private async withdrawIfRevoked(grantor: string, key: { readonly keyId: string; readonly organizationId: string }) {
    const { state } = await load(this.events, apiKeyStream(grantor), apiKey);
    if (!state?.revoked) return;
    await decide(this.events, apiKeyStream(key.keyId), apiKey, (current) =>
      revokeApiKey({ organizationId: key.organizationId, at: timestamp(this.clock) }, current),
    );
    refused('INVALID_API_KEY', 'Invalid or expired API key');
  }

  /** Counted in the read model: some that are made at the same moment may be beyond the limit. */
  private async refuseBeyond(limit: number, organizationId: string): Promise<void> {
    if ((await this.readModels.collection(apiKeyDocuments).count({ organizationId })) >= limit)
      refused('API_KEY_LIMIT_REACHED', `The organization has ${limit} API keys, which is the limit: revoke some first`);
  }
}
