import { type AutomationTriggered, type FiringEvent, firing, recordDeletion, sessionIdOf } from './firing';

const AT = '2026-11-23T10:00:00.000Z';
const about = { historyId: 'run_1', automationId: 'aut_1', organizationId: 'org_1', projectId: 'prj_1', at: AT };
const scan = { sessionId: 'ses_1', scanId: 'scn_1' };

const triggered: AutomationTriggered = {
  type: 'AutomationTriggered',
  data: {
    ...about,
    key: 'delivery 1',
    automationName: 'On push',
    statusName: 'assay/on-push-1',
    trigger: { type: 'hosta_push', repository: 'ada/shop', commitSha: 'c'.repeat(40), branch: 'main', author: 'ada' },
    action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: 'high' } },
  },
};
const started: FiringEvent = { type: 'AutomationScanStarted', data: { ...about, ...scan } };
const skipped: FiringEvent = {
  type: 'AutomationScanSkipped',
  data: { ...about, code: 'late', reason: 'It is late' },
};
const superseded: FiringEvent = { type: 'AutomationScanSuperseded', data: { ...about, by: 'run_2' } };
const stateAfter = (...events: FiringEvent[]) => events.reduce(firing.evolve, firing.initial);

describe('a firing that is deleted with its automation', () => {
  it('names the commit that waits for the verdict on its scan, and nobody’s name', () =>
    expect(recordDeletion(stateAfter(triggered, started), AT)).toEqual([
      {
        type: 'AutomationFiringDeleted',
        data: {
          ...about,
          scanned: {
            ...scan,
            firedAt: AT,
            statusName: 'assay/on-push-1',
            trigger: { type: 'hosta_push', repository: 'ada/shop', commitSha: 'c'.repeat(40) },
          },
        },
      },
    ]));

  it.each([
    ['starts no scan', [triggered, skipped]],
    ['gave way to a newer one', [triggered, started, superseded]],
  ])('names none where it %s', (_, events) =>
    expect(recordDeletion(stateAfter(...events), AT)).toEqual([{ type: 'AutomationFiringDeleted', data: about }]),
  );

  it('names the session that it may have started, where no start is noted', () => {
    const [deletion] = recordDeletion(stateAfter(triggered), AT);
    expect(deletion?.data).toMatchObject({ scanned: { sessionId: sessionIdOf('run_1'), firedAt: AT } });
    expect(deletion?.data).not.toHaveProperty('scanned.scanId');
  });

  it('says where its verdict was given, so that what is kept for the next one goes, too', () =>
    expect(recordDeletion(stateAfter(triggered, skipped), AT, null)[0]?.data).toEqual({
      ...about,
      judgedBranch: null,
    }));

  it('is deleted once', () => {
    const state = stateAfter(triggered, { type: 'AutomationFiringDeleted', data: about });
    expect(recordDeletion(state, AT)).toEqual([]);
  });
});
