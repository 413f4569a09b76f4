import type { RecordedEvent } from '@assay/event-store';
import { sessions } from '@assay/projections';
import * as fc from 'fast-check';
import type { SessionEvent } from '../src/domain/session-events';
import type { SessionDocument } from '../src/queries/session-document';
import { progressOf, reportsSince, toolReportView } from '../src/queries/session-view';
import { SESSION_ID, sessionHistories } from './session-histories';

const folded = (events: readonly RecordedEvent<SessionEvent>[]): SessionDocument =>
  events.reduce<SessionDocument | undefined>(
    (document, event) => sessions.apply(document, event, SESSION_ID),
    undefined,
  )!;

/** Every document that the read model goes through. */
const documentsOf = (events: readonly RecordedEvent<SessionEvent>[]): SessionDocument[] =>
  events.map((_, index) => folded(events.slice(0, index + 1)));

describe('polling a session', () => {
  it('since the last lastUpdated neither misses nor repeats a report, whenever it is polled', () => {
    fc.assert(
      fc.property(sessionHistories(), fc.infiniteStream(fc.boolean()), (events, polls) => {
        const documents = documentsOf(events);
        let since = '';
        const seen = documents.flatMap((document, index) => {
          // At any moments in between, and at the end.
          const { value: asks } = polls.next();
          if (!asks && index < documents.length - 1) return [];
          const reports = reportsSince(document, since);
          since = document.lastUpdated;
          return reports;
        });
        const all = Object.values(documents.at(-1)!.toolReports).map(toolReportView);
        expect(seen.map(({ toolName }) => toolName).sort()).toEqual(all.map(({ toolName }) => toolName).sort());
        expect(seen).toEqual([...all].sort((a, b) => (a.completedAt! < b.completedAt! ? -1 : 1)));
      }),
    );
  });

  it('gives the same answer to the same question until something happens, and after lastUpdated nothing', () => {
    fc.assert(
      fc.property(sessionHistories(), (events) => {
        for (const document of documentsOf(events)) {
          expect(reportsSince(document, document.lastUpdated)).toEqual([]);
          for (const { completedAt } of reportsSince(document, ''))
            expect(completedAt! <= document.lastUpdated).toBe(true);
        }
      }),
    );
  });

  it('shows times that increase strictly, whatever the clock does', () => {
    fc.assert(
      fc.property(sessionHistories(), (events) => {
        const times = documentsOf(events).map(({ lastUpdated }) => lastUpdated);
        expect(times).toEqual([...new Set(times)].sort());
      }),
    );
  });

  it('shows a percentage that never falls, a total that shrinks at most once, and every tool in one state', () => {
    fc.assert(
      fc.property(sessionHistories(), (events) => {
        const progress = documentsOf(events).map(progressOf);
        for (const { total, completed, failed, skipped, running, pending } of progress)
          expect(completed + failed + skipped + running + pending).toBe(total);
        expect(new Set(progress.map(({ total }) => total)).size).toBeLessThanOrEqual(2);
        const percentages = progress.map(({ percentage }) => percentage);
        expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
        expect(percentages.at(-1)).toBe(100);
      }),
    );
  });
});
