import type { FindingView } from '@assay/findings';
import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import type { ToolReportDocument } from '../queries/session-document';
import { htmlReport } from './html-report';
import { jsonReport } from './json-report';
import type { ReportContent } from './report';
import { sarifReport } from './sarif-report';

const tool = (
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

const finding = (number: number, more: Partial<FindingView> = {}): FindingView => ({
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
  status: 'open',
  fingerprint: `print ${number}`,
  rule: `rule-${number % 7}`,
  ...more,
});

async function* each(findings: Iterable<FindingView>): AsyncGenerator<FindingView> {
  yield* findings;
}

const content = (findings: Iterable<FindingView>, more: Partial<ReportContent> = {}): ReportContent => ({
  head: {
    id: 'rpt_1',
    scanId: 'scn_1',
    projectId: 'prj_1',
    generatedAt: '2026-11-20T10:00:00.000Z',
    summary: { critical: 0, high: 1, medium: 0, low: 0, total: 1, passRate: 50, duration: 1_000 },
  },
  target: 'target',
  tools: [tool('alpha'), tool('beta')],
  findings: each(findings),
  ...more,
});

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const sarif = async (given: ReportContent) =>
  JSON.parse(await whole(sarifReport(given, { version: '1.0.0', definition: () => undefined })));
const hostileText = fc.oneof(
  anyText(),
  fc.stringMatching(/^[<>"'&/a-z =]*$/),
  fc.constantFrom('</pre><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u2028', ']]>', '-->'),
);
const hostileFinding = fc
  .record({
    title: hostileText,
    description: hostileText,
    suggestion: hostileText,
    code: fc.option(hostileText),
    file: fc.option(hostileText),
    rule: hostileText,
    tool: hostileText,
    cwe: fc.option(hostileText),
  })
  .map((texts) => finding(1, texts));

describe('a report', () => {
  it('is JSON, whatever it quotes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(hostileFinding, { maxLength: 4 }), async (findings) => {
        const { success, data } = JSON.parse(await whole(jsonReport(content(findings), { success: true })));
        expect({ success, findings: data.findings }).toEqual({
          success: true,
          findings: findings.map(({ id, title, severity, category, file, line, tool }) => ({
            id,
            title,
            severity,
            category,
            file,
            line,
            tool,
          })),
        });
      }),
    ));

  it('is HTML in which nothing that it quotes is a tag or ends an attribute', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(hostileFinding, { minLength: 1, maxLength: 3 }),
        hostileText,
        async (findings, target) => {
          const page = await whole(
            htmlReport(content(findings, { target, tools: [tool(findings[0]!.tool, 'failed', findings[0]!.title)] })),
          );
          const plain = await whole(
            htmlReport(
              content(
                findings.map(({ code, file, cwe }) =>
                  finding(1, {
                    title: 't',
                    description: 'd',
                    suggestion: 's',
                    rule: 'r',
                    tool: 'u',
                    code: code === null ? null : 'c',
                    file: file === null ? null : 'f',
                    cwe: cwe === null ? null : 'w',
                  }),
                ),
                { tools: [tool('u', 'failed', 't')] },
              ),
            ),
          );
          // A description that says no more than the title is left out.
          const tags = (html: string) => (html.match(/<[^>]*>/g) ?? []).filter((tag) => tag !== '<br>');
          expect(tags(page)).toEqual(tags(plain));
        },
      ),
    ));

  it('is SARIF in several runs where receivers take no more in one, with every result and every tool', async () => {
    const { runs } = await sarif(content(Array.from({ length: 25_001 }, (_, number) => finding(number))));
    expect(runs.map(({ results }: { results: unknown[] }) => results.length)).toEqual([25_000, 1]);
    expect(
      new Set(runs.map(({ automationDetails }: { automationDetails: { id: string } }) => automationDetails.id)).size,
    ).toBe(2);
    for (const {
      tool: { extensions },
      results,
    } of runs) {
      expect(extensions.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'beta']);
      for (const { ruleId, rule } of results)
        if (extensions[rule.toolComponent.index].rules[rule.index].id !== ruleId)
          throw new Error(`${ruleId} has another place`);
    }
  });

  it('is SARIF whose places are relative references, whatever a file is called', () =>
    fc.assert(
      fc.asyncProperty(
        hostileText.filter((file) => file !== ''),
        async (file) => {
          const {
            runs: [
              {
                results: [
                  {
                    locations: [{ physicalLocation }],
                  },
                ],
              },
            ],
          } = await sarif(content([finding(1, { file })]));
          const { uri } = physicalLocation.artifactLocation;
          expect(decodeURIComponent(uri)).toBe(file.replace(/\p{Surrogate}/gu, '\ufffd'));
          expect(uri).toMatch(/^[A-Za-z0-9\-_.!~*'()%/]*$/);
          expect(physicalLocation.region).toEqual({ startLine: 3, endLine: 4, snippet: { text: 'one\ntwo' } });
        },
      ),
    ));

  it('is SARIF in which the place of a page is its address', async () => {
    const {
      runs: [
        {
          results: [
            {
              locations: [
                {
                  physicalLocation: { artifactLocation },
                },
              ],
            },
          ],
        },
      ],
    } = await sarif(content([finding(1, { file: 'https://example.com/a?b=c d' })]));
    expect(artifactLocation).toEqual({ uri: 'https://example.com/a?b=c%20d' });
  });

  it('is SARIF that is not successful where a tool failed, and says why', async () => {
    const {
      runs: [{ invocations, results }],
    } = await sarif(
      content([finding(1, { file: null })], { tools: [tool('alpha', 'failed', 'it broke'), tool('beta', 'skipped')] }),
    );
    expect(invocations).toEqual([
      {
        executionSuccessful: false,
        endTimeUtc: '2026-11-20T10:00:00.000Z',
        toolExecutionNotifications: [
          { level: 'error', message: { text: 'alpha failed: it broke' }, descriptor: { id: 'failed/alpha' } },
          { level: 'warning', message: { text: 'beta was skipped' }, descriptor: { id: 'skipped/beta' } },
        ],
      },
    ]);
    expect(results[0].locations).toBeUndefined();
  });
});
