import type { FindingView } from '@assay/findings';
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
 * One row for each finding (`record` is `finding`), then one for each thing that the findings do not show (`record` is
 * `note`, with the text as its description): a sheet without them would look complete where it is not. RFC 4180: CRLF,
 * every field in quotes.
 */
export async function* csvReport(content: ReportContent): AsyncGenerator<string> {
  yield line(COLUMNS);
  for await (const finding of content.findings) yield rowOf(findingRow(finding));
  for (const note of reportNotes(content)) yield rowOf({ record: 'note', description: note });
}

const findingRow = (finding: FindingView): Row => ({
  ...finding,
  record: 'finding',
  duplicates: finding.duplicates.map(({ tool, rule }) => `${tool}/${rule}`).join(' '),
});

const rowOf = (row: Row): string => line(COLUMNS.map((column) => row[column] ?? ''));

const line = (fields: readonly (string | number)[]): string => `${fields.map(quoted).join(',')}\r\n`;

const quoted = (field: string | number): string =>
  `"${(typeof field === 'number' ? String(field) : neutral(field)).replaceAll('"', '""')}"`;

/**
 * What begins like a formula, a spreadsheet would compute: an apostrophe before it has every spreadsheet show it as
 * text. The full-width forms count as the others where Chinese or Japanese is set, and blanks before them are skipped.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/;

const neutral = (text: string): string => {
  const plain = text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
  return FORMULA.test(text) ? `'${plain}` : plain;
};
