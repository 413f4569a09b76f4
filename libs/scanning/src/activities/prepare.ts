import { type StagedTree, TargetTooLarge, TargetUnreadable, stageDirectory } from '@assay/analysis';
import { InfrastructureError } from '@assay/kernel';
import { type ActivityContext, SessionCanceled } from '@assay/orchestration';
import type { SessionFailure } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { isOpen, recordPreparation } from '../domain/session';
import { describeTarget } from '../domain/session-target';
import type { StagingOptions } from '../tool-catalogue';
import { SessionLog } from './session-log';
import { StagingArea } from './staging-area';
import { SweepStaging } from './sweep-staging';

/** What a session shows of the files that were left out; the rest is counted. */
const LEFT_OUT_SHOWN = 50;

/** The injection token of the {@link StagingOptions}. */
export const STAGING_OPTIONS = Symbol('StagingOptions');

/**
 * Stages the target, once a worker: a resumed session analyses the copy that it had here. What it measured is recorded
 * once for all: a copy that is made again, where another worker and its copy were lost, is charged by the first count.
 */
@Injectable()
export class Prepare {
  constructor(
    private readonly log: SessionLog,
    private readonly staging: StagingArea,
    private readonly sweeping: SweepStaging,
    @Inject(STAGING_OPTIONS) private readonly options: StagingOptions,
  ) {}

  async run(sessionId: string, context: ActivityContext): Promise<{ failure?: SessionFailure }> {
    const session = await this.log.findOpen(sessionId);
    if (!session || session.settling) return {};
    if (session.cancelRequested) throw new SessionCanceled(sessionId);
    try {
      await this.sweeping.run();
      const { target } = session.started;
      if (target.kind !== 'directory') return { failure: { code: 'TARGET_UNREADABLE', message: `${describeTarget(target)}: this version cannot stage it` } };
      const tree = (await this.staging.find(sessionId)) ?? (await this.stage(session.started.sessionId, target.directory, context));
      const { state } = await this.log.record(sessionId, (current, now) => recordPreparation(measured(tree), current, now));
      // It ended while it was staged, and was cleaned up before.
      if (!isOpen(state)) await this.staging.remove(sessionId);
      return {};
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = failureOf(error);
      if (!failure) throw error;
      return { failure };
    }
  }

  private stage(sessionId: string, source: string, { signal, heartbeat }: ActivityContext): Promise<StagedTree> {
    return this.staging.stage(sessionId, (destination) => stageDirectory({
      source,
      destination,
      limits: this.options.limits,
      neutralise: this.options.neutralise,
      signal,
      onProgress: (staged) => heartbeat(staged),
    }));
  }
}

/** What no retry mends is the session's failure; what a retry may mend is thrown on. */
function failureOf(error: unknown): SessionFailure | undefined {
  if (error instanceof InfrastructureError) return undefined;
  if (error instanceof TargetUnreadable) return { code: 'TARGET_UNREADABLE', message: error.message };
  if (error instanceof TargetTooLarge) return { code: 'TARGET_TOO_LARGE', message: error.message };
  return undefined;
}

const measured = ({ totals, skipped }: StagedTree) => ({
  files: totals.files,
  bytes: totals.bytes,
  lines: totals.lines,
  languages: Object.fromEntries(Object.entries(totals.byLanguage).map(([language, { lines }]) => [language, lines])),
  leftOut: skipped.slice(0, LEFT_OUT_SHOWN).map(({ path, reason, count }) => ({ path, reason: count === 1 ? reason : `${reason} (${count === 'unknown' ? 'not counted' : `${count} of them`})` })),
  // A folder that was not entered counts as one: nobody knows what is in it.
  leftOutTotal: skipped.reduce((sum, { count }) => sum + (count === 'unknown' ? 1 : count), 0),
});
