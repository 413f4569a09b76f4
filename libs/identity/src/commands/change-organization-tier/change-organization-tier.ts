import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiKeyCache } from '../../api-key-cache';
import { changeTier, organization, organizationStream } from '../../domain/organization';

/**
 * Limits follow at once, the included credits with the next period. Refused: VALIDATION_ERROR, ORGANIZATION_NOT_FOUND.
 */
export class ChangeOrganizationTier extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly tier: string }) {
    super();
  }
}

@CommandHandler(ChangeOrganizationTier)
export class ChangeOrganizationTierHandler implements ICommandHandler<ChangeOrganizationTier> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly cache: ApiKeyCache,
  ) {}

  async execute({
    input: { organizationId, tier },
  }: ChangeOrganizationTier): Promise<{ position: LogPosition | undefined }> {
    const { position } = await decide(this.events, organizationStream(organizationId), organization, (state) =>
      changeTier({ tier, at: timestamp(this.clock) }, state),
    );
    this.cache.clear();
    return { position };
  }
}
