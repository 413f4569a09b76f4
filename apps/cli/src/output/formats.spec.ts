import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalScanResult } from '../local-scan';
import { finding } from '../../test/finding';
import { FORMATS, fileNameOf, reportAs } from './formats';
import { githubReport } from './github-report';
import { markdownReport } from './markdown-report';
import type { ReportView } from './report-view';

const HOSTILE = '<b>&"\'|`\u0000\ud800 ]]> @all [x](y)\n::error::%0A,:';
/** A result of SARIF. */
interface Result {
  readonly properties: { readonly findingId: string };
  readonly baselineState: string;
}

const view = (findings: ReportView['findings'], all = false): ReportView => ({
  findings,
  known: [],
  suppressed: [],
  all,
  isVerbose: false,
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

describe('the formats', () => {
  it('have each a file name of its own in a folder', () =>
    expect(new Set(FORMATS.map(fileNameOf)).size).toBe(FORMATS.length));

  it.each(FORMATS)('are named in docs/scanning.md: %s', (format) =>
    expect(readFileSync(join(__dirname, '../../../../docs/scanning.md'), 'utf8')).toMatch(
      new RegExp(`^assay scan .*--format (?:${format} .*# or |.*# or .*\\b${format}\\b)`, 'm'),
    ),
  );
});

describe('SARIF of a scan that has a baseline', () => {
  it('has what is new and what was there before, each marked', async () => {
    const [fresh, before] = [finding(), finding()];
    const suppression = { kind: 'comment', reason: 'why', place: 'src/app.js:3' } as const;
    const [hidden, hiddenAnew] = [finding({ suppression }), finding({ suppression })];
    const head = { id: 'rpt_1', scanId: 'scn_1', projectId: null, status: 'completed', profile: 'strict' };
    const compared = {
      ...result,
      report: { head, target: 'a', tools: [] },
      comparison: { file: 'b', known: [before], knownSuppressed: [hidden], firstSeen: [], unknown: [] },
    };
    let text = '';
    const pieces = reportAs('sarif', compared as unknown as LocalScanResult, verdict, {
      ...view([fresh]),
      known: [before],
      suppressed: [hidden, hiddenAnew],
    });
    for await (const piece of pieces) text += piece;
    expect(
      JSON.parse(text).runs[0].results.map((each: Result) => [each.properties.findingId, each.baselineState]),
    ).toEqual([
      [fresh.id, 'new'],
      [before.id, 'unchanged'],
      [hidden.id, 'unchanged'],
      [hiddenAnew.id, 'new'],
    ]);
  });
});

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
    const text = markdownReport(
      result,
      verdict,
      view([finding(), finding({ line: 9 }), finding({ severity: 'low', rule: 'style' })]),
    );
    expect(text).toMatch(/^## Assay: inconclusive\n/);
    expect(text.match(/^\| high \|/gm)).toHaveLength(1);
    expect(text).toContain('1 more finding of less weight');
    expect(text).toContain('- broken: it timed out');
  });

  it('says what the target suppresses', () => {
    const suppressions = {
      honoured: 1,
      notHonoured: { total: 1, first: [{ place: 'src/<b>.ts:1', reason: 'no reason' }] },
      unused: { total: 0, first: [] },
    };
    const summary = { ...result.session.summary, suppressed: 2 };
    const session = { ...result.session, summary, suppressions } as LocalScanResult['session'];
    const text = markdownReport({ ...result, session }, verdict, view([]));
    expect(text).toContain('\n2 findings suppressed by the target: not judged.\n');
    expect(text).toContain('\n1 suppression not honoured: src/&lt;b&gt;.ts:1');
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
