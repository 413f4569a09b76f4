import { stripVTControlCharacters } from 'node:util';
import type { LocalScanResult } from '../local-scan';
import { finding } from '../../test/finding';
import type { Folded } from './first-screen';
import { summaryText } from './summary-text';

const NOTHING = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

const summaryOf = (
  missingTools: LocalScanResult['missingTools'],
  folded: readonly Folded[] = [],
  session: Partial<LocalScanResult['session']> = {},
): string =>
  stripVTControlCharacters(
    summaryText(
      {
        session: {
          summary: { toolsRun: 1, totalFindings: 0, bySeverity: NOTHING },
          roles: [],
          leftOut: { total: 0, first: [] },
          files: 1,
          lines: 1,
          toolReports: {},
          profile: 'strict',
          ...session,
        },
        findings: [],
        missingTools,
        duration: 1_000,
        credits: '0',
      } as unknown as LocalScanResult,
      folded,
      200,
    ),
  );

describe('the summary of a scan', () => {
  it('names tools that are missing for one reason in one row, and what gives them longer', () => {
    const reason = 'timed out after 300000 ms';
    const missing = ['one', 'two'].map((tool) => ({ tool, reason }));
    const text = summaryOf([...missing, { tool: 'other', reason: 'needed more than 512 MB of memory' }]);
    expect(text).toContain(`missing: one, two: ${reason}\n`);
    expect(text).toContain('missing: other: needed more than 512 MB of memory\n');
    expect(text).toContain('(--timeout gives each tool longer)');
  });

  it('counts what comments for other linters switch off', () =>
    expect(summaryOf([], [{ role: 'own', isWaived: true, findings: [finding({ severity: 'high' })] }])).toContain(
      '… 1 finding that a comment switches off for another linter (1 kind in 1 file): 1 high',
    ));

  it('says that nothing was looked at', () => {
    const nothing = {
      files: 0,
      summary: { toolsRun: 0, bySeverity: NOTHING },
    } as unknown as LocalScanResult['session'];
    expect(summaryOf([], [], nothing)).toContain(
      'nothing was looked at: the target has no file for any tool\n0 findings',
    );
    expect(summaryOf([])).not.toContain('nothing was looked at');
  });

  it('says nothing of time where none ran out', () =>
    expect(summaryOf([{ tool: 'other', reason: 'the engine timed out' }])).not.toContain('--timeout'));
});
