import type { FindingView } from '@assay/findings';
import type { ToolReportDocument } from '../queries/session-document';
import type { ReportContent } from './report';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What was analysed is hostile: nothing of it comes into the page but through here. */
const escaped = (text: string | number): string => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #8884}
code,pre{font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}pre{margin:.3rem 0 0}
.s{font-weight:600}.critical{color:#b00020}.high{color:#c2410c}.medium{color:#a16207}.low,.info{color:#4b6584}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}
@media (prefers-color-scheme:dark){
.critical{color:#ff6b81}.high{color:#ff9f43}.medium{color:#feca57}.low,.info{color:#a4b0be}}`;

/** The beginning of a table with these columns. */
const tableOf = (...columns: readonly string[]): string =>
  `<table><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>`;

const row = (...cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** One page that loads nothing and runs nothing, piece by piece. */
export async function* htmlReport({ head, target, tools, findings }: ReportContent): AsyncGenerator<string> {
  const { summary } = head;
  yield '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
    'content="width=device-width,initial-scale=1">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ` +
    `base-uri 'none'; form-action 'none'"><title>Report ` +
    `${escaped(head.id)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>Report</h1><dl>${facts([
      ['Target', target],
      ['Scan', head.scanId],
      ['Generated', head.generatedAt],
      ['Duration', `${(summary.duration / 1_000).toFixed(1)} s`],
      [
        'Findings',
        `${summary.total}: ${summary.critical} critical, ${summary.high} high, ${summary.medium} medium, ` +
          `${summary.low} low`,
      ],
      ['Tools that found nothing', `${summary.passRate} %`],
    ])}</dl><h2>Findings</h2>${tableOf('Severity', 'Finding', 'Where', 'Tool')}`;
  let any = false;
  for await (const finding of findings) {
    any = true;
    yield findingRow(finding);
  }
  if (!any) yield '<tr><td colspan="4">Nothing was found by the tools that completed.</td></tr>';
  yield `</tbody></table><h2>Tools</h2>${tableOf('Tool', 'Status', 'Findings', 'Remark')}`;
  for (const tool of tools) yield toolRow(tool);
  yield '</tbody></table></main></body></html>';
}

const facts = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('');

function findingRow({
  severity,
  title,
  description,
  suggestion,
  code,
  cwe,
  file,
  line,
  tool,
  rule,
  status,
  duplicateCount,
}: FindingView): string {
  const where = file === null ? '–' : `<code>${escaped(file)}${line === null ? '' : `:${escaped(line)}`}</code>`;
  const more = [
    ...(cwe === null ? [] : [cwe]),
    rule,
    ...(status === 'open' ? [] : [status.replace('_', ' ')]),
    ...(duplicateCount > 0 ? [`seen by ${duplicateCount + 1} tools`] : []),
  ];
  const found = [
    `<strong>${escaped(title)}</strong>`,
    description === title ? '' : `<br>${escaped(description)}`,
    `<br><small>${more.map(escaped).join(' · ')}</small>`,
    code === null ? '' : `<pre>${escaped(code)}</pre>`,
    `<br>${escaped(suggestion)}`,
  ].join('');
  const named = `<td class="s ${escaped(severity)}">${escaped(severity)}</td>`;
  return `<tr>${named}<td>${found}</td><td>${where}</td><td>${escaped(tool)}</td></tr>`;
}

function toolRow({ toolName, status, findingsCount, result }: ToolReportDocument): string {
  const remark = result?.reason ?? (result?.truncated ? 'more were found than are kept' : '');
  return row(...[toolName, status, findingsCount, remark].map(escaped));
}
