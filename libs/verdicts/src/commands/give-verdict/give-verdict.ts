import { EVENT_STORE, type EventStore, type Folded, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, type Severity, timestamp } from '@assay/kernel';
import { JudgeScan } from '@assay/scanning';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { NamedList } from '../../domain/new-findings';
import { give, nameNext, recordedVerdict } from '../../domain/recorded-verdict';
import { scanVerdict } from '../../domain/scan-verdict';
import { type VerdictGiven, verdictStream } from '../../domain/verdict-events';
import { removeVerdict } from '../../remove-verdict';

/** The conditions by which an automation's scan is judged. */
export interface VerdictTerms {
  readonly automationId: string;
  /** The id in the automation's history. */
  readonly historyId: string;
  readonly failOn: Severity | null;
  /** Null for the scanned branch. */
  readonly targetBranch: string | null;
}

/**
 * Judges a scan that has ended and records the verdict. If there are many new findings, their ids are recorded first.
 * The command may repeat: a given verdict stands. A scan that is not ended, or is deleted, gets none. Earlier scans
 * must have been compared, and the read models must have seen the end of the scan.
 */
export class GiveVerdict extends Command<void> {
  constructor(readonly input: { readonly sessionId: string; readonly terms: VerdictTerms }) {
    super();
  }
}

type Recorded = typeof recordedVerdict.initial;

@CommandHandler(GiveVerdict)
export class GiveVerdictHandler implements ICommandHandler<GiveVerdict> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { sessionId, terms } }: GiveVerdict): Promise<void> {
    const stream = verdictStream(sessionId);
    let known: Folded<Recorded> = await load(this.events, stream, recordedVerdict);
    if (known.state.given || known.state.deleted) return;
    const judged = await this.judged(sessionId, terms);
    // The session is gone. Ids that were recorded before a crash are removed here, because nobody else will find them.
    if (!judged) {
      if (known.state.scanId) await removeVerdict(this.events, sessionId, timestamp(this.clock));
      return;
    }
    const { verdict, named } = judged;
    const metadata = { actor: 'system', correlationId: sessionId };
    for (let isNamed = false; !isNamed; ) {
      const name = (state: Recorded) => nameNext(verdict, named, state);
      const { events, ...after } = await decide(this.events, stream, recordedVerdict, name, { known, metadata });
      known = after;
      isNamed = events.length === 0;
    }
    await decide(this.events, stream, recordedVerdict, (state) => give(verdict, state), {
      key: `${sessionId}/verdict`,
      known,
      metadata,
    });
  }

  private async judged(
    sessionId: string,
    { automationId, historyId, failOn, targetBranch }: VerdictTerms,
  ): Promise<{ readonly verdict: VerdictGiven['data']; readonly named: NamedList } | undefined> {
    const compared = targetBranch === null ? { sessionId } : { sessionId, targetBranch };
    const scan = await this.queries.execute(new JudgeScan(compared));
    if (!scan) return undefined;
    const { scanId, organizationId, projectId, branch, commit, at, baseline, mergeBase } = scan;
    const { named, ...judged } = scanVerdict({ ...scan, failOn, targetBranch });
    const verdict: VerdictGiven['data'] = {
      sessionId,
      scanId,
      organizationId,
      projectId,
      automationId,
      historyId,
      ...judged,
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
    return { verdict, named };
  }
}
