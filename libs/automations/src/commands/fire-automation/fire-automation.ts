import { EVENT_STORE, type EventStore, type LogPosition, load } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { automation, automationNotFound, automationStream } from '../../domain/automation';
import { type FiringTrigger, type SkipReason, historyIdOf, recordTrigger } from '../../domain/firing';
import { type FiringStatus, firingStatus } from '../../domain/firing-status';
import { Firings } from '../../firing/firings';
import { DISABLED } from '../../firing/scan-starter';

/** An event that may fire an automation. */
export interface FiringRequest {
  readonly automationId: string;
  /** Identifies the firing when it is repeated: the host's delivery id, a due time, an idempotency key. */
  readonly key: string;
  /** ISO 8601 */
  readonly at: string;
  readonly trigger: FiringTrigger;
  /** The reason why no scan starts: a code (such as `branch_not_watched`, `tag`, `draft`) and a sentence. */
  readonly skip?: SkipReason;
}

export interface Fired {
  readonly historyId: string;
  /** Null if there is no scan, or none yet. */
  readonly scanId: string | null;
  /** `pending`: it waits for the previous scan on its branch, or for an unavailable store, and starts by itself. */
  readonly status: FiringStatus;
  /** Why it is skipped. */
  readonly reason?: string;
  /** The log position that a read model must have reached to show it. */
  readonly position: LogPosition | undefined;
}

/**
 * The one entry point of all triggers. It records the firing first, and then starts its scan at once or in its turn.
 * The same key of the same automation is the same firing. Refused: AUTOMATION_NOT_FOUND.
 */
export class FireAutomation extends Command<Fired> {
  constructor(readonly input: FiringRequest) {
    super();
  }
}

@CommandHandler(FireAutomation)
export class FireAutomationHandler implements ICommandHandler<FireAutomation> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly firings: Firings,
  ) {}

  async execute({ input: { automationId, key, at, trigger, skip } }: FireAutomation): Promise<Fired> {
    const { state } = await load(this.events, automationStream(automationId), automation);
    if (state.status !== 'live') return automationNotFound();
    const { organizationId, statusName, fields } = state;
    const { projectId, name, action, enabled } = fields;
    const historyId = historyIdOf(automationId, key);
    const fired = {
      historyId,
      automationId,
      organizationId,
      projectId,
      at,
      key,
      automationName: name,
      statusName,
      trigger,
      action,
    };
    const whyNot = enabled ? skip : DISABLED;
    const { position } = await this.firings.record(historyId, (current) => recordTrigger(fired, whyNot, current));
    await this.advanceNowOrLater(historyId);
    return this.outcome(historyId, position);
  }

  /** The firing is recorded. If a store is unavailable now, the reactor `fire-automations` continues soon. */
  private async advanceNowOrLater(historyId: string): Promise<void> {
    try {
      await this.firings.advance(historyId);
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
    }
  }

  private async outcome(historyId: string, position: LogPosition | undefined): Promise<Fired> {
    const { state } = await this.firings.load(historyId);
    return {
      historyId,
      scanId: state.started?.scanId ?? null,
      status: firingStatus(state),
      ...(state.skipped && { reason: state.skipped.reason }),
      position,
    };
  }
}
