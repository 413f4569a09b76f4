import { type SessionAccount, SettleCharge } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type FindingsRecorded, type GroupMember, findingsStream, groupFindings, intelligence, summarize } from '@assay/findings';
import type { SessionFailure } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { beginSettlement, completedTools, end, refundsDue } from '../domain/session';
import { SessionLog, type StartedSession } from './session-log';

/**
 * Ends a session: unfinished tools get their end, what was not delivered is refunded and the charge becomes final, and
 * the end is recorded last, so that whoever sees it sees the refund too. Every step may be repeated: each is decided
 * from what is recorded, and the first step fixes what the others decide on.
 */
@Injectable()
export class Settle {
  constructor(
    private readonly log: SessionLog,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  async run(sessionId: string, failure: SessionFailure | undefined): Promise<void> {
    if (!(await this.log.findOpen(sessionId))) return;
    await this.log.record(sessionId, (current, now) => beginSettlement(failure, current, now));
    const session = await this.log.findOpen(sessionId);
    if (!session) return; // another run of this activity was faster

    const groups = groupFindings(await this.findings(sessionId));
    const summary = summarize(groups);
    const { refunded, toolsRefunded, newBalance } = await this.settleCharge(session, summary.byCategory);
    const delivered = completedTools(session) > 0;
    const written = delivered ? intelligence(session.started.aiFeatures, [...groups.values()], summary) : null;
    await this.log.record(sessionId, (current, now) => end({ summary, refund: { refunded, toolsRefunded, newBalance }, intelligence: written }, current, now));
  }

  private settleCharge(session: StartedSession, issuesByCategory: Readonly<Record<string, number>>): Promise<SessionAccount> {
    const { organizationId, sessionId } = session.started;
    const { tools, rest } = refundsDue(session);
    return this.commands.execute(new SettleCharge({
      organizationId, sessionId, issuesByCategory,
      linesScanned: session.prepared?.lines ?? 0,
      refunds: tools,
      ...(rest === undefined ? {} : { refundRest: rest }),
    }));
  }

  private async findings(sessionId: string): Promise<GroupMember[]> {
    const findings: GroupMember[] = [];
    for await (const { data } of this.events.readStream<FindingsRecorded>(findingsStream(sessionId)))
      for (const finding of data.findings) findings.push({ ...finding, tool: data.tool });
    return findings;
  }
}
