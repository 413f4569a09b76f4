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
    expect(verdictOn(found({ medium: 3 }), [], { failOn: 'high' })).toMatchObject({ verdict: 'pass', status: 0 }));
  it('fails when something reaches the gate or is above it', () => {
    expect(verdictOn(found({ high: 1 }), [], { failOn: 'high' })).toMatchObject({
      verdict: 'fail',
      status: 1,
      reason: '1 finding of severity high or above',
    });
    expect(verdictOn(found({ critical: 2 }), [], { failOn: 'high' })).toMatchObject({ verdict: 'fail', status: 1 });
  });
  it('is inconclusive while tools are missing, and names them', () =>
    expect(verdictOn(found({}), missing, { failOn: 'high' })).toMatchObject({
      verdict: 'inconclusive',
      status: 2,
      reason: '1 tool did not complete: spelling',
      missingTools: missing,
    }));
  it('has failed where the gate failed, whatever is missing', () =>
    expect(verdictOn(found({ high: 1 }), missing, { failOn: 'high' })).toMatchObject({ verdict: 'fail', status: 1 }));
  it('passes without a gate, whatever was found', () =>
    expect(verdictOn(found({ critical: 9 }), [], {})).toMatchObject({ verdict: 'pass', status: 0 }));
  it('counts every severity for the gate of info', () =>
    expect(verdictOn(found({ info: 1 }), [], { failOn: 'info' })).toMatchObject({ verdict: 'fail' }));
  it('fails where there are more of a severity than the gate allows, and says which', () => {
    const gate = { failOn: 'critical', atMost: { medium: 2, low: 5 } } as const;
    expect(verdictOn(found({ medium: 3, low: 5 }), [], gate)).toMatchObject({
      verdict: 'fail',
      reason: '3 of severity medium, 2 allowed',
    });
    expect(verdictOn(found({ critical: 1, medium: 3 }), [], gate).reason).toBe(
      '1 finding of severity critical or above, 3 of severity medium, 2 allowed',
    );
    expect(verdictOn(found({ medium: 2 }), [], { atMost: { medium: 2 } })).toMatchObject({
      verdict: 'pass',
      reason: 'no more findings than the gate allows',
    });
  });
});
