import type { FindingView } from '@assay/findings';
import { csvLine } from '@assay/kernel';
import { reportNotes } from './notes';
import type { ReportContent } from './report';

const COLUMNS = [
  'record',
  'id',
  'severity',
  'category',
  'tool',
  'rule',
  'cwe',
  'file',
  'line',
  'title',
  'description',
  'suggestion',
  'status',
  'role',
  'fingerprint',
  'duplicates',
] as const;

type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string | number | null>>>;

/**
 * One row for each finding (`record` is `finding`), then one for each note on things that the findings do not show
 * (`record` is `note`, with the text as its description): a sheet without them would look complete where it is not.
 */
export async function* csvReport(content: ReportContent): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const finding of content.findings) yield rowOf(findingRow(finding));
  for (const note of reportNotes(content)) yield rowOf({ record: 'note', description: note });
}

const findingRow = (finding: FindingView): Row => ({
  ...finding,
  record: 'finding',
  duplicates: finding.duplicates.map(({ tool, rule }) => `${tool}/${rule}`).join(' '),
});

const rowOf = (row: Row): string => csvLine(COLUMNS.map((column) => row[column] ?? ''));
