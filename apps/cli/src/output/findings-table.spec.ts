import type { FindingView } from '@assay/findings';
import { stripVTControlCharacters } from 'node:util';
import { findingsTable } from './findings-table';

const finding = (
  severity: FindingView['severity'],
  file: string | null,
  line: number | null,
  title: string,
  duplicateCount = 0,
): FindingView => ({
  id: title,
  scanId: 'scn_1',
  title,
  description: title,
  severity,
  category: 'quality',
  tool: 'a-tool',
  file,
  line,
  code: null,
  suggestion: '',
  cwe: null,
  deduplicated: duplicateCount > 0,
  duplicateCount,
  status: 'open',
  fingerprint: title,
  rule: 'rule',
});
const table = (findings: FindingView[], perSeverity = 10) =>
  stripVTControlCharacters(findingsTable(findings, { perSeverity }));

describe('the findings table', () => {
  it('groups by severity, most severe first, with file:line', () =>
    expect(
      table([
        finding('low', 'b.js', 2, 'small'),
        finding('critical', 'src/a.js', 12, 'big', 2),
        finding('low', null, null, 'whole'),
      ]),
    ).toBe(
      [
        'CRITICAL (1)',
        '  src/a.js:12  big [+2]  a-tool',
        '',
        'LOW (2)',
        '  b.js:2          small  a-tool',
        '  (whole target)  whole  a-tool',
        '',
      ].join('\n'),
    ));

  it('says how many it does not show', () =>
    expect(
      table(
        [1, 2, 3].map((line) => finding('info', 'a.js', line, `n${line}`)),
        2,
      ),
    ).toContain('… and 1 more'));

  it('is empty for no findings', () => expect(table([])).toBe(''));
});
