import { openSqliteEventStore } from '@assay/event-store';
import { fromCredits } from '@assay/kernel';
import { temporaryFile } from '../../../../event-store/test/temporary-file';
import { sessionStream } from '../../domain/session-events';
import { SessionEnds, SessionEndsHandler } from './session-ends';

describe('the ends of sessions', () => {
  it("are those of the organization, whatever the end, also of a deleted session, and nobody else's", async () => {
    const events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
    const refund = { refunded: fromCredits('0.5'), toolsRefunded: [], newBalance: fromCredits(48) };
    const session = async (sessionId: string, organizationId: string, end?: string) => {
      await events.append(sessionStream(sessionId), [
        { type: 'ScanStarted', data: { sessionId, organizationId } },
        ...(end === undefined ? [] : [{ type: end, data: { refund } }]),
      ]);
    };
    await session('ses_1', 'org_1', 'ScanCompleted');
    await session('ses_2', 'org_2', 'ScanCompleted');
    await session('ses_3', 'org_1', 'ScanFailed');
    await session('ses_4', 'org_1', 'ScanCanceled');
    await session('ses_5', 'org_1');
    await events.deleteStream(sessionStream('ses_3'));
    const ended = await new SessionEndsHandler(events).execute(new SessionEnds({ organizationId: 'org_1' }));
    const { refunded, newBalance } = refund;
    expect(ended).toEqual(['ses_1', 'ses_3', 'ses_4'].map((sessionId) => ({ sessionId, refunded, newBalance })));
    await events.close();
  });
});
