import type { FiringEvent } from '@assay/automations';
import type { VerdictGiven } from '@assay/verdicts';
import { projected } from '../libs/read-models/test/projected';
import { automationHistory } from './automation-history.projection';

const about = {
  historyId: 'run_1',
  automationId: 'aut_1',
  organizationId: 'org_1',
  projectId: 'prj_1',
  at: '2026-11-01T10:00:00.000Z',
};
const scan = { sessionId: 'ses_1', scanId: 'scn_1' };
const triggered: FiringEvent = {
  type: 'AutomationTriggered',
  data: {
    ...about,
    key: 'delivery-1',
    automationName: 'On push',
    trigger: { type: 'hosta_push', branch: 'main', commitSha: 'c0ffee' },
    action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
  },
};
const started: FiringEvent = { type: 'AutomationScanStarted', data: { ...about, ...scan } };
const superseded: FiringEvent = { type: 'AutomationScanSuperseded', data: { ...about, by: 'run_2' } };
const ended = (status: 'completed' | 'partial' | 'failed' | 'canceled'): FiringEvent => ({
  type: 'AutomationScanEnded',
  data: {
    ...about,
    ...scan,
    status,
    duration: 1_200,
    ...(status === 'failed' && { error: { code: 'BRANCH_NOT_FOUND', message: 'no branch' } }),
  },
});
const verdict = (failOn: 'high' | null) =>
  ({
    type: 'VerdictGiven',
    data: { ...about, ...scan, verdict: 'fail', reason: '1 new finding', conditions: { failOn, branch: 'main' } },
  }) as unknown as VerdictGiven;
const row = (...events: FiringEvent[]) => projected(automationHistory, events)['run_1'];

describe('the read model of what fired automations', () => {
  it('has each firing with what the event said, and waits for its scan', () =>
    expect(row(triggered)).toEqual({
      id: 'run_1',
      automationId: 'aut_1',
      organizationId: 'org_1',
      projectId: 'prj_1',
      triggeredAt: about.at,
      order: 1,
      triggerData: { type: 'hosta_push', branch: 'main', commitSha: 'c0ffee' },
      note: null,
      scanId: null,
      status: 'pending',
      duration: 0,
      reason: null,
      supersededBy: null,
      verdict: null,
    }));

  it('follows its scan to the end', () => {
    expect(row(triggered, started)).toMatchObject({ scanId: 'scn_1', status: 'running', duration: 0 });
    expect(row(triggered, started, ended('completed'))).toMatchObject({ status: 'completed', duration: 1_200 });
    expect(row(triggered, started, ended('partial'))).toMatchObject({ status: 'completed' });
    expect(row(triggered, started, ended('canceled'))).toMatchObject({ status: 'canceled', reason: null });
    expect(row(triggered, started, ended('failed'))).toMatchObject({
      status: 'failed',
      reason: { code: 'BRANCH_NOT_FOUND', reason: 'no branch' },
    });
  });

  it('says why it started no scan', () =>
    expect(
      row(triggered, { type: 'AutomationScanSkipped', data: { ...about, code: 'disabled', reason: 'It is off' } }),
    ).toMatchObject({ status: 'skipped', scanId: null, reason: { code: 'disabled', reason: 'It is off' } }));

  it('has a scan that was canceled for a newer event as skipped, and one that was done before that as done', () => {
    expect(row(triggered, started, superseded, ended('canceled'))).toMatchObject({
      status: 'skipped',
      scanId: 'scn_1',
      reason: { code: 'superseded' },
    });
    expect(row(triggered, started, superseded, ended('completed'))).toMatchObject({ status: 'completed' });
  });

  it('has the verdict on its scan, and what it fails on', () =>
    expect(
      projected(automationHistory, [triggered, started, ended('completed'), verdict('high')])['run_1'],
    ).toMatchObject({ verdict: { verdict: 'fail', reason: '1 new finding', failOn: 'high', branch: 'main' } }));

  it('has none that is gone with its automation', () =>
    expect(row(triggered, started, { type: 'AutomationFiringDeleted', data: about })).toBeUndefined());
});
