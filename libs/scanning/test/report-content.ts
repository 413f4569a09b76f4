import { type FindingView, kindGroup } from '@assay/findings';
import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text';
import type { ToolReportDocument } from '../src/queries/session-document';
import type { ReportContent } from '../src/reports/report';

export const tool = (
  toolName: string,
  status: ToolReportDocument['status'] = 'completed',
  reason?: string,
): ToolReportDocument => ({
  toolName,
  status,
  category: 'security',
  duration: 1,
  findingsCount: 0,
  result: reason === undefined ? null : { reason },
  completedAt: '2026-11-20T10:00:00.000Z',
});

const NOT_KEPT = { critical: 0, high: 0, medium: 0, low: 1_000, info: 2 };
export const cutTool = (toolName: string): ToolReportDocument => ({
  ...tool(toolName),
  result: { truncated: true, notKept: NOT_KEPT },
});

export const finding = (number: number, more: Partial<FindingView> = {}): FindingView => {
  const parts: Omit<FindingView, 'group'> = {
    id: `fnd_${number}`,
    scanId: 'scn_1',
    title: 'A weakness',
    description: 'It is weak.',
    severity: 'high',
    category: 'security',
    tool: 'alpha',
    file: 'a.ts',
    line: 3,
    code: 'one\ntwo',
    suggestion: 'Mend it',
    cwe: 'CWE-1',
    deduplicated: false,
    duplicateCount: 0,
    duplicates: [],
    status: 'open',
    hasFix: false,
    hasTrace: false,
    fingerprint: `print ${number}`,
    rule: `rule-${number % 7}`,
    role: 'own',
    ...more,
  };
  return { ...parts, group: kindGroup(parts) };
};

async function* each(findings: Iterable<FindingView>): AsyncGenerator<FindingView> {
  yield* findings;
}

export const content = (findings: Iterable<FindingView>, more: Partial<ReportContent> = {}): ReportContent => ({
  head: {
    id: 'rpt_1',
    scanId: 'scn_1',
    projectId: 'prj_1',
    status: 'completed',
    profile: 'strict',
    generatedAt: '2026-11-20T10:00:00.000Z',
    summary: { critical: 0, high: 1, medium: 0, low: 0, info: 0, total: 1, passRate: 50, duration: 1_000 },
  },
  target: 'target',
  tools: [tool('alpha'), tool('beta')],
  findings: each(findings),
  ...more,
});

export async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

export const hostileText = fc.oneof(
  anyText(),
  fc.stringMatching(/^[<>"'&/a-z =]*$/),
  fc.constantFrom('</pre><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u2028', ']]>', '-->'),
);
export const hostileFinding = fc
  .record({
    title: hostileText,
    description: hostileText,
    suggestion: hostileText,
    code: fc.option(hostileText),
    file: fc.option(hostileText),
    rule: hostileText,
    tool: hostileText,
    cwe: fc.option(hostileText),
    trace: fc.array(hostileText).map((texts) => traceThrough(texts)),
  })
  .map((texts) => finding(1, texts));

/** A way whose steps lie in files of these names, which are what happens there, too. */
export const traceThrough = (texts: readonly string[]): NonNullable<FindingView['trace']> => ({
  steps: [
    { kind: 'source', file: 'a.ts', line: 1, column: 2, text: 'the query of the request comes in' },
    ...texts.map((text, index) => ({ kind: 'propagation' as const, file: text, line: index + 1, text })),
    { kind: 'sink', file: 'a.ts', line: 3, text: 'given to exec', leftOut: 2 },
  ],
});
