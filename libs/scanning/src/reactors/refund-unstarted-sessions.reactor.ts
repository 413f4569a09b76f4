import { HasOpenCharge, type LedgerEntryOf, RefundSession, isAiReportCharge, ledgerOfStream } from '@assay/billing';
import { decide, type EventStore } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { abandon, model } from '../domain/session';
import { sessionStream } from '../domain/session-events';

/**
 * A session is charged before it starts. If a crash fell between the two, the session is closed before it began, so
 * that a start that is still under way somewhere fails, and the charge is returned in full.
 */
export function refundUnstartedSessions({
  events,
  commands,
  queries,
  clock,
  grace,
}: {
  events: EventStore;
  commands: CommandBus;
  queries: QueryBus;
  clock: Clock;
  grace: number;
}): Reactor<LedgerEntryOf<'CreditsCharged'>> {
  return {
    name: 'refund-unstarted-sessions',
    handles: { CreditsCharged: true },
    async react(event, signal) {
      const { sessionId, at } = event.data;
      // The charge is for a report, not a session: the context that generates reports settles it.
      if (isAiReportCharge(sessionId)) return;
      const { organizationId } = ledgerOfStream(event.stream);
      // At most the grace, even if the charge has the time of a clock that was ahead: the charges after it wait as
      // long.
      const patience = Math.min(grace, grace - (clock.now().getTime() - Date.parse(at)));
      if (await begins(events, sessionId, patience, signal)) return;
      // Nothing to return: the session is paid for and over, and its stream was deleted with its project. A reactor
      // that starts from the beginning meets this.
      if (!(await queries.execute(new HasOpenCharge({ organizationId, sessionId })))) return;
      await decide(events, sessionStream(sessionId), model, (session) =>
        abandon('charged, but never started', session, timestamp(clock)),
      );
      await refundIfAbandoned(events, commands, { organizationId, sessionId });
    },
  };
}

/** Whether the session's stream has or gets its first event within so many milliseconds. */
async function begins(
  events: EventStore,
  sessionId: string,
  patience: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for await (const { type } of events.readStream(sessionStream(sessionId), { limit: 1 }))
    return type !== 'ScanAbandoned';
  if (patience <= 0) return false;
  const giveUp = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
  for await (const message of events.subscribeToStream(sessionStream(sessionId), { signal: giveUp }))
    if (message.kind === 'event') return message.event.type !== 'ScanAbandoned';
  signal?.throwIfAborted();
  return false;
}

async function refundIfAbandoned(
  events: EventStore,
  commands: CommandBus,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
): Promise<void> {
  for await (const first of events.readStream(sessionStream(sessionId), { limit: 1 }))
    if (first.type !== 'ScanAbandoned') return;
  // settles the charge, too
  await commands.execute(new RefundSession({ organizationId, sessionId, reason: 'not-started' }));
}
