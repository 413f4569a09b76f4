import type { MissingTool } from '@assay/verdicts';
import { verdictOn } from './verdict';

const found = (more: Partial<Record<'critical' | 'high' | 'medium' | 'low' | 'info', number>>) => ({
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  info: 0,
  ...more,
});
const judged = (more: Parameters<typeof found>[0], missingTools: readonly MissingTool[]) => ({
  bySeverity: found(more),
  missingTools,
});
const missing = [{ tool: 'spelling', reason: 'timed out' }];

describe('the verdict of a scan', () => {
  it('passes when nothing reaches the gate', () =>
    expect(verdictOn(judged({ medium: 3 }, []), { failOn: 'high' })).toMatchObject({ verdict: 'pass', status: 0 }));
  it('fails when something reaches the gate or is above it', () => {
    expect(verdictOn(judged({ high: 1 }, []), { failOn: 'high' })).toMatchObject({
      verdict: 'fail',
      status: 1,
      reason: '1 finding of severity high or above',
    });
    expect(verdictOn(judged({ critical: 2 }, []), { failOn: 'high' })).toMatchObject({ verdict: 'fail', status: 1 });
  });
  it('is inconclusive while tools are missing, and names them', () =>
    expect(verdictOn(judged({}, missing), { failOn: 'high' })).toMatchObject({
      verdict: 'inconclusive',
      status: 2,
      reason: '1 tool did not complete: spelling',
      missingTools: missing,
    }));
  it('has failed where the gate failed, whatever is missing', () =>
    expect(verdictOn(judged({ high: 1 }, missing), { failOn: 'high' })).toMatchObject({ verdict: 'fail', status: 1 }));
  it('passes without a gate, whatever was found', () =>
    expect(verdictOn(judged({ critical: 9 }, []), {})).toMatchObject({ verdict: 'pass', status: 0 }));
  it('counts every severity for the gate of info', () =>
    expect(verdictOn(judged({ info: 1 }, []), { failOn: 'info' })).toMatchObject({ verdict: 'fail' }));
  it('fails where there are more of a severity than the gate allows, and says which', () => {
    const gate = { failOn: 'critical', atMost: { medium: 2, low: 5 } } as const;
    expect(verdictOn(judged({ medium: 3, low: 5 }, []), gate)).toMatchObject({
      verdict: 'fail',
      reason: '3 of severity medium, 2 allowed',
    });
    expect(verdictOn(judged({ critical: 1, medium: 3 }, []), gate).reason).toBe(
      '1 finding of severity critical or above, 3 of severity medium, 2 allowed',
    );
    expect(verdictOn(judged({ medium: 2 }, []), { atMost: { medium: 2 } })).toMatchObject({
      verdict: 'pass',
      reason: 'no more findings than the gate allows',
    });
  });

  it('is uncovered where no tool knows the code, unless the gate failed or tools are missing', () => {
    const uncovered = 'no tool knows terraform (2 files, 90 lines): nothing is known of this code';
    expect(verdictOn({ ...judged({}, []), uncovered }, { failOn: 'high' })).toMatchObject({
      verdict: 'uncovered',
      status: 4,
      reason: uncovered,
    });
    expect(verdictOn({ ...judged({ high: 1 }, []), uncovered }, { failOn: 'high' })).toMatchObject({ status: 1 });
    expect(verdictOn({ ...judged({}, missing), uncovered }, {})).toMatchObject({ status: 2 });
  });
  it('says how many of the judged findings are not listed, and of which tools', () => {
    const cut = { tool: 'css-lint', count: 3, bySeverity: found({ low: 3 }) };
    expect(verdictOn({ ...judged({ low: 9 }, []), notKept: [cut] }, { failOn: 'high' })).toMatchObject({
      verdict: 'pass',
      reason: 'nothing of severity high or above; 3 findings of css-lint are counted and not listed',
      notKept: [cut],
    });
  });
});
