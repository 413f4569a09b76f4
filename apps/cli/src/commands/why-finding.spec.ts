import { openSqliteEventStore } from '@assay/event-store';
import { findingsStream, lineStream, triageStream } from '@assay/findings';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compared, sighting } from '../../../../libs/findings/test/compared';
import { finding, recorded } from '../../../../libs/findings/test/recorded';
import { planned } from '../../../../libs/scanning/test/session-stream';
import { lineOf } from '../../../../libs/scanning/src/lifecycle/line-of-session';
import { openCommandLine } from '../../../../test/support/command-line';
import { projectStore } from '../../../../test/support/project-store';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `${day}T10:00:00.000Z`) as [
  string,
  string,
  string,
];

describe('assay why, about a finding', () => {
  const line = openCommandLine();
  const data = join(line.folder, 'data');
  beforeAll(async () => {
    mkdirSync(data);
    const events = await openSqliteEventStore({ file: join(data, 'events.db') });
    const started = { ...planned, projectId: 'prj_1', at: DAYS[0] };
    await events.append('session-ses_1', [{ type: 'ScanStarted', data: started }]);
    await events.append(findingsStream('ses_1'), [recorded('lint', finding('fnd_1'))]);
    const { lineId } = lineOf({ started, prepared: undefined });
    await events.append(lineStream(lineId), [
      compared(1, [{ kind: 'new', key: 'fnd_1', now: sighting('fnd_1') }], { lineId, at: DAYS[0] }),
      compared(3, [{ kind: 'gone', key: 'fnd_1', severity: 'medium' }], { lineId, at: DAYS[2] }),
    ]);
    await events.append(triageStream('prj_1'), [
      {
        type: 'FindingStatusChanged',
        data: {
          fingerprint: 'fingerprint of fnd_1',
          organizationId: 'org_1',
          from: 'open',
          to: 'accepted',
          note: 'for now',
          by: 'key_1',
          at: DAYS[1],
          expiresAt: '2027-01-01T00:00:00.000Z',
        },
      },
    ]);
    await projectStore(join(data, 'read-models.db'), events);
    await events.close();
  }, 60_000);
  afterAll(() => line.remove());

  it('tells what scans and people said of it, the oldest first', async () =>
    expect(await line.quickly('why', 'finding', 'fnd_1')).toEqual({
      status: 0,
      errors: '',
      output:
        'eval is called (lint, no-eval) is of medium severity and accepted, in src/a.js:3 of the scan scn_1.\n\n' +
        'Events\n' +
        `  ${DAYS[0]}  new  Seen for the first time, in src/a.js, line 3, by lint (no-eval). (scn_1)\n` +
        `  ${DAYS[1]}  decided  Decided by key_1: accepted until 2027-01-01T00:00:00.000Z; it was open. The note ` +
        'says: for now\n' +
        `  ${DAYS[2]}  gone  Gone: each tool that saw it looked at its place and found it no more, or the place is ` +
        'there no more. (scn_3)\n',
    }));

  it('says that there is none of an id', async () =>
    expect(await line.quickly('why', 'finding', 'fnd_9')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('this store has no finding fnd_9'),
    }));
});
