import type { EngineProfile, StagedTree, ToolDefinition, ToolRun, runPassWithRepair } from '@assay/analysis';
import { type ActivityContext, SessionCanceled, WorkerStopping } from '@assay/orchestration';
import type { Pass } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import picomatch from 'picomatch';
import { startTools, unfinishedTools } from '../domain/session';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { RecordToolRun } from './record-tool-run';
import { SessionLog, type StartedSession } from './session-log';
import { STAGED_COPY_LOST, StagingArea } from './staging-area';

/** Engine processes that run at once, over all sessions: more than there are processors only makes each slower. */
export class EngineSlots extends PQueue {}

/** How a pass is run: `runPassWithRepair`, or what a test puts in its place. */
export type EngineRunner = typeof runPassWithRepair;

/** The injection token of the {@link EngineRunner}. */
export const ENGINE_RUNNER = Symbol('EngineRunner');

/** Runs one engine for its tools, and records each tool's outcome as it happens. */
@Injectable()
export class RunPass {
  constructor(
    private readonly log: SessionLog,
    private readonly staging: StagingArea,
    private readonly slots: EngineSlots,
    private readonly recorder: RecordToolRun,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    @Inject(ENGINE_RUNNER) private readonly runEngines: EngineRunner,
  ) {}

  /**
   * Resolves or rejects when nothing of the pass runs any more: what a canceled pass still records must be recorded
   * before the session settles.
   */
  async run(sessionId: string, pass: Pass, context: ActivityContext): Promise<void> {
    const { signal } = context;
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', leave);
    const stay = () => signal.removeEventListener('abort', leave);
    try {
      await this.slots.add(
        () => {
          stay(); // the queue lets go of a running task at once when its signal is aborted; the task goes on behind its back
          return this.inSlot(sessionId, pass, context);
        },
        { signal: waiting.signal },
      );
    } finally {
      stay();
    }
  }

  private async inSlot(sessionId: string, pass: Pass, context: ActivityContext): Promise<void> {
    context.signal.throwIfAborted();
    // Before the session is read: where it ends in between, its copy is gone because it is over.
    const tree = await this.staging.find(sessionId);
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling) return;
    if (session.cancelRequested) throw new SessionCanceled(sessionId);
    const unfinished = new Set(unfinishedTools(session));
    const tools = pass.tools.filter((tool) => unfinished.has(tool)).map((tool) => this.catalogue.tool(tool)!);
    if (tools.length === 0) return;
    if (!tree) throw new Error(STAGED_COPY_LOST.message);

    await this.log.record(sessionId, (current, now) => startTools(tools.map(({ id }) => id), current, now));
    await this.runEngine(session, pass, this.catalogue.engine(pass.engine)!, tools, tree, context);
    context.signal.throwIfAborted();
  }

  private async runEngine(session: StartedSession, pass: Pass, profile: EngineProfile, tools: readonly ToolDefinition[], tree: StagedTree, context: ActivityContext): Promise<void> {
    const { started } = session;
    const looksAt = picomatch(tools.flatMap(({ files }) => [...files]), { dot: true });
    const scratch = await this.staging.scratch(started.sessionId, pass.id);
    const recording = new PQueue({ concurrency: 1 });
    const faults: unknown[] = [];
    const onTool = (run: ToolRun) => {
      // The process is going down: what its end did to the tool is no outcome, the resumed session runs it again.
      if (context.signal.reason instanceof WorkerStopping) return;
      const tool = tools.find(({ id }) => id === run.tool)!;
      const ended = run.outcome.status === 'skipped' && context.signal.reason instanceof SessionCanceled ? 'canceled' : 'by itself';
      recording.add(() => this.recorder.record(session, tool, tree, run, ended)).catch((error: unknown) => faults.push(error));
    };
    await this.runEngines(
      { engine: pass.engine, tools, root: tree.root, files: tree.files.filter(({ staged }) => looksAt(staged)), scratch },
      { timeout: started.timeout, memoryMb: profile.memoryMb, signal: context.signal, onTool, onProgress: (done, total) => context.heartbeat({ pass: pass.id, done, total }) },
    );
    await recording.onIdle();
    if (faults.length > 0) throw faults[0];
  }
}
