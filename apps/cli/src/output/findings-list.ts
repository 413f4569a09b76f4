import type { FindingView } from '@assay/findings';
import { SEVERITIES, type Severity, counted } from '@assay/kernel';
import pc from 'picocolors';
import { placeOf, titleOf } from './finding-cards';
import { groupBy } from './group-by';
import { groupByRule, isMixed, severitiesText, severityRank } from './group-findings';
import { SEVERITY_COLOUR } from './severity-colour';
import { traceLines } from './trace-lines';
import { wrapped } from './wrapped';

export const GROUPINGS = ['severity', 'rule', 'file', 'tool'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Section {
  readonly heading: string;
  readonly severity: Severity;
  readonly findings: readonly FindingView[];
  readonly isMixed?: boolean;
}

/**
 * Every finding, a row each, in sections; the section with the worst finding is the last.
 * @param isVerbose also with the steps of their traces
 */
export const findingsList = (
  findings: readonly FindingView[],
  grouping: Grouping,
  width: number,
  isVerbose = false,
): string =>
  sections(findings, grouping)
    .toSorted((a, b) => severityRank(b.severity) - severityRank(a.severity))
    .map(
      ({ heading, severity, findings: own, isMixed: hasSeveral = false }) =>
        `${[
          ...wrapped(
            `${heading} (${counted(own.length, 'finding')}${hasSeveral ? `: ${severitiesText(own)}` : ''})`,
            width,
          ).map(SEVERITY_COLOUR[severity]),
          ...own.flatMap((finding) => [
            ...row(finding, grouping, width),
            ...(isVerbose ? traceLines(finding, width, '    ') : []),
          ]),
        ].join('\n')}\n\n`,
    )
    .join('');

function sections(findings: readonly FindingView[], grouping: Grouping): Section[] {
  if (grouping === 'rule')
    return groupByRule(findings).map((group) => ({
      heading: `${group.severity.toUpperCase()}  ${titleOf(group)}  ${group.tool}/${group.rule}`,
      severity: group.severity,
      findings: group.findings,
      isMixed: isMixed(group),
    }));
  const keyOf = {
    severity: ({ severity }: FindingView) => severity.toUpperCase(),
    file: ({ file }: FindingView) => file ?? '(whole target)',
    tool: ({ tool }: FindingView) => tool,
  }[grouping];
  return [...groupBy(findings, keyOf)].map(([heading, own]) => ({ heading, severity: worstOf(own), findings: own }));
}

const worstOf = (findings: readonly FindingView[]): Severity =>
  SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'info';

function row(finding: FindingView, grouping: Grouping, width: number): string[] {
  const { severity, title, description, tool, line } = finding;
  const place = grouping === 'file' ? (line === null ? '' : `line ${line}`) : placeOf(finding);
  const text = description === '' ? title : description.startsWith(title) ? description : `${title}: ${description}`;
  const [first = '', ...rest] = wrapped(
    `${place}${place === '' ? '' : '  '}${text}${grouping === 'tool' || grouping === 'rule' ? '' : ` [${tool}]`}`,
    width,
    grouping === 'severity' || grouping === 'rule' ? '  ' : `  ${severity.padEnd(8)}  `,
  );
  return [first.replace(place, pc.cyan(place)), ...rest];
}
