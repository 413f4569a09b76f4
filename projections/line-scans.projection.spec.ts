import type { LineScanDocument } from '@assay/findings';
import type { SessionEvent } from '@assay/scanning';
import { projected } from '../libs/read-models/test/projected';
import { broken, canceled, deleted, ended, prepared, started } from '../libs/scanning/test/session-facts';
import { lineOf } from '../libs/scanning/src/lifecycle/line-of-session';
import { type LineScanEvent, lineScans } from './line-scans.projection';

const scanAfter = (...history: readonly SessionEvent[]) =>
  projected<LineScanDocument, LineScanEvent, SessionEvent>(lineScans, history)['ses_1'];
type Prepared = Extract<SessionEvent, { type: 'TargetPrepared' }>['data'];
type Started = Extract<SessionEvent, { type: 'ScanStarted' }>['data'];

describe("the read model of lines' scans", () => {
  it('has a scan that completed on the line on which its findings are compared', () =>
    expect(scanAfter(started, prepared, ended('partial', 9))).toEqual({
      scanId: 'scn_1',
      organizationId: 'org_1',
      projectId: 'prj_1',
      branch: null,
      commit: null,
      line: null,
      ended: {
        lineId: lineOf({ started: started.data as Started, prepared: prepared.data as Prepared }).lineId,
        position: 3,
        at: '2026-11-01T10:00:09.000Z',
      },
    }));

  it('has it on the branch that the target turned out to have', () => {
    const onBranch = {
      ...prepared,
      data: { ...prepared.data, target: { repository: { branch: 'main' } } },
    } as unknown as Extract<SessionEvent, { type: 'TargetPrepared' }>;
    const line = lineOf({ started: started.data as Started, prepared: onBranch.data });
    expect(scanAfter(started, onBranch, ended('completed', 9))).toMatchObject({
      branch: 'main',
      ended: { lineId: line.lineId },
    });
  });

  it('has the commit that was scanned, once it is known', () => {
    const repository = { name: 'ada/engine', branch: 'main', commit: 'c'.repeat(40), committedAt: null };
    const atCommit = { ...prepared, data: { ...prepared.data, target: { repository } } } as typeof prepared;
    expect(scanAfter(started)).toMatchObject({ commit: null });
    expect(scanAfter(started, atCommit, ended('completed', 9))).toMatchObject({ commit: 'c'.repeat(40) });
  });

  it('has none that ended otherwise or is deleted', () => {
    expect(scanAfter(started)).toMatchObject({ ended: null });
    for (const end of [canceled(9), broken(9)]) expect(scanAfter(started, prepared, end)).toBeUndefined();
    expect(scanAfter(started, prepared, ended('completed', 9), deleted)).toBeUndefined();
  });
});
