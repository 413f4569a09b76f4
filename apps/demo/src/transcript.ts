import pc from 'picocolors';
import { entryAbout } from '@assay/billing';
import type { Audit, Finding, ToolReport } from './answers';

const MARK: Readonly<Record<string, string>> = {
  completed: pc.green('✓'),
  failed: pc.red('✗'),
  skipped: pc.yellow('-'),
};
const COLOUR: Readonly<Record<string, (text: string) => string>> = {
  critical: (text) => pc.bold(pc.red(text)),
  high: pc.red,
  medium: pc.yellow,
  low: pc.blue,
  info: pc.gray,
};

export function heading(print: (line: string) => void, text: string): void {
  print('');
  print(pc.bold(pc.cyan(`— ${text}`)));
}

export function toolLine({ toolName, status, duration, findingsCount, result, progress }: ToolReport): string {
  const done = progress.completed + progress.failed + progress.skipped;
  const said =
    status === 'completed'
      ? `${String(findingsCount).padStart(3)} findings`
      : pc.yellow(`${status}: ${result?.reason ?? ''}`);
  return (
    `${MARK[status] ?? ' '} ${String(done).padStart(3)}/${progress.total} ` +
    `${String(progress.percentage).padStart(3)} %  ${toolName.padEnd(26)} ` +
    `${said}${status === 'completed' ? pc.dim(`  ${duration} ms`) : ''}`
  );
}

export function findingRows(findings: readonly Finding[]): string[] {
  const place = ({ file, line }: Finding) => (file === null ? '(target)' : line === null ? file : `${file}:${line}`);
  const width = Math.max(0, ...findings.map((finding) => place(finding).length));
  return findings.map((finding) => {
    const others = finding.duplicateCount > 0 ? pc.dim(` [+${finding.duplicateCount} tools agree]`) : '';
    return (
      `${(COLOUR[finding.severity] ?? String)(finding.severity.padEnd(8))}  ${place(finding).padEnd(width)}  ` +
      `${finding.title}${others}  ${pc.dim(finding.tool)}`
    );
  });
}

export function ledgerRows(entries: Audit['entries']): string[] {
  const amount = (value: number) =>
    value > 0 ? pc.green(`+${value}`.padStart(10)) : value < 0 ? pc.red(String(value).padStart(10)) : '0'.padStart(10);
  return [
    pc.dim(`${'amount'.padStart(10)} ${'balance'.padStart(12)}  entry`),
    ...entries.map(
      (entry) =>
        `${amount(entry.amount)} ${String(entry.balanceAfter).padStart(12)}  ${entry.type.padEnd(15)} ` +
        `${pc.dim(entryAbout(entry))}`,
    ),
  ];
}
