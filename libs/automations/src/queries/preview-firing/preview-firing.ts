import { type Estimate, GiveQuote } from '@assay/billing';
import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { RefusedError } from '@assay/kernel';
import { PlanSession } from '@assay/scanning';
import { Inject } from '@nestjs/common';
import { CommandBus, type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { automation, automationStream, liveAutomation } from '../../domain/automation';
import { checkedCall } from '../../domain/checked-call';
import type { SkipReason } from '../../domain/firing';
import { DISABLED, ScanStarter, skipOf } from '../../firing/scan-starter';

type Planned = (typeof PlanSession)['prototype'] extends Query<infer Answer> ? Answer : never;

interface FiringPreview {
  /** Null if nothing would be scanned. */
  readonly scan: (Planned & { readonly estimate: Estimate; readonly canAfford: boolean }) | null;
  /** Why nothing would be scanned; null if something would. */
  readonly skip: SkipReason | null;
}

/** Shows the scan that an automation would start if it fired now. Refused: AUTOMATION_NOT_FOUND, VALIDATION_ERROR. */
export class PreviewFiring extends Query<FiringPreview> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly automationId: string;
      /** The fields of the supposed event. */
      readonly event: unknown;
    },
  ) {
    super();
  }
}

@QueryHandler(PreviewFiring)
export class PreviewFiringHandler implements IQueryHandler<PreviewFiring> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly starter: ScanStarter,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { organizationId, automationId, event } }: PreviewFiring): Promise<FiringPreview> {
    const { state } = await load(this.events, automationStream(automationId), automation);
    const { fields } = liveAutomation(state, organizationId);
    const { projectId, trigger, action, enabled } = fields;
    if (!enabled) return { scan: null, skip: DISABLED };
    const fired = { automationId, organizationId, projectId, action };
    const called = { type: trigger.type, ...repositoryOf(trigger), ...checkedCall(event) };
    try {
      const session = await this.starter.intended({ ...fired, trigger: called });
      const planned = await this.queries.execute(new PlanSession(session));
      const categories = [...new Set(planned.tools.map(({ billing }) => billing))];
      const { estimate, canAfford } = await this.commands.execute(
        new GiveQuote({ organizationId, projectId, config: { categories } }),
      );
      return { scan: { ...planned, estimate, canAfford }, skip: null };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return { scan: null, skip: skipOf(error.refusal) };
    }
  }
}

const repositoryOf = ({ config }: { readonly config: object }): { repository?: string } => {
  const { repository, projectPath = repository } = config as { repository?: string; projectPath?: string };
  return { ...(projectPath !== undefined && { repository: projectPath }) };
};
