import { type AcquiredFacts, type TargetRun, openWriteBudget, runTargetJob, writesFor } from '@assay/targets';
import { underDecisions } from '@assay/analysis';
import { type Inclusion, rolesLeftOut } from '@assay/source-text';
import { type ActivityContext, SessionCanceled } from '@assay/orchestration';
import type { WorkflowFailure } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { delayPreparation, isOpen, plannedTools, recordPreparation } from '../domain/session';
import type { UnseenCode } from '../domain/session-events';
import { AcquireTarget } from '../targets/acquire-target';
import type { TargetOrigin } from '../targets/acquired-target';
import { acquisitionFailure } from '../targets/acquisition-failure';
import { filesHaveRoles, targetKindOf } from '../targets/describe-target';
import { OrganizationLimits } from '../targets/organization-limits';
import { TARGET_SOURCES, type TargetSources } from '../targets/target-sources';
import { type StagingOptions, TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { onlyChosen } from './chosen-paths';
import { DiskRoom } from './disk-room';
import { MOST_INTERRUPTIONS } from './interruptions';
import { measured } from './measured-target';
import { rulesOf } from './session-rules';
import { SessionLog, type OpenSession } from './session-log';
import { type StagedCopy, StagingArea } from './staging-area';
import { SweepStaging } from './sweep-staging';
import { unseenCode } from './unseen-code';

const INTERRUPTED_TOO_OFTEN: WorkflowFailure = {
  code: 'INTERRUPTED_TOO_OFTEN',
  message:
    `The service ended unexpectedly ${MOST_INTERRUPTIONS} times while it worked on this target. What was not ` +
    'delivered is refunded. The target may need more memory than the service has: leave out paths or tools, or ' +
    'give it more.',
};

/** The injection token of the {@link StagingOptions}. */
export const STAGING_OPTIONS = Symbol('StagingOptions');

/**
 * Stages the target once a worker, so that a resumed session analyses the copy that it had here. The measurements are
 * recorded only once. If a worker is lost with its copy, the new copy is charged by the first count.
 */
@Injectable()
export class Prepare {
  constructor(
    private readonly log: SessionLog,
    private readonly staging: StagingArea,
    private readonly sweeping: SweepStaging,
    private readonly acquisition: AcquireTarget,
    private readonly limits: OrganizationLimits,
    private readonly room: DiskRoom,
    @Inject(TARGET_SOURCES) private readonly sources: Pick<TargetSources, 'allowedTargets'>,
    @Inject(STAGING_OPTIONS) private readonly options: StagingOptions,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
  ) {}

  async run(sessionId: string, context: ActivityContext): Promise<{ failure?: WorkflowFailure }> {
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling) return {};
    if (session.cancelRequested) throw new SessionCanceled(sessionId);
    try {
      if ((await this.staging.interruptions(sessionId)) >= MOST_INTERRUPTIONS)
        return { failure: INTERRUPTED_TOO_OFTEN };
      await this.sweeping.run();
      const copy = (await this.staging.find(sessionId)) ?? (await this.stageWithRoom(session, context));
      const { state } = await this.log.record(sessionId, (current, now) =>
        recordPreparation({ ...measured(copy), ...this.unseen(session, copy) }, current, now),
      );
      // The session ended while it was staged, and its cleaning came before the copy.
      if (!isOpen(state)) await this.staging.remove(sessionId);
      return {};
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = acquisitionFailure(error);
      if (!failure) throw error;
      return { failure };
    }
  }

  /**
   * The code in languages that no tool knows. For sites, images and builds, tools examine records, so there is none.
   */
  private unseen(session: OpenSession, { files }: StagedCopy): { readonly unseen?: readonly UnseenCode[] } {
    const { target } = session.started;
    if (!filesHaveRoles(target)) return {};
    const kind = targetKindOf(target);
    const decisions = rulesOf(session);
    const tools = this.catalogue.tools.filter(
      (tool) => tool.targets.includes(kind) && underDecisions(decisions, tool) !== undefined,
    );
    const unseen = unseenCode(files, tools, (engine) => this.catalogue.engine(engine));
    return { ...(unseen.length !== 0 && { unseen }) };
  }

  private async stageWithRoom(session: OpenSession, context: ActivityContext): Promise<StagedCopy> {
    const { sessionId } = session.started;
    await this.room.wait(context, (reason) =>
      this.log.record(sessionId, (current, now) => delayPreparation(reason, current, now)),
    );
    return this.stage(session, context);
  }

  private async stage(session: OpenSession, { signal, heartbeat }: ActivityContext): Promise<StagedCopy> {
    const { sessionId, organizationId, target, timeout } = session.started;
    const include = (session.started.include ?? []) as readonly Inclusion[];
    const limits = await this.limits.of(organizationId);
    const bytes = writesFor(limits.bytes);
    const budget = openWriteBudget(bytes, signal);
    const stage = (acquire: TargetRun['acquire'], originOf: (facts: AcquiredFacts) => TargetOrigin | undefined) =>
      this.staging.stage(sessionId, async (destination) => {
        const { staged, facts } = await runTargetJob({
          acquire,
          destination,
          limits,
          staging: { ...this.options.limits, totalBytes: limits.bytes, files: limits.files, depth: limits.depth },
          leftOut: filesHaveRoles(target) ? rolesLeftOut(include) : [],
          installed: filesHaveRoles(target) && !rolesLeftOut(include).includes('environment'),
          // Targets published by others have no annotations for findings of this session.
          suppressions: filesHaveRoles(target) && session.started.decisions?.suppressions === 'honour',
          neutralise: this.options.neutralise,
          writes: { budget, bytes },
          allowedTargets: this.sources.allowedTargets,
          signal,
          onProgress: heartbeat,
        });
        const origin = originOf(facts);
        const chosen = await onlyChosen(staged, session.started.decisions?.paths);
        return origin ? { ...chosen, origin } : chosen;
      });
    // The fetched files are removed after the copy is made, because the copy has everything that findings need.
    return this.staging.inScratch(sessionId, async (scratch) => {
      const planned = plannedTools(session);
      const acquired = await this.acquisition.run(
        { target, organizationId },
        {
          folder: join(scratch, 'target'),
          limits,
          signal,
          writes: budget,
          engines: new Set(planned.map(({ engine }) => engine)),
          parts: new Set(planned.map(({ id }) => this.catalogue.tool(id)?.reads ?? 'source')),
          ...(session.prepared?.target && { prepared: session.prepared.target }),
          toolTimeout: timeout,
          onProgress: heartbeat,
        },
      );
      if ('job' in acquired) return stage(acquired.job, acquired.originOf);
      const { origin, ...content } = acquired;
      return stage({ kind: 'content', content }, () => origin);
    });
  }
}
