import { verdictOn } from './verdict';

const found = (more: Partial<Record<'critical' | 'high' | 'medium' | 'low' | 'info', number>>) => ({
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  info: 0,
  ...more,
});
const missing = [{ tool: 'spelling', reason: 'timed out' }];

describe('the verdict of a scan', () => {
  it('passes when nothing reaches the gate', () =>
    expect(verdictOn(found({ medium: 3 }), [], 'high')).toMatchObject({ verdict: 'pass', status: 0 }));
  it('fails when something reaches the gate or is above it', () => {
    expect(verdictOn(found({ high: 1 }), [], 'high')).toMatchObject({
      verdict: 'fail',
      status: 1,
      reason: '1 finding of severity high or above',
    });
    expect(verdictOn(found({ critical: 2 }), [], 'high')).toMatchObject({ verdict: 'fail', status: 1 });
  });
  it('is inconclusive while tools are missing, and names them', () =>
    expect(verdictOn(found({}), missing, 'high')).toMatchObject({
      verdict: 'inconclusive',
      status: 2,
      reason: '1 tool did not complete: spelling',
      missingTools: missing,
    }));
  it('has failed where the gate failed, whatever is missing', () =>
    expect(verdictOn(found({ high: 1 }), missing, 'high')).toMatchObject({ verdict: 'fail', status: 1 }));
  it('passes without a gate, whatever was found', () =>
    expect(verdictOn(found({ critical: 9 }), [], undefined)).toMatchObject({ verdict: 'pass', status: 0 }));
  it('counts every severity for the gate of info', () =>
    expect(verdictOn(found({ info: 1 }), [], 'info')).toMatchObject({ verdict: 'fail' }));
});
