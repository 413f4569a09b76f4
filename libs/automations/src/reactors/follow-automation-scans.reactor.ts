import type { EventStore } from '@assay/event-store';
import type { Reactor } from '@assay/read-models';
import { type SessionDeleted, type SessionEnd, ENDINGS, startOf } from '@assay/scanning';
import { type AutomationScanEnded, type Scan, endOfGone } from '../domain/firing';
import type { Firings } from '../firing/firings';

/**
 * Records how the scan of a firing ended. The next firing of the same branch may have waited for it. A session that is
 * deleted with its project may be gone before its end is recorded; its deletion counts as its end then.
 */
export const followAutomationScans = (firings: Firings, events: EventStore): Reactor<SessionEnd | SessionDeleted> => ({
  name: 'follow-automation-scans',
  handles: { ...ENDINGS, SessionDeleted: true },
  async react(event) {
    if (event.type === 'SessionDeleted') {
      const { automation, ...scan } = event.data.started ?? {};
      if (automation) await firings.end(automation.historyId, endOfGone(scan as Scan, event.data.at));
      return;
    }
    // The session is deleted, or no firing started it.
    const started = await startOf(event.stream, events);
    if (started?.automation === undefined) return;
    const { sessionId, scanId, at: startedAt } = started;
    const { at } = event.data;
    await firings.end(started.automation.historyId, {
      sessionId,
      scanId,
      at,
      duration: Math.max(0, Date.parse(at) - Date.parse(startedAt)),
      ...outcomeOf(event),
    });
  },
});

function outcomeOf(end: SessionEnd): Pick<AutomationScanEnded['data'], 'status' | 'error'> {
  switch (end.type) {
    case 'ScanCompleted':
      return { status: end.data.status };
    case 'ScanFailed':
      return { status: 'failed', error: end.data.error };
    case 'ScanCanceled':
      return { status: 'canceled' };
  }
}
