import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Grantor, apiKey, apiKeyStream, createApiKey } from '../../domain/api-key';
import { loadOrganization } from '../../organizations';
import type { ApiKeyView } from '../../queries/documents';
import { hashOfKey, newRawKey, prefixOfKey } from '../../raw-key';

export interface ApiKeyCreated {
  readonly apiKey: ApiKeyView;
  /** The key itself. It is nowhere else: show it, once. */
  readonly key: string;
  readonly position: LogPosition | undefined;
}

/**
 * Give either `permissions` or a `preset`. Refused: VALIDATION_ERROR with every wrong field; FORBIDDEN when the
 * grantor lacks a permission that it would grant; ORGANIZATION_NOT_FOUND.
 */
export class CreateApiKey extends Command<ApiKeyCreated> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly name: string;
      readonly permissions?: readonly string[] | undefined;
      readonly preset?: string | undefined;
      readonly expiresAt?: string | null | undefined;
      readonly grantedBy: Grantor;
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
  ) {}

  async execute({ input }: CreateApiKey): Promise<ApiKeyCreated> {
    await loadOrganization(this.events, input.organizationId);
    const keyId = input.keyId ?? this.ids.next('key');
    const key = newRawKey();
    const at = timestamp(this.clock);
    const { events, position } = await decide(this.events, apiKeyStream(keyId), apiKey, (state) =>
      createApiKey({ ...input, keyId, prefix: prefixOfKey(key), hash: hashOfKey(key), at }, state),
    );
    const [created] = events;
    if (created?.type !== 'ApiKeyCreated')
      throw new Error(`the new key ${keyId} was decided as ${created?.type ?? 'nothing'}`);
    const { name, prefix, permissions, expiresAt } = created.data;
    return {
      apiKey: { id: keyId, name, prefix, permissions, createdAt: at, expiresAt, lastUsedAt: null },
      key,
      position,
    };
  }
}
