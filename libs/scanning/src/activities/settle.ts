import { type SessionAccount, SettleCharge } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type FindingsEvent, type Tally, findingsStream, tallyFindings } from '@assay/findings';
import { type Microcredits, Turns, formatCredits } from '@assay/kernel';
import type { SessionEnding, SettlementReport } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type Session,
  beginSettlement,
  completedTools,
  end,
  evolve,
  refundsDue,
  requestCancel,
} from '../domain/session';
import type { SessionEvent } from '../domain/session-events';
import { FindingsLog } from './findings-log';
import { SessionLog, type OpenSession } from './session-log';

/**
 * Ends a session: unfinished tools get their end, the findings are closed, what was not delivered is refunded and the
 * charge becomes final, and the end is recorded last, so that whoever sees it sees the refund too. What a tool without
 * a result of its own had found until the close stays, and is free. Every step may be repeated: each is decided from
 * what is recorded, and the first step fixes what the others decide on.
 */
@Injectable()
export class Settle {
  private readonly turns = new Turns<'large session'>();

  constructor(
    private readonly log: SessionLog,
    private readonly findings: FindingsLog,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** Canceled also where the session recorded no wish to cancel: an operator of the orchestrator can end it, too. */
  async run(sessionId: string, ending: SessionEnding): Promise<SettlementReport | undefined> {
    if (!(await this.log.findOpen(sessionId))) return undefined;
    await this.log.record(sessionId, (current, now) => settlement(ending, current, now));
    await this.findings.close(sessionId); // what is counted below is what there will be
    const session = await this.log.findOpen(sessionId);
    if (!session) return undefined; // another run of this activity was faster

    const { summary, byTool, intelligence } = await this.tally(session);
    const { refunded, toolsRefunded, newBalance } = await this.settleCharge(session, issuesOf(session, byTool));
    const { state } = await this.log.record(sessionId, (current, now) =>
      end({ summary, refund: { refunded, toolsRefunded, newBalance }, intelligence }, current, now),
    );
    return reportOf(state, refunded, toolsRefunded.length);
  }

  private settleCharge(
    session: OpenSession,
    issuesByCategory: Readonly<Record<string, number>>,
  ): Promise<SessionAccount> {
    const { organizationId, sessionId } = session.started;
    const { tools, rest } = refundsDue(session);
    return this.commands.execute(
      new SettleCharge({
        organizationId,
        sessionId,
        issuesByCategory,
        linesScanned: session.prepared?.lines ?? 0,
        refunds: tools,
        ...(rest === undefined ? {} : { refundRest: rest }),
      }),
    );
  }

  private tally(session: OpenSession): Promise<Tally> {
    const { sessionId, aiFeatures } = session.started;
    return tallyFindings(() => this.events.readStream<FindingsEvent>(findingsStream(sessionId)), {
      sessionId,
      // Without a result there is nothing to be intelligent about.
      features: completedTools(session) > 0 ? aiFeatures : [],
      inTurn: (work) => this.turns.take('large session', work),
    });
  }
}

/** Defects by the billing category of the tool that speaks for each, so that usage has one set of categories. */
function issuesOf({ started }: OpenSession, byTool: Tally['byTool']): Readonly<Record<string, number>> {
  const billing = new Map(started.tools.map((tool) => [tool.id, tool.billing]));
  const issues: Record<string, number> = {};
  for (const [tool, defects] of byTool) {
    const category = billing.get(tool);
    if (category !== undefined) issues[category] = (issues[category] ?? 0) + defects;
  }
  return issues;
}

/** What was refunded is decided from what is recorded: it is the same whoever comes to the end first. */
function reportOf({ ended }: Session, refunded: Microcredits, toolsRefunded: number): SettlementReport | undefined {
  return ended === undefined || ended === 'abandoned'
    ? undefined
    : { status: ended, refunded: formatCredits(refunded), toolsRefunded };
}

function settlement({ failure, canceled }: SessionEnding, session: Session, now: string): SessionEvent[] {
  const wish = canceled ? requestCancel('system', session, now) : [];
  return [...wish, ...beginSettlement(failure, wish.reduce(evolve, session), now)];
}
