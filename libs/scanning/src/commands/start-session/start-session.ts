import type { ToolDefinition } from '@assay/analysis';
import { ChargeSession } from '@assay/billing';
import { EVENT_STORE, decide, type EventStore, type LogPosition } from '@assay/event-store';
import {
  CLOCK,
  type Clock,
  ID_SOURCE,
  type IdSource,
  InfrastructureError,
  RefusedError,
  deterministicId,
  refused,
  timestamp,
} from '@assay/kernel';
import type { Inclusion } from '@assay/source-text';
import { TIERS, loadOrganization } from '@assay/identity';
import { GetProject } from '@assay/projects';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { configured } from '../../configuration/configured';
import { projectConfiguration } from '../../configuration/project-configuration';
import { planAsPaid, planTools } from '../../domain/plan';
import { isOpen, model, start } from '../../domain/session';
import { sessionStream } from '../../domain/session-events';
import type { SessionDecisions } from '../../domain/session-decisions';
import { MAX_CONCURRENT, TOOL_TIMEOUT } from '../../domain/session-limits';
import type { SessionTarget } from '../../domain/session-target';
import { type QueuedSession, SessionQueues, type Turn } from '../../queue/session-queues';
import { AdmitTarget } from '../../targets/admit-target';
import { mayHaveHistory, targetKindOf } from '../../targets/describe-target';
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
  /** Given where a repeated request must start the same session. */
  readonly sessionId?: string;
  readonly correlationId?: string;
}

interface StartedSession {
  readonly sessionId: string;
  readonly scanId: string;
  /** What a reader must have reached to see that it started, and whether its turn has come. */
  readonly position: LogPosition | undefined;
  /** Whether it waits until others of its organization have ended. */
  readonly isQueued: boolean;
}

export class StartSession extends Command<StartedSession> {
  constructor(readonly input: StartSessionInput) {
    super();
  }
}

/** What enableIntelligence buys where the tier has it. */
const INTELLIGENCE = ['summary', 'priority_scoring'];

/**
 * Plans, charges, starts, in this order: a crash after the charge leaves a session that never started, and the reactor
 * `refund-unstarted-sessions` gives its credits back.
 */
@CommandHandler(StartSession)
export class StartSessionHandler implements ICommandHandler<StartSession> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly queues: SessionQueues,
    private readonly admission: AdmitTarget,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: asked }: StartSession): Promise<StartedSession> {
    const input = await this.withProject(asked);
    const { organizationId } = input;
    const target = await this.admission.run(input.target, organizationId);
    const excludeTools = [...(input.excludeTools ?? []), ...(await this.withoutHistory(input, target))];
    const plan = planTools(this.catalogue.tools, { targetKind: targetKindOf(input.target), ...input, excludeTools });
    if (!plan.ok) throw new RefusedError(plan.refusal);

    return this.chargeAndStart(input.sessionId ?? this.ids.next('ses'), { ...input, target }, plan.value);
  }

  /** What the request does not say, the project's configuration says. */
  private async withProject(input: StartSessionInput): Promise<StartSessionInput> {
    const { organizationId, projectId } = input;
    if (projectId === null) return input;
    const project = await this.queries.execute(new GetProject({ organizationId, projectId }));
    if (project.configuration === null) return input;
    // It was checked when it was set; a tool or rule may have got another name since.
    const chosen = configured(input, projectConfiguration(project.configuration));
    const decisions = { ...chosen.decisions, configuredBy: 'project' as const };
    return { ...input, ...chosen, decisions, ...this.applicable(input, chosen.tools) };
  }

  /** A configuration names tools for all the targets of its project; who asks for a tool means this target. */
  private applicable(input: StartSessionInput, tools: readonly string[] = []): { tools?: readonly string[] } {
    if (tools.length === 0 || input.tools !== undefined) return {};
    const kind = targetKindOf(input.target);
    const apply = this.catalogue.tools.filter(({ id, targets }) => tools.includes(id) && targets.includes(kind));
    if (apply.length > 0) return { tools: apply.map(({ id }) => id) };
    const message = `names no tool that applies to a ${kind}`;
    const field = 'configuration.tools.only';
    return refused('VALIDATION_ERROR', `${field} of the project ${message}`, [{ field, message }]);
  }

  /** The tools that read a history, where none is wanted; or where there is none, unless they are named. */
  private async withoutHistory(
    { history = true, tools = [] }: StartSessionInput,
    target: SessionTarget,
  ): Promise<readonly string[]> {
    if (history && (await mayHaveHistory(target))) return [];
    return this.catalogue.tools
      .filter(({ targets, reads = 'source' }) => reads !== 'source' && targets.includes('repository'))
      .map(({ id }) => id)
      .filter((id) => !history || !tools.includes(id));
  }

  /**
   * A repeated request finds the session that its first try started. Where that try got no further than its charge, and
   * took so long that the session was abandoned and the charge returned, it never happened: the request starts the next
   * session of the same row, the same one however often it is repeated.
   */
  private async chargeAndStart(
    sessionId: string,
    input: StartSessionInput,
    planned: readonly ToolDefinition[],
  ): Promise<StartedSession> {
    const { organizationId, projectId } = input;
    const scanId = sessionId.replace(/^ses_/, 'scn_');
    const intended = {
      tools: planned.map(({ id, category, billing, engine }) => ({ id, category, billing, engine })),
      aiFeatures: input.enableIntelligence ? await this.intelligenceOf(organizationId) : [],
    };
    const { paidFor } = await this.commands.execute(
      new ChargeSession({
        organizationId,
        sessionId,
        scanId,
        projectId,
        ...intended,
        ...(input.quoteId === undefined ? {} : { quoteId: input.quoteId }),
      }),
    );
    // What was paid for in an earlier try starts, whatever a project's configuration or the catalogue say since.
    const { tools, aiFeatures } = paidFor === undefined ? intended : planAsPaid(paidFor, this.catalogue.tools);
    const { position, state } = await decide(
      this.events,
      sessionStream(sessionId),
      model,
      (session) =>
        start(
          {
            sessionId,
            scanId,
            organizationId,
            projectId,
            tools,
            aiFeatures,
            startedBy: input.startedBy,
            target: input.target,
            namedTools: input.tools ?? [],
            timeout: input.timeout ?? TOOL_TIMEOUT.default,
            maxConcurrent: input.maxConcurrent ?? MAX_CONCURRENT.default,
            ...(input.include && input.include.length > 0 && { include: input.include }),
            ...(input.decisions === undefined ? {} : { decisions: input.decisions }),
          },
          session,
          timestamp(this.clock),
        ),
      {
        metadata: {
          actor: input.startedBy,
          ...(input.correlationId === undefined ? {} : { correlationId: input.correlationId }),
        },
      },
    );
    if (state.ended === 'abandoned')
      return this.chargeAndStart(deterministicId('ses', `${sessionId}/abandoned`), input, planned);
    const waits = isOpen(state);
    const turn = waits ? await this.enterQueue({ organizationId, sessionId, startedAt: state.started!.at }) : undefined;
    return { sessionId, scanId, position: turn?.position ?? position, isQueued: waits && turn?.isRunning !== true };
  }

  private async intelligenceOf(organizationId: string): Promise<string[]> {
    const { aiFeatures } = TIERS[(await loadOrganization(this.events, organizationId)).tier];
    return INTELLIGENCE.filter((feature) => aiFeatures.includes(feature));
  }

  /**
   * The session has started and been paid for: where the queue cannot be written now, the reactor `queue-sessions` does
   * it in a moment.
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
