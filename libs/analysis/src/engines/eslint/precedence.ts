import type { LintFinding } from './lint-job';

const RULE = 'sonarjs/no-identical-expressions';
const COMPARED = /^([\w.'"]{1,60})\s*(===?|!==?|[<>]=?)\s*\1(?![\w.])/;

/**
 * Equal operands behind `??` are one operand too many: `a ?? 0 > 0` compares 0 with itself, because `??` binds less
 * than a comparison. The rule asks for another operand, where parentheses are missing.
 */
export function sayingPrecedence(findings: readonly LintFinding[], text: string): readonly LintFinding[] {
  if (!findings.some(({ rule }) => rule === RULE)) return findings;
  const lines = text.split(/\r?\n/);
  return findings.map((finding) => {
    const line = lines[finding.line - 1] ?? '';
    const at = finding.column - 1;
    const [, operand, operator] = COMPARED.exec(line.slice(at)) ?? [];
    return finding.rule === RULE && operand !== undefined && /\?\?\s*$/.test(line.slice(0, at))
      ? {
          ...finding,
          message:
            `?? binds less than ${operator}, so that ${operand} is compared with itself; ` +
            `(… ?? ${operand}) ${operator} ${operand} is likely meant`,
        }
      : finding;
  });
}
