import type { QueueCarried, ScanDocument, SessionAdmitted, SessionEvent } from '@assay/scanning';
import { projected } from '../libs/read-models/test/projected';
import {
  at,
  broken,
  cancelRequested,
  canceled,
  completed,
  deleted,
  ended,
  prepared,
  refined,
  started,
} from '../libs/scanning/test/session-facts';
import { type ScanEvent, scans } from './scans.projection';

const queue = { stream: 'queue-org_1' };
const admitted: SessionAdmitted = {
  type: 'SessionAdmitted',
  data: { organizationId: 'org_1', sessionId: 'ses_1', at: at(1) },
};
const carried: QueueCarried = {
  type: 'QueueCarried',
  data: { organizationId: 'org_1', running: ['ses_1'], waiting: [], at: at(1) },
};

const scanAfter = (...history: readonly (ScanEvent | SessionEvent)[]) =>
  projected<ScanDocument, ScanEvent, SessionEvent>(scans, history)['ses_1'];

describe('the read model of scans', () => {
  it('has a scan that waits for its turn', () =>
    expect(scanAfter(started)).toMatchObject({
      scanId: 'scn_1',
      sourceType: 'directory',
      status: 'pending',
      toolsTotal: 2,
      toolsCompleted: 0,
      admittedAt: null,
    }));

  it.each([
    ["its organization's queue admits it", { ...admitted, ...queue }],
    ['a queue that was carried on names it', { ...carried, ...queue }],
    ['it does something, as sessions from before there were queues', prepared],
  ])('runs once %s', (_, fact) =>
    expect(scanAfter(started, fact)).toMatchObject({ status: 'running', admittedAt: at(1) }),
  );

  it('counts the tools that stayed in the plan, and those that are done', () =>
    expect(scanAfter(started, refined('b'), completed('a', 4))).toMatchObject({ toolsTotal: 1, toolsCompleted: 1 }));

  it.each([
    ['completed', ended('partial', 9), { status: 'completed', completedAt: at(9), error: null }],
    ['canceled', canceled(9), { status: 'canceled', completedAt: at(9) }],
    ['failed', broken(9), { status: 'failed', error: { code: 'ALL_TOOLS_FAILED', message: 'none worked' } }],
    ['canceled, as soon as somebody asks', cancelRequested(9), { status: 'canceled', completedAt: null }],
  ])('is %s', (_, fact, expected) => expect(scanAfter(started, refined(), fact)).toMatchObject(expected));

  it('has no scan that was deleted', () => expect(scanAfter(started, ended('completed', 9), deleted)).toBeUndefined());
});
