import { hasAdvisories } from '@assay/advisories';
import { type ToolDefinition, type ToolRun } from '@assay/analysis';
import { partOf } from '@assay/targets';
import { InfrastructureError, SETTINGS, type Settings } from '@assay/kernel';
import { type ActivityContext, SessionCanceled, StagedCopyLost, WorkerStopping } from '@assay/orchestration';
import type { Pass, PassReport } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import picomatch from 'picomatch';
import { runsIn, unfinishedTools } from '../domain/session';
import { startTools } from '../domain/session-tools';
import { targetKindOf } from '../targets/describe-target';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { ENGINE_RUNNER, type EngineRunner } from './engine-runner';
import { EngineSlots } from './engine-slots';
import { FindingsLog } from './findings-log';
import { PackageListing } from './package-listing';
import { type NumberedAttempt, RecordToolRun } from './record-tool-run';
import { SessionLog } from './session-log';
import { decidedTool, judgedSeverity, timeLeft } from './session-rules';
import { StagingArea } from './staging-area';

/**
 * Runs one engine for its tools, and records each tool's outcome as it happens.
 *
 * A pass may be attempted again while an earlier attempt still runs on a worker that counts as lost. Each attempt takes
 * over its tools from the one before, first in the session and then in its findings. From then on, only the new attempt
 * records.
 */
@Injectable()
export class RunPass {
  constructor(
    private readonly log: SessionLog,
    private readonly findings: FindingsLog,
    private readonly staging: StagingArea,
    private readonly slots: EngineSlots,
    private readonly recorder: RecordToolRun,
    private readonly listing: PackageListing,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    @Inject(ENGINE_RUNNER) private readonly runEngines: EngineRunner,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'findingsPerTool' | 'advisoriesDir'>,
  ) {}

  /**
   * Resolves or rejects when no part of the pass runs any longer, because a canceled pass must record its last findings
   * before the session settles.
   * @throws StagedCopyLost if the session's copy is not here, or was removed while the pass ran
   */
  async run(sessionId: string, pass: Pass, context: ActivityContext): Promise<PassReport> {
    await this.slots.use(context.signal, () => this.inSlot(sessionId, pass, context));
    return this.report(sessionId, pass);
  }

  private async inSlot(sessionId: string, pass: Pass, context: ActivityContext): Promise<void> {
    context.signal.throwIfAborted();
    // This comes before the session is read. If the session ends in between, its copy is gone because it has ended.
    const copy = await this.staging.find(sessionId);
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling) return;
    if (session.cancelRequested) throw new SessionCanceled(sessionId);
    const unfinished = new Set(unfinishedTools(session));
    const wanted = pass.tools.filter((tool) => unfinished.has(tool));
    if (wanted.length === 0) return;
    if (!copy) throw new StagedCopyLost(sessionId);
    // All tools of a pass read the same part, because passes are grouped by part.
    const tree = partOf(copy, this.catalogue.tool(wanted[0]!)?.reads);

    const { state } = await this.log.record(sessionId, (current, now) => startTools(wanted, current, now));
    const attempt = state.attempts;
    const mine = await this.findings.begin(
      sessionId,
      attempt,
      wanted.filter((tool) => runsIn(attempt, tool, state)),
    );
    const tooLate = await this.runEngine(
      { session, tree, source: copy.root, attempt, together: this.isJudgedTogether(wanted[0]!) },
      pass,
      mine.map((tool) => decidedTool(session, this.catalogue.tool(tool)!)),
      context,
    );
    context.signal.throwIfAborted();
    await this.mustBeFinished(sessionId, pass, [...wanted.filter((tool) => !mine.includes(tool)), ...tooLate]);
  }

  /** This version does not have the engine, so the safe answer is yes. */
  private isJudgedTogether(tool: string): boolean {
    const engine = this.catalogue.tool(tool)?.engine;
    return engine === undefined || this.catalogue.engine(engine)?.scope !== 'file';
  }

  /** @returns the tools whose outcome came too late */
  private async runEngine(
    attempt: NumberedAttempt & { readonly source: string },
    pass: Pass,
    tools: readonly ToolDefinition[],
    context: ActivityContext,
  ): Promise<string[]> {
    if (tools.length === 0) return [];
    const { session, tree } = attempt;
    const leftOut = new Set(tree.files.filter((file) => file.leftOut).map(({ staged }) => staged));
    const recording = new PQueue({ concurrency: 1 });
    const faults: unknown[] = [];
    const tooLate: string[] = [];
    const onTool = (reported: ToolRun) => {
      // The process is stopping: an aborted tool has no outcome, because the resumed session runs it again.
      if (context.signal.reason instanceof WorkerStopping) return;
      const tool = tools.find(({ id }) => id === reported.tool)!;
      const run = tool.readsLeftOut ? reported : withoutUnreadable(leftOut, reported);
      const ended =
        run.outcome.status === 'skipped' && context.signal.reason instanceof SessionCanceled ? 'canceled' : 'by itself';
      recording
        .add(async () => {
          if (!(await this.recordRun(attempt, tool, run, ended))) tooLate.push(tool.id);
        })
        .catch((error: unknown) => faults.push(error));
    };
    await this.staging.inScratch(session.started.sessionId, async (scratch) => {
      const given = this.enginePass(attempt, tools, leftOut);
      await this.runEngines(
        { ...given, scratch },
        {
          timeout: timeLeft(session, Date.now()),
          memoryMb: this.catalogue.engine(given.engine)!.memoryMb,
          mostFindings: this.settings.findingsPerTool,
          severityOf: judgedSeverity(session, leftOut),
          signal: context.signal,
          onTool,
          onPackages: (listed) => this.listing.receive(listed, tree.files),
          onProgress: (done, total) => context.heartbeat({ pass: pass.id, done, total }),
        },
      );
      await recording.onIdle();
    });
    if (faults.length > 0) throw faults[0];
    return tooLate;
  }

  /** The engine's input from the staged copy: the files that its tools examine. */
  private enginePass(
    { session, tree, source }: NumberedAttempt & { readonly source: string },
    tools: readonly ToolDefinition[],
    leftOut: ReadonlySet<string>,
  ): Omit<Parameters<EngineRunner>[0], 'scratch'> {
    // An earlier release may have planned the pass, and the engine may have another name today.
    const { engine } = tools[0]!;
    const { readsAdvisories } = this.catalogue.engine(engine)!;
    const { advisoriesDir } = this.settings;
    const looksAt = picomatch(
      tools.flatMap(({ files }) => [...files]),
      { dot: true },
    );
    const readsLeftOut = tools.some((tool) => tool.readsLeftOut);
    const repository = session.prepared?.target?.repository?.name ?? tree.clonedFrom;
    return {
      engine,
      tools,
      root: tree.root,
      ...(tree.root !== source && { source }),
      files: tree.files.filter(({ staged }) => (readsLeftOut || !leftOut.has(staged)) && looksAt(staged)),
      ...(readsAdvisories && hasAdvisories(advisoriesDir) && { advisories: advisoriesDir }),
      ...(readsAdvisories && this.listing.isWanted && { listsPackages: true }),
      target: {
        kind: targetKindOf(session.started.target),
        leftOut: tree.skipped.map(({ path }) => path),
        ...(repository !== undefined && { repository }),
      },
    };
  }

  /**
   * Another attempt took over the tools, and may have been given up itself. So the caller must repeat this attempt.
   */
  private async mustBeFinished(sessionId: string, pass: Pass, tools: readonly string[]): Promise<void> {
    if (tools.length === 0) return;
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling || !unfinishedTools(session).some((tool) => tools.includes(tool))) return;
    throw new InfrastructureError(
      `another attempt at the pass ${pass.id} of session ${sessionId} has taken over from this one`,
    );
  }

  private async recordRun(
    attempt: NumberedAttempt,
    tool: ToolDefinition,
    run: ToolRun,
    ended: 'by itself' | 'canceled',
  ): Promise<boolean> {
    // An engine's result on a copy that was removed meanwhile does not count.
    await this.mustBeStaged(attempt);
    try {
      return await this.recorder.record(attempt, tool, run, ended);
    } catch (error) {
      if (error instanceof InfrastructureError) throw error;
      await this.mustBeStaged(attempt);
      return this.recorder.recordFault(attempt, tool, run, error);
    }
  }

  private async mustBeStaged({
    session: {
      started: { sessionId },
    },
  }: NumberedAttempt): Promise<void> {
    if (!(await this.staging.find(sessionId))) throw new StagedCopyLost(sessionId);
  }

  private async report(sessionId: string, { tools }: Pass): Promise<PassReport> {
    const session = await this.log.findOpen(sessionId);
    if (!session) return { outcomes: [] };
    const findings = await this.findings.counts(sessionId, tools);
    return {
      outcomes: tools.flatMap((tool) => {
        const status = session.tools.get(tool)?.status;
        return status === undefined || status === 'pending' || status === 'running'
          ? []
          : [{ tool, status, findings: findings.get(tool) ?? 0 }];
      }),
    };
  }
}

/** Engines follow imports and references into files that are not part of their input. */
function withoutUnreadable(leftOut: ReadonlySet<string>, run: ToolRun): ToolRun {
  const unreadable = run.unreadable.filter(({ file }) => !leftOut.has(file));
  return {
    ...run,
    unreadable,
    unreadableCount: run.unreadableCount - (run.unreadable.length - unreadable.length),
  };
}
