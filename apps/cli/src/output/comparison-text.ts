import { counted } from '@assay/kernel';
import pc from 'picocolors';
import type { Compared } from '../compared';
import { notJudgedText } from '../unmatched-findings';
import type { StoredFinding } from '../stored-result';
import { placeOf } from './finding-cards';
import { severityRank } from './group-findings';
import { printable } from './printable';
import { SEVERITY_COLOUR } from './severity-colour';
import { wrapped } from './wrapped';

/** So many rows of a kind fit on a screen. */
const MOST_ROWS = 10;

/**
 * Lists gone findings, then new ones, the worst last; then how many there are, and the verdict. The results are files
 * of others: nothing of their text reaches a terminal as it is.
 */
export function comparisonText(
  compared: Compared,
  { all, isGated, width }: { readonly all: boolean; readonly isGated: boolean; readonly width: number },
): string {
  const { before, after, fresh, gone, notObserved, unchanged, verdict } = compared;
  const most = all ? Number.POSITIVE_INFINITY : MOST_ROWS;
  const counts = [`${fresh.length} new`, `${gone.length} gone`, `${unchanged.length} unchanged`];
  return [
    ...section('gone', gone, most, width),
    ...section('new', fresh, most, width),
    ...section('not judged', [...compared.firstSeen, ...compared.unknown], most, width),
    ...notObservedText(notObserved, width),
    ...notJudgedText(compared).flatMap((text) => wrapped(printable(text), width).map(pc.yellow)),
    counts.join(', '),
    printable(`from ${before} to ${after}`),
    ...wrapped(
      printable(verdict.verdict === 'pass' && !isGated ? verdict.reason : `${verdict.verdict}: ${verdict.reason}`),
      width,
    ),
    '',
  ].join('\n');
}

function notObservedText(findings: readonly StoredFinding[], width: number): string[] {
  if (findings.length === 0) return [];
  const are = findings.length === 1 ? 'is' : 'are';
  const tools = [...new Set(findings.map(({ tool }) => tool))].join(', ');
  const seen = `${counted(findings.length, 'finding')} of before ${are} not observed`;
  return wrapped(printable(`${seen}: ${tools} did not look at all of it`), width).map(pc.yellow);
}

function section(name: string, findings: readonly StoredFinding[], most: number, width: number): string[] {
  if (findings.length === 0) return [];
  const worstLast = findings.toSorted(
    (a, b) => severityRank(b.severity ?? 'info') - severityRank(a.severity ?? 'info'),
  );
  const shown = worstLast.slice(Math.max(0, worstLast.length - most));
  const folded = findings.length - shown.length;
  return [
    pc.bold(`${name} (${counted(findings.length, 'finding')})`),
    ...(folded === 0 ? [] : [pc.dim(`  … ${folded} more of less weight (--all lists them)`)]),
    ...shown.flatMap((finding) => row(finding, width)),
    '',
  ];
}

function row(finding: StoredFinding, width: number): string[] {
  const { severity = 'info', title, tool, rule } = finding;
  const [first = '', ...rest] = wrapped(
    printable(`${placeOf(finding)} ${title} [${tool}/${rule}]`),
    width,
    '  '.padEnd(12),
  );
  return [`  ${SEVERITY_COLOUR[severity](severity.padEnd(8))}  ${first.slice(12)}`, ...rest];
}
