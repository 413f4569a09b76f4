import { EVENT_STORE, decide, type EventStore, type LogPosition } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FindingStatus } from '../../domain/finding';
import { changeStatus, evolveTriage, triageStream, untriaged } from '../../domain/triage';
import { FindingFinder } from '../../queries/find-finding';

export class ChangeFindingStatus extends Command<{ position: LogPosition | undefined }> {
  constructor(
    readonly input: {
      organizationId: string;
      findingId: string;
      status: FindingStatus;
      note: string | null;
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
    const { group } = await this.finder.find(input.organizationId, input.findingId);
    const fingerprints = [...new Set(group.members.map(({ fingerprint }) => fingerprint))];
    const { position } = await decide(
      this.events,
      triageStream(group.triageScope),
      { initial: untriaged, evolve: evolveTriage },
      (triage) => changeStatus({ ...input, fingerprints, at: timestamp(this.clock) }, triage),
      { metadata: { actor: input.by } },
    );
    return { position };
  }
}
