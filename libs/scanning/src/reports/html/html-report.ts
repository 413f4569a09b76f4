import type { RulePage } from '@assay/analysis';
import { SEVERITIES } from '@assay/kernel';
import type { ToolReportDocument } from '../../queries/session-document';
import { missingReason } from '../missing-reason';
import { canceledNote, notesOnAbsence } from '../notes';
import { notKeptOf } from '../not-kept';
import type { ReportContent } from '../report';
import { charts, countsByCategory } from './charts';
import { type Collected, PLACES_ON_PAPER, PLACES_ON_SCREEN, type ReportGroup, collectGroups } from './collect-groups';
import { groupSection } from './group-section';
import { HTML_REPORT_POLICY } from './html-policy';
import { counted, escaped, thousands } from './markup';
import { PAGE_SCRIPT } from './page-script';
import { PAGE_STYLE } from './page-style';
import { treemap } from './treemap';

export interface HtmlReportOptions {
  /** The catalogue's page of a rule; undefined if this version no longer has the rule. */
  readonly rulePage: (tool: string, rule: string) => RulePage | undefined;
  /** The verdict of a gate. Absent without a gate. */
  readonly verdict?: { readonly verdict: keyof typeof VERDICTS; readonly reason: string };
  /** Everything is unfolded, without filters or a script, so that a browser can print the page. */
  readonly isForPaper?: boolean;
}

/**
 * One page that loads nothing, piece by piece. It counts all findings and shows as many as a browser opens without a
 * pause: see `collect-groups.ts` for the bounds.
 */
export async function* htmlReport(content: ReportContent, options: HtmlReportOptions): AsyncGenerator<string> {
  yield pageBegins(content, options);
  const collected = await collectGroups(content.findings, options.isForPaper ? PLACES_ON_PAPER : PLACES_ON_SCREEN);
  const notKept = content.tools.flatMap((tool) =>
    notKeptOf([tool]).map(({ bySeverity }) => ({ bySeverity, category: tool.category })),
  );
  yield charts(content.head.summary, countsByCategory(collected.byCategory, notKept));
  yield treemap(collected.files);
  yield options.isForPaper ? heading(collected) : filters(collected);
  const own = collected.groups.findIndex(({ role }) => role !== 'own');
  const end = own === -1 ? collected.groups.length : own;
  if (collected.total === 0) yield '<p>Nothing was found by the tools that completed.</p>';
  yield* section('In the project’s own code', collected.groups.slice(0, end), options, 0);
  yield* section('In tests, documents, examples and others’ code', collected.groups.slice(end), options, end);
  yield toolsTable(content.tools, options);
  yield `</main>${options.isForPaper ? '' : `<script>${PAGE_SCRIPT}</script>`}</body></html>`;
}

function pageBegins(content: ReportContent, { verdict }: HtmlReportOptions): string {
  const { head, target, tools, extent } = content;
  const { summary } = head;
  const facts = [
    ...(extent === undefined ? [] : extentTexts(extent)),
    `${tools.filter(({ status }) => status === 'completed').length} of ${counted(tools.length, 'tool')} completed`,
    `${(summary.duration / 1_000).toFixed(1)} s`,
    `${head.generatedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `scan ${head.scanId}`,
    `profile ${head.profile}`,
    ...(head.configuredBy === undefined ? [] : [`configured by the ${head.configuredBy}`]),
  ];
  const notes = [...canceledNote(head), ...notesOnAbsence(content)];
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
    'content="width=device-width,initial-scale=1">' +
    `<meta http-equiv="Content-Security-Policy" content="${HTML_REPORT_POLICY}">` +
    `<title>${escaped(target)}: Assay report</title><style>${PAGE_STYLE}</style></head><body><main>` +
    `<header><p class="brand">Assay report</p><h1>${escaped(target)}</h1>` +
    `<p class="facts">${facts.map(escaped).join(' · ')}</p></header>${verdictLine(tools, verdict)}` +
    `${noteLines(notes)}` +
    `<div class="cards">${SEVERITIES.map((severity) => card(severity, summary[severity])).join('')}` +
    `<div class="card"><b>${thousands(summary.total)}</b>in all</div></div>`
  );
}

const extentTexts = ({ files, lines, leftOut }: NonNullable<ReportContent['extent']>): string[] => [
  ...(files === null ? [] : [counted(files, 'file')]),
  ...(lines === null || lines === 0 ? [] : [counted(lines, 'line')]),
  ...(leftOut === 0 ? [] : [`${thousands(leftOut)} left out`]),
];

const card = (severity: string, count: number): string =>
  `<button type="button" class="card ${severity}" data-severity="${severity}"><b>${thousands(count)}</b>` +
  `${severity}</button>`;

const VERDICTS = { pass: 'Passed', fail: 'Failed', inconclusive: 'Inconclusive', uncovered: 'Not covered' } as const;

/** Without a gate nothing was checked, so there is no verdict of passing. */
function verdictLine(tools: readonly ToolReportDocument[], verdict: HtmlReportOptions['verdict']): string {
  const failed = tools.filter(({ status }) => status === 'failed').map(({ toolName }) => toolName);
  const missing = failed.length === 0 ? '' : `${counted(failed.length, 'tool')} did not complete: ${failed.join(', ')}`;
  const [kind, name, reason] =
    verdict === undefined
      ? ['none', 'No gate set', missing]
      : [verdict.verdict, VERDICTS[verdict.verdict], verdict.reason];
  return `<p class="verdict ${kind}"><b>${name}</b><span>${escaped(reason)}</span></p>`;
}

const noteLines = (notes: readonly string[]): string =>
  notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('');

const heading = ({ groups, total }: Pick<Collected, 'groups' | 'total'>): string =>
  `<h2>${counted(total, 'finding')} in ${counted(groups.length, 'group')}</h2>`;

function filters({ groups, total }: Collected): string {
  const choice = (id: string, label: string, names: readonly string[]): string =>
    `<label>${label}<select id="${id}"><option value="">all</option>${names
      .map((name) => `<option>${escaped(name)}</option>`)
      .join('')}</select></label>`;
  const namesOf = (pick: (group: ReportGroup) => string): string[] => [...new Set(groups.map(pick))].sort();
  const places = [...new Set(groups.map(({ role }) => (role === 'own' ? 'own' : 'elsewhere')))].sort().toReversed();
  return (
    heading({ groups, total }) +
    '<div id="filters" role="search" hidden><label>Search (key /)<input id="search" type="search" autocomplete="off" ' +
    `placeholder="file, word, rule"></label>${choice(
      'category',
      'Category',
      namesOf(({ category }) => category),
    )}${choice(
      'tool',
      'Tool',
      namesOf(({ tool }) => tool),
    )}${choice('role', 'Code', places)}<button type="button" id="unfold">Open or fold all</button>` +
    '<button type="button" id="reset" hidden>Show all</button><span role="status" id="shown"></span></div>'
  );
}

function* section(
  title: string,
  groups: readonly ReportGroup[],
  { rulePage, isForPaper = false }: HtmlReportOptions,
  from: number,
): Generator<string> {
  if (groups.length === 0) return;
  yield `<section class="groups"><h2>${title}</h2>`;
  for (const [index, group] of groups.entries())
    yield groupSection(group, rulePage(group.tool, group.rule), from + index, isForPaper);
  yield '</section>';
}

function toolsTable(tools: readonly ToolReportDocument[], { isForPaper = false }: HtmlReportOptions): string {
  const rows = tools.map((tool) => {
    const { toolName, status, findingsCount, result } = tool;
    const remark = missingReason(tool) ?? (result?.truncated ? 'not all are listed' : '');
    return `<tr>${[toolName, status, thousands(findingsCount), remark]
      .map((text) => `<td>${escaped(text)}</td>`)
      .join('')}</tr>`;
  });
  const header = ['Tool', 'Status', 'Findings', 'Remark'].map((name) => `<th scope="col">${name}</th>`).join('');
  return (
    `<details class="tools"${isForPaper ? ' open' : ''}>` +
    `<summary>${counted(tools.length, 'tool')}, and how each did</summary>` +
    `<table><thead><tr>${header}</tr></thead><tbody>${rows.join('')}</tbody></table></details>`
  );
}
