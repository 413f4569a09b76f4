import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { apiKey, apiKeyStream, isGood } from '../../domain/api-key';

/** Whether a key that was presented once is still good, as its own stream has it now: for an answer that takes long. */
export class IsApiKeyInForce extends Query<boolean> {
  constructor(readonly input: { readonly keyId: string }) {
    super();
  }
}

@QueryHandler(IsApiKeyInForce)
export class IsApiKeyInForceHandler implements IQueryHandler<IsApiKeyInForce> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { keyId } }: IsApiKeyInForce): Promise<boolean> {
    const { state: key } = await load(this.events, apiKeyStream(keyId), apiKey);
    return key !== undefined && isGood(key, timestamp(this.clock));
  }
}
