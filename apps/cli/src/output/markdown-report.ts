import { counted } from '@assay/kernel';
import { notKeptText, suppressionsOf, suppressionsText } from '@assay/scanning';
import { type LocalScanResult, notRunIn } from '../local-scan';
import { placeOf, titleOf } from './finding-cards';
import { firstScreen } from './first-screen';
import { type FindingGroup, groupByRule, isMixed, severitiesText } from './group-findings';
import type { ReportView } from './report-view';
import type { Verdict } from './verdict';

const PLACES = 5;

/** A table for a comment or the summary of a pipeline. */
export function markdownReport(
  result: LocalScanResult,
  { verdict, reason, notKept }: Verdict,
  view: ReportView,
): string {
  const { session, missingTools } = result;
  const notRun = notRunIn(session);
  const groups = view.all ? groupByRule(view.findings) : firstScreen(view.findings, view).groups;
  const shown = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const folded = view.findings.length - shown;
  const suppressions = suppressionsText(suppressionsOf(session));
  return [
    `## Assay: ${verdict === 'pass' && !view.isGated ? 'no gate' : verdict}`,
    '',
    `${plain(reason)}. ${counted(session.summary!.totalFindings, 'finding')} by ` +
      `${counted(session.summary!.toolsRun, 'tool')} in ${counted(session.files ?? 0, 'file')}.`,
    '',
    ...(groups.length === 0
      ? []
      : ['| Severity | Finding | Where | Fix |', '|---|---|---|---|', ...groups.map(row), '']),
    ...(folded === 0
      ? []
      : [`${counted(folded, 'more finding')} of less weight: \`assay scan --all\` lists them.`, '']),
    ...(notKept.length === 0 ? [] : [...notKept.map((cut) => `${plain(notKeptText(cut))}.`), '']),
    ...(suppressions.length === 0 ? [] : [...suppressions.map((text) => `${plain(text)}.`), '']),
    ...(missingTools.length === 0
      ? []
      : ['Missing:', '', ...missingTools.map((missing) => `- ${plain(missing.tool)}: ${plain(missing.reason)}`), '']),
    ...(notRun.length === 0
      ? []
      : ['Not run:', '', ...notRun.map(({ tool, reason: why }) => `- ${plain(tool)}: ${plain(why)}`), '']),
  ].join('\n');
}

function row(group: FindingGroup): string {
  const [{ suggestion, cwe }] = group.findings;
  const places = group.findings.slice(0, PLACES).map((finding) => code(placeOf(finding)));
  const more = group.findings.length - places.length;
  const where = `${places.join('<br>')}${more > 0 ? `<br>and ${counted(more, 'more place')}` : ''}`;
  const title = `${plain(titleOf(group))}<br>${code(`${group.tool}/${group.rule}`)}${cwe === null ? '' : ` ${cwe}`}`;
  const severity = isMixed(group) ? `${group.severity} (${severitiesText(group.findings)})` : group.severity;
  return `| ${severity} | ${title} | ${where} | ${plain(suggestion)} |`;
}

/** The target is hostile: none of its text is markup, a link, a mention or the end of a cell. */
const plain = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@]/g, (character) => `&#${character.codePointAt(0)};`);

/** An element instead of backticks: a backtick in the text would end them. */
const code = (text: string): string => `<code>${plain(text)}</code>`;
