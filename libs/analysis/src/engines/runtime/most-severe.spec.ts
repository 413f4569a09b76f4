import type { Severity } from '@assay/kernel';
import type { ToolDefinition } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { type FindingsJudge, MostSevere } from './most-severe';

const tool = {
  rules: { grave: { severity: 'critical' }, plain: { severity: 'low' } },
} as unknown as ToolDefinition;
const found = (rule: string, line: number): RawFinding => ({ rule, file: 'a.php', line, message: rule });
const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

function keptOf(findings: readonly RawFinding[], judge: FindingsJudge) {
  const most = new MostSevere(tool, judge);
  for (const finding of findings) most.add(finding);
  return most.kept();
}

/** The same findings in an unrelated order. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items.map((_, index) => items[(index * 7 + 3) % items.length]!);

const many = [...Array.from({ length: 50 }, (_, index) => found('plain', index + 1)), found('grave', 51)];

describe('the findings that are kept of a tool', () => {
  it('are the most severe ones, even if they are reported late, in the order of the reports', () => {
    const { findings, findingsCount, notKept } = keptOf(many, { mostFindings: 3 });
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 51]);
    expect(findingsCount).toBe(51);
    expect(notKept).toEqual({ ...none, low: 48 });
  });

  it('are the same for any order of the reports', () => {
    const lines = (findings: readonly RawFinding[]) => findings.map(({ line }) => line).toSorted((a, b) => a! - b!);
    expect(shuffled(many)).not.toEqual(many);
    expect(lines(keptOf(shuffled(many), { mostFindings: 10 }).findings)).toEqual(
      lines(keptOf(many, { mostFindings: 10 }).findings),
    );
  });

  it('stand at their most severe place that counts, and keep the others', () => {
    const at = (rule: string, file: string): RawFinding => ({ ...found(rule, 1), file });
    const finding = { ...at('plain', 'a'), elsewhere: [at('plain', 'b'), at('grave', 'c'), at('grave', 'd')] };
    const keep = (leftOut: string) =>
      keptOf([finding], {
        severityOf: (_, { rule, file }) => (leftOut.includes(file!) ? undefined : tool.rules[rule]!.severity),
      }).findings;
    expect(keep('')).toEqual([
      { ...at('grave', 'c'), elsewhere: ['d', 'a', 'b'].map((file, i) => at(i === 0 ? 'grave' : 'plain', file)) },
    ]);
    expect(keep('acd')).toEqual([at('plain', 'b')]);
    expect(keep('abcd')).toEqual([]);
  });

  it('are all findings if there are no more than the limit', () =>
    expect(keptOf(many, { mostFindings: 51 })).toEqual({ findings: many, findingsCount: 51, notKept: none }));

  it('are chosen by the decided severity, without findings that do not count', () => {
    const severityOf = (_: ToolDefinition, { line }: RawFinding): Severity | undefined =>
      line === 7 ? 'high' : line! > 40 ? undefined : 'info';
    const { findings, findingsCount, notKept } = keptOf(many, { mostFindings: 1, severityOf });
    expect(findings.map(({ line }) => line)).toEqual([7]);
    expect(findingsCount).toBe(40);
    expect(notKept).toEqual({ ...none, info: 39 });
  });
});
