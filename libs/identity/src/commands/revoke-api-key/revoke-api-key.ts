import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyCache } from '../../api-key-cache';
import { apiKey, apiKeyStream, revokeApiKey } from '../../domain/api-key';

/** Revoking twice changes nothing. Refused: API_KEY_NOT_FOUND, also for another organization's key. */
export class RevokeApiKey extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly keyId: string }) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly cache: ApiKeyCache,
  ) {}

  async execute({ input: { organizationId, keyId } }: RevokeApiKey): Promise<{ position: LogPosition | undefined }> {
    const { position } = await decide(this.events, apiKeyStream(keyId), apiKey, (state) =>
      revokeApiKey({ organizationId, at: timestamp(this.clock) }, state),
    );
    this.cache.clear();
    return { position };
  }
}
