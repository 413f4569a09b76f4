import { type LedgerEntryOf, SettleCharge, isAiReportCharge, ledgerOfStream } from '@assay/billing';
import { type EventStore, decide } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import type { CommandBus } from '@nestjs/cqrs';
import { type AiReportEvent, aiReportsStream } from '../domain/ai-report-events';
import { returnedItems } from '../returned-items';
import { LEASE, abandon, abandonedAsLost, model } from '../domain/scan-reports';

/**
 * An AI report is charged before it is written. If a crash fell in between, the report is abandoned once its lease has
 * ended, and the charge is returned. If the report was delivered, the charge becomes final.
 */
export function settleAiReports({
  events,
  commands,
  clock,
  lease = LEASE,
}: {
  readonly events: EventStore;
  readonly commands: CommandBus;
  readonly clock: Clock;
  readonly lease?: number;
}): Reactor<LedgerEntryOf<'CreditsCharged'>> {
  return {
    name: 'settle-ai-reports',
    handles: { CreditsCharged: true },
    async react({ stream, data: { sessionId: reportId, scanId, at } }, signal) {
      if (!isAiReportCharge(reportId)) return;
      // At most the lease, even if the charge has the time of a clock that was ahead: the charges after it wait as
      // long.
      const patience = Math.min(lease, lease - (clock.now().getTime() - Date.parse(at)));
      await ended(events, { scanId, reportId }, patience, signal);
      const { state } = await decide(events, aiReportsStream(scanId), model, (reports) =>
        abandon(abandonedAsLost(reportId, timestamp(clock)), reports),
      );
      const help = state.helped.get(reportId);
      await commands.execute(
        new SettleCharge({
          organizationId: ledgerOfStream(stream).organizationId,
          sessionId: reportId,
          linesScanned: 0,
          issuesByCategory: {},
          ...(help !== undefined && { undelivered: returnedItems(help) }),
          ...(!state.delivered.has(reportId) && { refundRest: 'failed' }),
        }),
      );
    },
  };
}

/** Waits at most so many milliseconds until the report is delivered or abandoned. */
async function ended(
  events: EventStore,
  { scanId, reportId }: { readonly scanId: string; readonly reportId: string },
  patience: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stream = aiReportsStream(scanId);
  for await (const event of events.readStream<AiReportEvent>(stream)) if (endsReport(event, reportId)) return;
  if (patience <= 0) return;
  const giveUp = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
  for await (const message of events.subscribeToStream<AiReportEvent>(stream, { signal: giveUp }))
    if (message.kind === 'event' && endsReport(message.event, reportId)) return;
  signal?.throwIfAborted();
}

function endsReport(event: AiReportEvent, reportId: string): boolean {
  switch (event.type) {
    case 'AiReportGenerated':
      return event.data.report.reportId === reportId;
    case 'AiReportAbandoned':
    case 'IssueHelpDelivered':
      return event.data.reportId === reportId;
    case 'AiReportsDeleted':
      return true;
    default:
      return false;
  }
}
