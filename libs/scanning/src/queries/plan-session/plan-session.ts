import type { BillingCategory, FindingCategory } from '@assay/kernel';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { SessionPlanning } from '../../commands/start-session/session-planning';
import type { StartSessionInput } from '../../commands/start-session/start-session';
import { describeTarget, targetView } from '../../targets/describe-target';
import type { TargetView } from '../../targets/target-definition';

interface PlannedSession {
  /** One line of text. */
  readonly description: string;
  readonly target: TargetView;
  readonly tools: readonly {
    readonly id: string;
    readonly name: string;
    readonly category: FindingCategory;
    readonly billing: BillingCategory;
  }[];
}

/** The plan of the session that StartSession would start, without starting it. Refused for the same reasons. */
export class PlanSession extends Query<PlannedSession> {
  constructor(readonly input: StartSessionInput) {
    super();
  }
}

@QueryHandler(PlanSession)
export class PlanSessionHandler implements IQueryHandler<PlanSession> {
  constructor(private readonly planning: SessionPlanning) {}

  async execute({ input: asked }: PlanSession): Promise<PlannedSession> {
    const { input, tools } = await this.planning.plan(asked);
    return {
      description: describeTarget(input.target),
      target: targetView(input.target),
      tools: tools.map(({ id, name, category, billing }) => ({ id, name, category, billing })),
    };
  }
}
