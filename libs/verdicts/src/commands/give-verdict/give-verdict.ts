import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import type { Severity } from '@assay/kernel';
import { JudgeScan } from '@assay/scanning';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { give, recordedVerdict } from '../../domain/recorded-verdict';
import { scanVerdict } from '../../domain/scan-verdict';
import { type VerdictGiven, verdictStream } from '../../domain/verdict-events';

/** What an automation's scan is judged by. */
export interface VerdictTerms {
  readonly automationId: string;
  /** Of the automation's history. */
  readonly historyId: string;
  readonly failOn: Severity | null;
  /** Null: the branch that was scanned. */
  readonly targetBranch: string | null;
}

/**
 * Judges a scan that has ended and records the verdict. It may be asked again: a verdict that is given stands. What is
 * not ended, or is deleted, gets none. The scans before it must have been compared, and the read models must have seen
 * its end.
 */
export class GiveVerdict extends Command<void> {
  constructor(readonly input: { readonly sessionId: string; readonly terms: VerdictTerms }) {
    super();
  }
}

@CommandHandler(GiveVerdict)
export class GiveVerdictHandler implements ICommandHandler<GiveVerdict> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { sessionId, terms } }: GiveVerdict): Promise<void> {
    const stream = verdictStream(sessionId);
    const known = await load(this.events, stream, recordedVerdict);
    if (known.state.given || known.state.deleted) return;
    const verdict = await this.judged(sessionId, terms);
    if (!verdict) return;
    await decide(this.events, stream, recordedVerdict, (state) => give(verdict, state), {
      key: `${sessionId}/verdict`,
      known,
      metadata: { actor: 'system', correlationId: sessionId },
    });
  }

  private async judged(
    sessionId: string,
    { automationId, historyId, failOn, targetBranch }: VerdictTerms,
  ): Promise<VerdictGiven['data'] | undefined> {
    const compared = targetBranch === null ? { sessionId } : { sessionId, targetBranch };
    const scan = await this.queries.execute(new JudgeScan(compared));
    if (!scan) return undefined;
    const { scanId, organizationId, projectId, branch, commit, at, baseline, mergeBase } = scan;
    return {
      sessionId,
      scanId,
      organizationId,
      projectId,
      automationId,
      historyId,
      ...scanVerdict({ ...scan, failOn, targetBranch }),
      conditions: {
        failOn,
        branch,
        commit,
        targetBranch: targetBranch ?? branch,
        baseline: baseline && { scanId: baseline.scanId, at: baseline.at, commit: baseline.commit },
        ...(mergeBase && { mergeBase: { commit: mergeBase.commit, isCompared: mergeBase.isCompared } }),
      },
      at,
    };
  }
}
