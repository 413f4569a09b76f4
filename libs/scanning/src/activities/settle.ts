import { RefundSession, RefundTools, type SessionAccount, SettleCharge } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type FindingsRecorded, type GroupMember, findingsStream, groupFindings, intelligence, summarize } from '@assay/findings';
import type { SessionFailure } from '@assay/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { completedTools, end, outcomeOf, refundableTools, skipUnfinished } from '../domain/session';
import { SessionLog, type StartedSession } from './session-log';

/**
 * Ends a session: unfinished tools get their end, what was not delivered is refunded, the charge becomes final, and the
 * end is recorded last, so that whoever sees it sees the refund too. Every step may be repeated: each is decided from
 * what is recorded.
 */
@Injectable()
export class Settle {
  constructor(
    private readonly log: SessionLog,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  async run(sessionId: string, failure: SessionFailure | undefined): Promise<void> {
    const before = await this.log.load(sessionId);
    if (before.ended) return;
    await this.log.record(sessionId, (current, now) =>
      current.cancelRequested
        ? skipUnfinished('canceled', 'canceled before it finished', current, now)
        : skipUnfinished('skipped', failure ? `the session failed: ${failure.message}` : 'the session ended before it could run', current, now));

    const session = await this.log.load(sessionId);
    const groups = groupFindings(await this.findings(sessionId));
    const summary = summarize(groups);
    const account = await this.settleCharge(session, failure, summary.byCategory);
    const { refunded, toolsRefunded, newBalance } = account;
    const delivered = completedTools(session) > 0;
    const written = delivered ? intelligence(session.started.aiFeatures, [...groups.values()], summary) : null;
    await this.log.record(sessionId, (current, now) =>
      end({ failure, summary, refund: { refunded, toolsRefunded, newBalance }, intelligence: written }, current, now));
  }

  private async settleCharge(session: StartedSession, failure: SessionFailure | undefined, issuesByCategory: Readonly<Record<string, number>>): Promise<SessionAccount> {
    const { organizationId, sessionId } = session.started;
    await this.commands.execute(new RefundTools({ organizationId, sessionId, tools: refundableTools(session) }));
    // A session in which no tool completed delivered nothing: base price, lines and AI come back too.
    if (completedTools(session) === 0) {
      const reason = outcomeOf(session, failure).kind === 'canceled' ? 'canceled' : 'failed';
      await this.commands.execute(new RefundSession({ organizationId, sessionId, reason }));
    }
    return this.commands.execute(new SettleCharge({ organizationId, sessionId, linesScanned: session.prepared?.lines ?? 0, issuesByCategory }));
  }

  private async findings(sessionId: string): Promise<GroupMember[]> {
    const findings: GroupMember[] = [];
    for await (const { data } of this.events.readStream<FindingsRecorded>(findingsStream(sessionId)))
      for (const finding of data.findings) findings.push({ ...finding, tool: data.tool });
    return findings;
  }
}
