import { isAtLeast } from '../../apps/cli/src/output/group-findings';
import { heading, line } from './counts';
import type { FlowLabelFile, FlowRow } from './read-labels';

/** How many findings of data flow have each label, by severity, before and after rules were fixed. */
export function flowCountsText(files: readonly FlowLabelFile[]): string {
  const rows = files.flatMap((file) => file.rows);
  return [
    heading(`${files.length} repositories`),
    line('high or critical, before', ofSeverity(rows, 'before', 'high')),
    line('high or critical, after', ofSeverity(rows, 'after', 'high')),
    line('medium or above, before', ofSeverity(rows, 'before', 'medium')),
    line('medium or above, after', ofSeverity(rows, 'after', 'medium')),
    '',
    heading('by repository (medium or above, after)'),
    ...files.map((file) => line(file.repository, ofSeverity(file.rows, 'after', 'medium'))),
    '',
  ].join('\n');
}

const ofSeverity = (rows: readonly FlowRow[], when: 'before' | 'after', least: 'medium' | 'high'): FlowRow[] =>
  rows.filter(({ [when]: severity }) => severity !== null && isAtLeast(severity, least));
