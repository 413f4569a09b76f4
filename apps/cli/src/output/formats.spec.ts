import type { LocalScanResult } from '../local-scan';
import { finding } from '../../test/finding';
import { githubReport } from './github-report';
import { markdownReport } from './markdown-report';
import type { ReportView } from './report-view';

const HOSTILE = '<b>&"\'|`\u0000\ud800 ]]> @all [x](y)\n::error::%0A,:';
const view = (findings: ReportView['findings'], all = false): ReportView => ({
  findings,
  all,
  groupBy: undefined,
  failOn: undefined,
  isGated: false,
  width: 80,
});
const result = {
  session: {
    files: 2,
    summary: { totalFindings: 1, toolsRun: 2 },
    toolReports: Object.fromEntries(
      [
        { toolName: 'eslint-security', status: 'completed', duration: 1_500, result: null },
        { toolName: 'clean', status: 'completed', duration: 10, result: null },
        { toolName: 'broken', status: 'failed', duration: 0, result: { reason: 'it timed out' } },
      ].map((report) => [report.toolName, report]),
    ),
  },
  missingTools: [{ tool: 'broken', reason: 'it timed out' }],
} as unknown as LocalScanResult;
const verdict = {
  verdict: 'inconclusive',
  reason: '1 tool did not complete',
  status: 2,
  missingTools: [],
  notKept: [],
} as const;

describe('the annotations for GitHub', () => {
  it('name file, line, title and what to do', () =>
    expect(githubReport(view([finding({ suggestion: 'Parse it.', description: 'Because.' })]))).toBe(
      '::error file=src/app.js,line=3,title=Code from text (eslint-security/security/detect-eval-with-expression)' +
        '::Because.%0AParse it.\n',
    ));

  it('are one line each, whatever a target holds', () => {
    const lines = githubReport(view([finding({ title: HOSTILE, file: HOSTILE, description: HOSTILE })])).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=[^,:]*,line=3,title=[^,:]*::/);
  });

  it('leave out what is folded, unless all is asked for', () => {
    const low = [finding({ severity: 'low' })];
    expect(githubReport(view(low))).toBe('');
    expect(githubReport(view(low, true))).toMatch(/^::notice /);
  });
});

describe('the Markdown report', () => {
  it('has a row a group, and says what is folded and missing', () => {
    const text = markdownReport(result, verdict, view([finding(), finding({ line: 9 }), finding({ severity: 'low' })]));
    expect(text).toMatch(/^## Assay: inconclusive\n/);
    expect(text.match(/^\| high \|/gm)).toHaveLength(1);
    expect(text).toContain('1 more finding of less weight');
    expect(text).toContain('- broken: it timed out');
  });

  it('holds no markup of a target', () => {
    const text = markdownReport(
      result,
      verdict,
      view([finding({ title: HOSTILE, file: HOSTILE, suggestion: HOSTILE })]),
    );
    const row = text.split('\n').find((line) => line.startsWith('| high'))!;
    expect(row.replace(/<(?:\/?code|br)>/g, '')).not.toMatch(/[<>`@[\]]/);
    expect(row.split('|')).toHaveLength(6);
  });
});
