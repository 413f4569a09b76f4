import type { StagedTarget } from '@assay/targets';
import { NO_ADVISORIES, hasAdvisories } from '@assay/advisories';
import { type ToolDefinition, underDecisions } from '@assay/analysis';
import { ChargeLines } from '@assay/billing';
import { RefusedError, SETTINGS, type Settings } from '@assay/kernel';
import { StagedCopyLost } from '@assay/orchestration';
import type { Pass, WorkflowFailure } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ToolCircuits } from '../breakers/tool-circuits';
import { groupPasses } from '../domain/plan';
import { plannedTools, unfinishedTools } from '../domain/session';
import { type UnusableTool, refine } from '../domain/session-tools';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { measured } from './measured-target';
import { idleReason } from './idle-tools';
import { PackageListing } from './package-listing';
import { SessionLog, type OpenSession } from './session-log';
import { rulesOf } from './session-rules';
import { StagingArea } from './staging-area';

/**
 * Refines the plan by the contents of the target and the tools that work at present, charges the lines, and groups the
 * remaining tools into passes. If it is repeated, here or on the worker that continues the session, it charges nothing
 * more and returns the unfinished passes.
 */
@Injectable()
export class Charge {
  constructor(
    private readonly log: SessionLog,
    private readonly staging: StagingArea,
    private readonly circuits: ToolCircuits,
    private readonly listing: PackageListing,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly commands: CommandBus,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'advisoriesDir'>,
  ) {}

  /** @throws StagedCopyLost if the session's copy is not here */
  async run(sessionId: string, signal: AbortSignal): Promise<{ passes: Pass[]; failure?: WorkflowFailure }> {
    // This comes before the session is read. If the session ends in between, its copy is gone because it has ended.
    const tree = await this.staging.find(sessionId);
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling) return { passes: [] };
    if (!tree) throw new StagedCopyLost(sessionId);

    const planned = plannedTools(session).map(({ id }) => id);
    const unusable = await this.unusableTools(planned, tree, session);
    // The plan is refined only once: the session keeps the tools that it began with.
    if (!session.refined)
      unusable.push(
        ...(await this.openCircuits(
          planned.filter((tool) => unusable.every((each) => each.tool !== tool)),
          session,
          signal,
        )),
      );
    const { state } = await this.log.record(sessionId, (current, now) => refine(unusable, current, now));
    const unfinished = new Set(unfinishedTools(state));
    // Nothing is left to run. A charge of lines would only be refunded, or be refused for lack of credits.
    if (unfinished.size === 0) return { passes: [] };
    try {
      const mostCredits = session.started.decisions?.mostCredits;
      const remainingTools = plannedTools(state).map(({ id }) => id);
      await this.commands.execute(
        new ChargeLines({
          organizationId: session.started.organizationId,
          sessionId,
          lines: session.prepared?.lines ?? measured(tree).lines,
          remainingTools,
          ...(mostCredits !== undefined && { most: mostCredits }),
        }),
      );
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return { passes: [], failure: { code: error.refusal.code, message: error.refusal.message } };
    }
    return {
      passes: groupPasses(
        plannedTools(state)
          .filter(({ id }) => unfinished.has(id))
          .map((tool) => ({
            ...tool,
            part: this.catalogue.tool(tool.id)?.reads ?? 'source',
            readsLeftOut: this.catalogue.tool(tool.id)?.readsLeftOut ?? false,
          })),
        (engine) => this.catalogue.engine(engine)?.weight ?? 0,
      ),
    };
  }

  private lacksDatabase({ engine }: ToolDefinition): boolean {
    const looksUp = this.catalogue.engine(engine)?.readsAdvisories === true;
    return looksUp && !this.listing.isWanted && !hasAdvisories(this.settings.advisoriesDir);
  }

  private async openCircuits(
    tools: readonly string[],
    { started }: OpenSession,
    signal: AbortSignal,
  ): Promise<UnusableTool[]> {
    const open = await this.circuits.openFor(tools, started, signal);
    return open.map((each) => ({ ...each, cause: 'circuit-open' }));
  }

  private async unusableTools(
    planned: readonly string[],
    target: StagedTarget,
    session: OpenSession,
  ): Promise<UnusableTool[]> {
    const unusable: UnusableTool[] = [];
    for (const tool of planned) {
      const why = await this.whyUnusable(tool, target, session);
      if (why) unusable.push({ tool, ...why });
    }
    return unusable;
  }

  private async whyUnusable(
    tool: string,
    target: StagedTarget,
    session: OpenSession,
  ): Promise<Omit<UnusableTool, 'tool'> | undefined> {
    const decisions = rulesOf(session);
    const definition = this.catalogue.tool(tool);
    const missing = definition ? this.catalogue.missing(definition.engine) : 'this version no longer has the tool';
    const startsProgram = definition && this.catalogue.engine(definition.engine)?.programs !== undefined;
    if (missing !== undefined && !startsProgram) return { reason: missing, cause: 'not-installed' };
    const unavailable = target.unavailable?.[definition!.reads ?? 'source'];
    if (unavailable !== undefined) return { reason: unavailable, cause: 'not-available' };
    if (underDecisions(decisions, definition!) === undefined)
      return { reason: `none of its rules counts (profile ${decisions.profile})`, cause: 'nothing-to-do' };
    const idle = await idleReason(definition!, target);
    if (idle !== undefined) return { reason: idle, cause: 'nothing-to-do' };
    if (missing !== undefined) return { reason: missing, cause: 'no-program' };
    return this.lacksDatabase(definition!) ? { reason: NO_ADVISORIES, cause: 'no-database' } : undefined;
  }
}
