import type { ToolDefinition } from '@assay/analysis';
import { ChargeSession } from '@assay/billing';
import { EVENT_STORE, decide, type EventStore, type LogPosition } from '@assay/event-store';
import {
  CLOCK,
  type Clock,
  ID_SOURCE,
  type IdSource,
  InfrastructureError,
  deterministicId,
  timestamp,
} from '@assay/kernel';
import type { Inclusion } from '@assay/source-text';
import { Tiers } from '@assay/identity';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { planAsPaid } from '../../domain/plan';
import { isOpen, model, start } from '../../domain/session';
import { sessionStream } from '../../domain/session-events';
import type { SessionDecisions } from '../../domain/session-decisions';
import { MAX_CONCURRENT, TOOL_TIMEOUT } from '../../domain/session-limits';
import type { SessionTarget } from '../../domain/session-target';
import { type QueuedSession, SessionQueues, type Turn } from '../../queue/session-queues';
import { SessionPlanning } from './session-planning';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';

export interface StartSessionInput {
  readonly organizationId: string;
  readonly startedBy: string;
  readonly projectId: string | null;
  readonly target: SessionTarget;
  readonly categories?: readonly string[];
  readonly tools?: readonly string[];
  readonly excludeTools?: readonly string[];
  /** Whether tools look at the history of a repository or a local clone. Default: true. */
  readonly history?: boolean;
  /** Roles whose files are not left out, or `all`. */
  readonly include?: readonly Inclusion[];
  readonly enableIntelligence: boolean;
  /** Milliseconds that a tool may take. Default: `TOOL_TIMEOUT`. */
  readonly timeout?: number;
  /** Tools that run in parallel. Default: `MAX_CONCURRENT`. */
  readonly maxConcurrent?: number;
  /** Which rules count, and how severe they are. Default: all, as the catalogue says. */
  readonly decisions?: SessionDecisions;
  /** The quote that is paid. Default: today's prices. */
  readonly quoteId?: string;
  /** The automation that starts it, and which of its firings. */
  readonly automation?: { readonly automationId: string; readonly historyId: string };
  /** Given if a repeated request must start the same session. */
  readonly sessionId?: string;
  readonly correlationId?: string;
}

interface StartedSession {
  readonly sessionId: string;
  readonly scanId: string;
  /** The log position that a reader must have reached to see its start, and whether its turn has come. */
  readonly position: LogPosition | undefined;
  /** Whether it waits until others of its organization have ended. */
  readonly isQueued: boolean;
}

export class StartSession extends Command<StartedSession> {
  constructor(readonly input: StartSessionInput) {
    super();
  }
}

interface SessionIds {
  readonly sessionId: string;
  readonly scanId: string;
}

type PaidPlan = ReturnType<typeof planAsPaid>;

/** The features that enableIntelligence buys if the tier has them. */
const INTELLIGENCE = ['summary', 'priority_scoring'];

/**
 * Plans, charges and starts, in this order: a crash after the charge leaves a session that never started, and the
 * reactor `refund-unstarted-sessions` returns its credits.
 */
@CommandHandler(StartSession)
export class StartSessionHandler implements ICommandHandler<StartSession> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly queues: SessionQueues,
    private readonly planning: SessionPlanning,
    private readonly commands: CommandBus,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input: asked }: StartSession): Promise<StartedSession> {
    const { input, tools } = await this.planning.plan(asked);
    return this.chargeAndStart(input.sessionId ?? this.ids.next('ses'), input, tools);
  }

  /**
   * A repeated request finds the session that its first try started. If that try only got to its charge, and took so
   * long that the session was abandoned and the charge returned, the request starts the next session id in the
   * sequence, the same one however often it is repeated.
   */
  private async chargeAndStart(
    sessionId: string,
    input: StartSessionInput,
    planned: readonly ToolDefinition[],
  ): Promise<StartedSession> {
    const { organizationId } = input;
    await this.queues.refuseWhereFull({ organizationId, sessionId });
    const scanId = sessionId.replace(/^ses_/, 'scn_');
    const plan = await this.charge({ sessionId, scanId }, input, planned);
    const { position, state } = await this.recordStart({ sessionId, scanId }, input, plan);
    if (state.ended === 'abandoned')
      return this.chargeAndStart(deterministicId('ses', `${sessionId}/abandoned`), input, planned);
    const waits = isOpen(state);
    const turn = waits ? await this.enterQueue({ organizationId, sessionId, startedAt: state.started!.at }) : undefined;
    return { sessionId, scanId, position: turn?.position ?? position, isQueued: waits && turn?.isRunning !== true };
  }

  /** @returns the tools and features that were paid for */
  private async charge(
    ids: SessionIds,
    { organizationId, projectId, quoteId, enableIntelligence }: StartSessionInput,
    planned: readonly ToolDefinition[],
  ): Promise<PaidPlan> {
    const intended = {
      tools: planned.map(({ id, category, billing, engine }) => ({ id, category, billing, engine })),
      aiFeatures: enableIntelligence ? await this.intelligenceOf(organizationId) : [],
    };
    const { paidFor } = await this.commands.execute(
      new ChargeSession({
        organizationId,
        ...ids,
        projectId,
        ...intended,
        ...(quoteId !== undefined && { quoteId }),
      }),
    );
    // The plan that an earlier try paid for is started, even if a project's configuration or the catalogue has changed.
    return paidFor === undefined ? intended : planAsPaid(paidFor, this.catalogue.tools);
  }

  private recordStart({ sessionId, scanId }: SessionIds, input: StartSessionInput, { tools, aiFeatures }: PaidPlan) {
    const begun = {
      sessionId,
      scanId,
      organizationId: input.organizationId,
      projectId: input.projectId,
      tools,
      aiFeatures,
      startedBy: input.startedBy,
      target: input.target,
      namedTools: input.tools ?? [],
      timeout: input.timeout ?? TOOL_TIMEOUT.default,
      maxConcurrent: input.maxConcurrent ?? MAX_CONCURRENT.default,
      ...(input.include && input.include.length > 0 && { include: input.include }),
      ...(input.decisions !== undefined && { decisions: input.decisions }),
      ...(input.automation !== undefined && { automation: input.automation }),
    };
    return decide(
      this.events,
      sessionStream(sessionId),
      model,
      (session) => start(begun, session, timestamp(this.clock)),
      {
        // The id is new: only a repeated request finds a stream.
        known: { state: model.initial, revision: -1 },
        metadata: {
          actor: input.startedBy,
          ...(input.correlationId !== undefined && { correlationId: input.correlationId }),
        },
      },
    );
  }

  private async intelligenceOf(organizationId: string): Promise<string[]> {
    const { aiFeatures } = await this.tiers.of(organizationId);
    return INTELLIGENCE.filter((feature) => aiFeatures.includes(feature));
  }

  /**
   * The session has started and been paid for: if the queue cannot be written now, the reactor `queue-sessions` does it
   * soon.
   */
  private async enterQueue(session: QueuedSession): Promise<Turn | undefined> {
    try {
      return await this.queues.enter(session);
    } catch (error) {
      if (error instanceof InfrastructureError) return undefined;
      throw error;
    }
  }
}
