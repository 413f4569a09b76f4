import { readFileSync } from 'node:fs';
import type { FindingView } from '@assay/findings';
import { titleOf } from '../../apps/cli/src/output/finding-cards';
import { firstScreen } from '../../apps/cli/src/output/first-screen';
import { type FindingGroup, groupByRule, isAtLeast } from '../../apps/cli/src/output/group-findings';
import type { RuleRecord } from '../../apps/cli/src/output/track-record';
import type { LabelledRow } from './read-labels';

/** So many rows of a repository are labelled. */
const ROWS = 40;

/** The findings of what `assay scan --format json` wrote. */
export const readResult = (path: string): readonly FindingView[] => readScan(path).findings;

/** The findings, and how many lines of the target were looked at. */
export function readScan(path: string): { readonly findings: readonly FindingView[]; readonly lines?: number } {
  const { findings, targetSummary } = JSON.parse(readFileSync(path, 'utf8')) as {
    findings?: readonly FindingView[];
    targetSummary?: { lines?: number };
  };
  if (!Array.isArray(findings)) throw new Error(`${path} is no result of "assay scan --format json"`);
  return { findings, ...(targetSummary?.lines !== undefined && { lines: targetSummary.lines }) };
}

/** The first rows in the order of the terminal. A row that is among the known ones keeps its label. */
export function draftLabels(
  findings: readonly FindingView[],
  known: readonly LabelledRow[],
  record?: RuleRecord,
): LabelledRow[] {
  const screen = firstScreen(findings, { record }).groups;
  const seen = new Set(screen.flatMap((group) => group.findings.map(({ id }) => id)));
  const rest = findings.filter(({ id }) => !seen.has(id));
  const isOwn = ({ role, severity }: FindingView) => (role ?? 'own') === 'own' && isAtLeast(severity, 'medium');
  const folded = groupByRule(rest.filter(isOwn));
  const others = groupByRule(rest.filter((finding) => !isOwn(finding)));
  const labels = new Map(known.map((row) => [identity(row), row]));
  return [
    ...screen.map((group) => draftRow(group, true)),
    ...[...folded, ...others].map((group) => draftRow(group, false)),
  ]
    .slice(0, ROWS)
    .map((row) => {
      const { label, reason } = labels.get(identity(row)) ?? row;
      return { ...row, label, reason };
    });
}

const identity = ({ tool, rule, file, line }: LabelledRow): string => JSON.stringify([tool, rule, file, line]);

function draftRow(group: FindingGroup, screen: boolean): LabelledRow {
  const { tool, rule, severity, findings } = group;
  const [{ file, line }] = findings;
  const title = titleOf(group);
  return { tool, rule, severity, title, file, line, places: findings.length, screen, label: '', reason: '' };
}
