import type { AiReport, AiReportFormat } from '../src/domain/ai-report';
import { type EarlierWeights, assembled } from '../src/domain/assembling';
import { briefOf } from '../src/domain/brief';
import { type Checked, checkedProse } from '../src/domain/checked-prose';
import type { MeasuredFinding } from '../src/domain/measuring';
import { RuleBasedWriter } from '../src/writing/rule-based-writer';
import { finding, measuredOf } from './findings';

/** The report of the rule-based writer on findings. */
export async function written(
  findings: readonly MeasuredFinding[],
  {
    format = 'full',
    target = 'shop',
    earlier,
  }: { readonly format?: AiReportFormat; readonly target?: string; readonly earlier?: EarlierWeights } = {},
): Promise<{ readonly report: AiReport; readonly checked: Checked }> {
  const measures = measuredOf(findings);
  const tools = { completed: 4, foundNothing: 2, missingNames: ['spelling'] };
  const comparison = { improvedFiles: 3, worsenedFiles: 1 };
  const brief = briefOf({ format, target, measures, tools, comparison });
  const checked = checkedProse(await new RuleBasedWriter().write(brief), brief);
  const report = assembled({
    reportId: 'air_1',
    scanId: 'scn_1',
    generatedAt: '2026-11-01T10:00:00.000Z',
    format,
    measures,
    earlier,
    prose: checked.prose,
    writer: { kind: 'rules', name: 'rule-based', dropped: checked.dropped, filledByRules: [] },
  });
  return { report, checked };
}

/** The longest lists of the longest names; each character takes two bytes. */
export const largestReport = async (format: AiReportFormat): Promise<AiReport> => {
  const long = (n: number) => `${'\u00e9'.repeat(3_000)}${n}`;
  const findings = Array.from({ length: 3_000 }, (_, n) =>
    finding({
      id: `fnd_01a200e9-7c3b-7d41-8f0e-${String(n).padStart(12, '0')}`,
      rule: `rule-${n % 40}`,
      title: `${n % 40}${long(n)}`,
      file: `${n % 200}${long(n % 200)}`,
      suggestion: long(n),
    }),
  );
  return (await written(findings, { format })).report;
};
