import type { VerdictOutcome } from '@assay/verdicts';
import { projected } from '../libs/read-models/test/projected';
import { verdicts } from './verdicts.projection';

const stream = 'verdict-ses_1';
const given = { type: 'VerdictGiven', data: { scanId: 'scn_1', verdict: 'pass' }, stream } as VerdictOutcome & {
  stream: string;
};
const deleted = { type: 'VerdictDeleted' as const, data: { scanId: 'scn_1', at: '2026-11-02T10:00:00.000Z' }, stream };

describe('the read model of verdicts', () => {
  it('has the verdict on a scan as it was given', () =>
    expect(projected(verdicts, [given])).toEqual({ scn_1: given.data }));
  it('has nothing once it is deleted', () => expect(projected(verdicts, [given, deleted])).toEqual({}));
});
