import { randomUUID } from 'node:crypto';
import type { AutomationFiringDeleted } from '@assay/automations';
import { type RecordedEvent, openSqliteEventStore } from '@assay/event-store';
import type { Telling } from '@assay/notifications';
import { temporaryFile } from '../../../event-store/test/temporary-file';
import { verdictOf } from '../../test/pull-request-world';
import { type VerdictEvent, verdictStream } from '../domain/verdict-events';
import { tellCommitStatus } from './tell-commit-status.reactor';

const NOW = '2026-11-23T10:00:00.000Z';
const SHA = 'c'.repeat(40);

/** Which messages there are if the automation of a scan is deleted, after what was recorded of its verdict. */
async function toldOf(
  verdict: readonly VerdictEvent[],
  { firedAt = NOW, isNoted = true, hasBegun = true } = {},
): Promise<Telling[]> {
  const events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
  if (verdict.length > 0)
    await events.append(
      verdictStream('ses_1'),
      verdict.map((fact) => ({ id: randomUUID(), ...fact })),
    );
  if (hasBegun)
    await events.append('session-ses_1', [
      { type: 'ScanStarted', data: { sessionId: 'ses_1', scanId: 'scn_1', organizationId: 'org_1' } },
    ]);
  const told: Telling[] = [];
  const reactor = tellCommitStatus({
    events,
    firings: { load: () => Promise.reject(new Error('the firing is gone')) },
    outbox: { tell: async (telling) => (told.push(telling), { notificationId: 'n', position: undefined }) },
    clock: { now: () => new Date(NOW) },
  });
  const data: AutomationFiringDeleted['data'] = {
    historyId: 'run_1',
    automationId: 'aut_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    at: NOW,
    scanned: {
      sessionId: 'ses_1',
      ...(isNoted && { scanId: 'scn_1' }),
      firedAt,
      statusName: 'assay/on-push-1',
      trigger: { type: 'hosta_push', repository: 'ada/shop', commitSha: SHA },
    },
  };
  const event = { id: 'e', type: 'AutomationFiringDeleted', stream: 'firing-run_1', revision: 2, position: 9, data };
  await reactor.react(event as unknown as RecordedEvent<AutomationFiringDeleted>);
  await events.close();
  return told;
}

describe('a commit whose automation is deleted while it is scanned', () => {
  const given: VerdictEvent = { type: 'VerdictGiven', data: verdictOf(1) };

  it('gets an end of its status under the same name', async () =>
    expect(await toldOf([])).toMatchObject([
      {
        channel: 'commit-status',
        destination: `hosta ${SHA} assay/on-push-1 ada/shop`,
        content: { state: 'error', description: 'no verdict: the automation was deleted', scanId: 'scn_1' },
      },
    ]));

  it.each<[string, VerdictEvent[]]>([
    ['was given', [given]],
    ['was deleted', [given, { type: 'VerdictDeleted', data: { scanId: 'scn_1', at: NOW } }]],
  ])('keeps the status that it has where the verdict %s', async (_, verdict) =>
    expect(await toldOf(verdict)).toEqual([]),
  );

  it('gets one, too, where nobody had noted that its scan began', async () =>
    expect(await toldOf([], { isNoted: false })).toMatchObject([{ content: { state: 'error', scanId: 'scn_1' } }]));

  it('is left alone where no scan began', async () =>
    expect(await toldOf([], { isNoted: false, hasBegun: false })).toEqual([]));

  it('is left alone where it was scanned days ago', async () =>
    expect(await toldOf([], { firedAt: '2026-11-19T10:00:00.000Z' })).toEqual([]));
});
