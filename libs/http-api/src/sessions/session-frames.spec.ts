import type { RecordedEvent } from '@assay/event-store';
import { sessions } from '@assay/projections';
import {
  type SessionDocument,
  type SessionEvent,
  isEnding,
  progressOf,
  refundView,
  toolReportView,
} from '@assay/scanning';
import * as fc from 'fast-check';
import { SESSION_ID, sessionHistories } from '../../../scanning/test/session-histories';
import { frameOf } from './session-frames';

interface Told {
  id: number;
  event: string;
  data: Record<string, unknown> & { progress: ReturnType<typeof progressOf>; lastUpdated: string };
}

/** As a client reads it. */
function read(frame: string): Told {
  const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n$/.exec(frame) ?? [];
  return { id: Number(id), event: event ?? '', data: JSON.parse(data ?? 'null') };
}

/** Each fact's frame, with the document that polling would answer from at that moment. */
function story(
  history: readonly RecordedEvent<SessionEvent>[],
): { event: RecordedEvent<SessionEvent>; document: SessionDocument; told: Told }[] {
  let document: SessionDocument | undefined;
  return history.map((event) => {
    document = sessions.apply(document, event, SESSION_ID)!;
    return { event, document, told: read(frameOf(event, document)) };
  });
}

/** The document as JSON gives it back: absent members are gone. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a session's server-sent events", () => {
  it('tell the progress and the time that polling shows at the same moment, under the revision that it is at', () => {
    fc.assert(
      fc.property(sessionHistories(), (history) => {
        for (const {
          document,
          told: { id, data },
        } of story(history)) {
          expect({ id, progress: data.progress, lastUpdated: data.lastUpdated }).toEqual({
            id: document.revision,
            progress: progressOf(document),
            lastUpdated: document.lastUpdated,
          });
        }
      }),
    );
  });

  it('tell every report that polling ends up with, once, in the order of their times', () => {
    fc.assert(
      fc.property(sessionHistories(), (history) => {
        const told = story(history);
        const reports = told
          .filter(({ told: { event } }) => event === 'tool')
          .map(
            ({
              told: {
                data: { progress: _, lastUpdated: __, ...report },
              },
            }) => report,
          );
        const polled = Object.values(told.at(-1)!.document.toolReports)
          .map(toolReportView)
          .sort((a, b) => (a.completedAt! < b.completedAt! ? -1 : 1));
        expect(reports).toEqual(asJson(polled));
      }),
    );
  });

  it('end once, at the end, with what the session ended with', () => {
    fc.assert(
      fc.property(sessionHistories(), (history) => {
        const told = story(history);
        expect(told.map(({ told: { event } }) => event).filter((event) => event === 'end')).toEqual(['end']);
        const last = told.at(-1)!;
        expect(isEnding(last.event)).toBe(true);
        const {
          document: { status, summary, refund, error },
        } = last;
        expect(last.told.data).toMatchObject(
          asJson({ status, summary, refund: refundView(refund!), ...(error && { error }) }) as object,
        );
      }),
    );
  });
});
