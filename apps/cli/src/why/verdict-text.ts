import { SEVERITIES, type Severity } from '@assay/kernel';
import type { VerdictConditions, VerdictDocument } from '@assay/verdicts';
import { printableLine } from '../output/printable';

export interface ShownFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly tool: string;
}

interface Behind {
  readonly findings: readonly ShownFinding[];
  /** The ids of further ones. */
  readonly others?: readonly string[];
  /** Whether the ids that are recorded are those of the verdict's digest; undefined if it has none. */
  readonly agrees?: boolean | undefined;
  readonly events: readonly { readonly position: number; readonly type: string; readonly text: string }[];
}

/** A verdict, and what it rests on. */
export function verdictText(verdict: VerdictDocument, { findings, others = [], agrees, events }: Behind): string {
  const { scanId, conditions, counts, newFindings, missingTools, notes } = verdict;
  const fresh = SEVERITIES.filter((severity) => counts.new[severity] > 0).map(
    (severity) => `${counts.new[severity]} ${severity}`,
  );
  const lines = [
    `${verdict.verdict}: ${verdict.reason}`,
    '',
    `scan           ${scanId}${conditions.branch === null ? '' : `, branch ${conditions.branch}`}`,
    ...(conditions.commit === null ? [] : [`commit         ${conditions.commit}`]),
    `automation     ${verdict.automationId}, which fails on ${conditions.failOn ?? 'nothing'}`,
    `compared with  ${comparedWith(verdict)}`,
    ...(conditions.mergeBase === undefined ? [] : [`merge base     ${mergeBaseOf(conditions.mergeBase)}`]),
    `new            ${fresh.length === 0 ? 'none' : fresh.join(', ')}`,
    `gone           ${counts.gone}`,
    `unchanged      ${counts.unchanged}`,
    ...(counts.notObserved === 0 ? [] : [`not observed   ${counts.notObserved}`]),
    ...(counts.decided === 0 ? [] : [`decided        ${counts.decided}`]),
    ...(agrees === undefined ? [] : [`their digest   ${newFindings.digest}, ${agrees ? 'checked' : 'DOES NOT AGREE'}`]),
    ...section(
      'New findings',
      [
        ...findings.map(
          ({ id, severity, title, file, line, tool }) =>
            `${severity}  ${placeOf(file, line)}  ${title} (${tool}, ${id})`,
        ),
        ...others,
      ],
      newFindings.total - findings.length - others.length,
    ),
    ...section(
      'Missing tools',
      missingTools.map(({ tool, reason }) => `${tool}: ${reason}`),
    ),
    ...section('Notes', notes),
    ...section(
      'Events',
      events.map(({ position, type, text }) => `${position}  ${type}  ${text}`.trimEnd()),
    ),
  ];
  return `${lines.map(printableLine).join('\n')}\n`;
}

const placeOf = (file: string | null, line: number | null): string =>
  `${file ?? 'the target as a whole'}${line === null ? '' : `:${line}`}`;

const comparedWith = ({ conditions: { baseline, targetBranch } }: VerdictDocument): string => {
  const branch = targetBranch === null ? '' : ` of ${targetBranch}`;
  return baseline === null
    ? `nothing: no finished scan${branch} before`
    : `${baseline.scanId}${branch}, ${baseline.at}${baseline.commit ? `, commit ${baseline.commit}` : ''}`;
};

const mergeBaseOf = ({ commit, isCompared }: NonNullable<VerdictConditions['mergeBase']>): string => {
  if (commit === null) return 'not known';
  return isCompared ? commit : `${commit}: neither it nor a commit before it was scanned`;
};

const section = (title: string, lines: readonly string[], more = 0): string[] =>
  lines.length === 0
    ? []
    : ['', title, ...lines.map((line) => `  ${line}`), ...(more > 0 ? [`  and ${more} more`] : [])];
