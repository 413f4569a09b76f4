import { isAboutValue, severityIn } from '@assay/analysis';
import { type SessionAccount, SettleCharge } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type FindingsEvent, type Tally, findingsStream, tallyFindings } from '@assay/findings';
import { type Microcredits, Turns, formatCredits } from '@assay/kernel';
import type { SessionEnding, SettlementReport } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Session, evolve, requestCancel } from '../domain/session';
import { beginSettlement, completedTools, end, provingTools, refundsDue } from '../domain/session-end';
import type { SessionEvent } from '../domain/session-events';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { FindingsLog } from './findings-log';
import { rulesOf } from './session-rules';
import { SessionLog, type OpenSession } from './session-log';
import { mayBeNeededElsewhere } from './unrequested-tools';

/**
 * Ends a session in these steps: unfinished tools get an outcome; the findings are closed; those at places that a tool
 * proved to be safe are lowered; tools without a result are
 * refunded and the charge becomes final; the end is recorded. The end comes last, so that a client that sees it sees
 * the refund too. Findings of a tool without a result stay and are free. Every step may be repeated, because each is
 * decided from the recorded events, and the first step fixes what the others decide on.
 */
@Injectable()
export class Settle {
  private readonly turns = new Turns<'large session'>();

  constructor(
    private readonly log: SessionLog,
    private readonly findings: FindingsLog,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
  ) {}

  /**
   * The session is canceled even if it recorded no request to cancel: an operator of the orchestrator can end it, too.
   */
  async run(sessionId: string, ending: SessionEnding): Promise<SettlementReport | undefined> {
    if (!(await this.log.findOpen(sessionId))) return undefined;
    await this.log.record(sessionId, (current, now) => settlement(ending, current, now));
    await this.findings.close(sessionId);
    const session = await this.log.findOpen(sessionId);
    if (!session) return undefined; // another run of this activity was faster
    await this.lower(session); // the counts below are final

    const { summary, byTool, intelligence, suppressing } = await this.tally(session);
    const { refunded, toolsRefunded, newBalance } = await this.settleCharge(session, issuesOf(session, byTool));
    const counted = {
      summary,
      refund: { refunded, toolsRefunded, newBalance },
      intelligence,
      suppressing,
      ...(suppresses(session) && { mayBeNeededElsewhere: mayBeNeededElsewhere(session, this.catalogue) }),
    };
    const { state } = await this.log.record(sessionId, (current, now) => end(counted, current, now));
    return reportOf(state, refunded, toolsRefunded.length);
  }

  /** Only completed tools prove places. A severity that the session itself set stays. */
  private async lower(session: OpenSession): Promise<void> {
    const proving = provingTools(session);
    if (proving.size === 0) return;
    const decisions = rulesOf(session);
    await this.findings.lower(session.started.sessionId, {
      isHeard: (tool: string) => proving.has(tool),
      isAboutValue: ({ tool, rule, file }: { tool: string; rule: string; file: string | null }) => {
        const definition = this.catalogue.tool(tool);
        if (definition === undefined || !isAboutValue(tool, rule)) return false;
        return severityIn(decisions, definition, rule, 'info', file ?? undefined) === 'info';
      },
    });
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
        ...(rest !== undefined && { refundRest: rest }),
      }),
    );
  }

  private tally(session: OpenSession): Promise<Tally> {
    const { sessionId, aiFeatures } = session.started;
    return tallyFindings(() => this.events.readStream<FindingsEvent>(findingsStream(sessionId)), {
      sessionId,
      // Without a result of a tool, AI features have nothing to work on.
      features: completedTools(session) > 0 ? aiFeatures : [],
      inTurn: (work) => this.turns.take('large session', work),
    });
  }
}

const suppresses = ({ prepared }: Session): boolean => (prepared?.suppressions?.declared.length ?? 0) > 0;

/** Defects by the billing category of the tool that represents each, so that usage has one set of categories. */
function issuesOf({ started }: OpenSession, byTool: Tally['byTool']): Readonly<Record<string, number>> {
  const billing = new Map(started.tools.map((tool) => [tool.id, tool.billing]));
  const issues: Record<string, number> = {};
  for (const [tool, defects] of byTool) {
    const category = billing.get(tool);
    if (category !== undefined) issues[category] = (issues[category] ?? 0) + defects;
  }
  return issues;
}

/** The refund is decided from the recorded events, so it is the same for every run of this activity. */
function reportOf({ ended }: Session, refunded: Microcredits, toolsRefunded: number): SettlementReport | undefined {
  return ended === undefined || ended === 'abandoned'
    ? undefined
    : { status: ended, refunded: formatCredits(refunded), toolsRefunded };
}

function settlement({ failure, canceled }: SessionEnding, session: Session, now: string): SessionEvent[] {
  const wish = canceled ? requestCancel('system', session, now) : [];
  return [...wish, ...beginSettlement(failure, wish.reduce(evolve, session), now)];
}
