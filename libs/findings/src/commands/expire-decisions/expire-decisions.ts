import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordDecisions } from '../../decision-log';
import { expired } from '../../domain/triage';
import { triageDocuments } from '../../queries/documents';

/** Reopens the findings whose decisions have ended by now. It may be asked by several processes at once. */
export class ExpireDecisions extends Command<void> {}

/** Decisions that are looked at in one run: the stream of a scope ends all of its own that are due. */
const DUE = 1_000;

@CommandHandler(ExpireDecisions)
export class ExpireDecisionsHandler implements ICommandHandler<ExpireDecisions> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
  ) {}

  async execute(): Promise<void> {
    const now = timestamp(this.clock);
    const due = await this.readModels.collection(triageDocuments).find({
      where: { expiresAt: { lte: now } },
      sort: [['expiresAt', 'ascending']],
      limit: DUE,
    });
    for (const scope of new Set(due.map(({ document }) => document.scope)))
      await recordDecisions(this.events, scope, { actor: 'system' }, (decisions) => expired(decisions, now));
  }
}
