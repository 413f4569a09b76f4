import fc from 'fast-check';
import { anyFindings, finding } from '../../test/findings';
import { largestReport, written } from '../../test/written-report';
import { AI_REPORT_FORMATS } from '../domain/ai-report';

const MEGABYTE = 1_048_576;
describe('the rule-based writer', () => {
  it('says what is worst, what is in order and what to do', async () => {
    const { report } = await written([
      finding({ id: 'fnd_1', severity: 'critical' }),
      finding({ id: 'fnd_2', severity: 'critical', line: 12 }),
      finding({
        id: 'fnd_3',
        rule: 'r2',
        title: 'A name is misspelt.',
        severity: 'low',
        category: 'quality',
        cwe: null,
      }),
    ]);
    expect(report.executiveSummary).toEqual({
      headline: 'The risk of shop is critical (57 of 100): 3 open findings in 1 file, 2 critical among them.',
      riskLevel: 'critical',
      riskScore: 57,
      keyMetrics: {
        totalIssues: 3,
        criticalCount: 2,
        securityRisk: 'critical',
        complianceStatus: 'non_compliant',
        technicalDebt: '30 min',
      },
      topConcerns: ['“Code is evaluated” (critical), 2 places, first at src/server.js:7.'],
      positiveNotes: [
        'Of 4 tools that completed, 2 found nothing.',
        'More files improved since the scan before (3) than got worse (1).',
      ],
      immediateActions: [
        'Mend the 2 places of “Code is evaluated”: about 1 h 30 min.',
        'Run spelling again: it did not complete, and may have missed something.',
      ],
      estimatedFixTime: '2 h',
    });
    expect(report.citations.find(({ field }) => field === 'executiveSummary.topConcerns[0]')).toEqual({
      field: 'executiveSummary.topConcerns[0]',
      sentence: report.executiveSummary.topConcerns[0],
      findingIds: ['fnd_1', 'fnd_2'],
      total: 2,
    });
  });

  it('calls a target healthy of which nothing is open', async () => {
    const { report } = await written([]);
    expect(report.executiveSummary).toMatchObject({
      headline: 'shop is healthy: the tools that completed found nothing that is open.',
      riskLevel: 'healthy',
      riskScore: 0,
      topConcerns: [],
      estimatedFixTime: '0 min',
    });
  });

  it('writes nothing that the findings do not support, whatever they are: no sentence is dropped', () =>
    fc.assert(
      fc.asyncProperty(anyFindings, fc.constantFrom(...AI_REPORT_FORMATS), async (findings, format) => {
        const { checked, report } = await written(findings, { format });
        expect(checked.dropped).toEqual({});
        const ids = new Set(findings.filter(({ status }) => status === 'open').map(({ id }) => id));
        for (const { findingIds, total, sentence } of report.citations) {
          expect(findingIds.every((id) => ids.has(id))).toBe(true);
          expect(total).toBeGreaterThanOrEqual(findingIds.length);
          expect(sentence).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
        }
      }),
      { numRuns: 200 },
    ));

  it('computes every number from the findings, of whatever findings', () =>
    fc.assert(
      fc.asyncProperty(anyFindings, async (findings) => {
        const open = findings.filter(({ status }) => status === 'open');
        const { report } = await written(findings);
        const { executiveSummary, developerReport, intelligence } = report;
        expect(executiveSummary.keyMetrics).toMatchObject({
          totalIssues: open.length,
          criticalCount: open.filter(({ severity }) => severity === 'critical').length,
        });
        const weights = { critical: 160, high: 40, medium: 12, low: 4, info: 0 };
        const weight = open.reduce((sum, { severity, role }) => sum + weights[severity] / (role === 'own' ? 1 : 4), 0);
        expect(executiveSummary.riskScore).toBe(Math.floor((100 * weight) / (weight + 240)));
        expect(intelligence).toMatchObject({ openIssues: open.length, decidedIssues: findings.length - open.length });
        expect(intelligence!.byCategory!.reduce((sum, { issues }) => sum + issues, 0)).toBe(open.length);
        const perFile = new Map<string, number>();
        for (const { file } of open) if (file !== null) perFile.set(file, (perFile.get(file) ?? 0) + 1);
        expect(intelligence!.filesWithIssues).toBe(perFile.size);
        expect(developerReport!.fileHealth.map(({ issueCount }) => issueCount).sort()).toEqual(
          [...perFile.values()].sort().slice(0, 50),
        );
        for (const item of developerReport!.actionItems) {
          const [first] = item.findingIds.map((id) => open.find((each) => each.id === id)!);
          const places = open.filter(({ tool, rule }) => tool === first!.tool && rule === first!.rule);
          expect(item.impact).toContain(`${places.length} finding`);
          expect(item.autoFixAvailable).toBe(places.every(({ hasFix }) => hasFix));
        }
      }),
      { numRuns: 200 },
    ));

  it('fits into one event, however long the names of a target are', async () => {
    const report = await largestReport('full');
    expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(MEGABYTE / 2);
    expect(report.citations.length).toBeGreaterThan(30);
    expect([report.developerReport!.fileHealth.length, report.developerReport!.actionItems.length]).toEqual([50, 25]);
  });
});
