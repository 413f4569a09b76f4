import { EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordDecisions } from '../../decision-log';
import type { FindingStatus } from '../../domain/finding';
import { changeStatus } from '../../domain/triage';
import { FindingFinder } from '../../queries/find-finding';
import { decidedOf, refuseUnfitExpiry } from '../decided-findings';

export class ChangeFindingStatus extends Command<{ position: LogPosition | undefined }> {
  constructor(
    readonly input: {
      organizationId: string;
      findingId: string;
      status: FindingStatus;
      note: string | null;
      /** When the decision ends; null if it does not. */
      expiresAt: string | null;
      by: string;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeFindingStatus)
export class ChangeFindingStatusHandler implements ICommandHandler<ChangeFindingStatus> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly finder: FindingFinder,
  ) {}

  async execute({ input }: ChangeFindingStatus): Promise<{ position: LogPosition | undefined }> {
    const at = timestamp(this.clock);
    refuseUnfitExpiry(input, at);
    const { group } = await this.finder.find(input.organizationId, input.findingId);
    const { position } = await recordDecisions(this.events, group.triageScope, { actor: input.by }, (decisions) =>
      changeStatus(decidedOf([group]), { ...input, at }, decisions),
    );
    return { position };
  }
}
