import type { FindingView } from '@assay/findings';
import type { Severity } from '@assay/kernel';
import { firstScreen } from './first-screen';
import type { ReportView } from './report-view';

const COMMAND: Readonly<Record<Severity, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
};

/**
 * Workflow commands, which GitHub Actions shows as annotations of the changed lines. What is not worth a look is left
 * out, unless all findings are asked for: GitHub keeps ten annotations of a kind and step.
 */
export function githubReport(view: ReportView): string {
  const { findings, all } = view;
  const shown = all ? findings : firstScreen(findings, view).groups.flatMap((group) => group.findings);
  return shown.map(annotation).join('');
}

function annotation({ severity, file, line, title, description, suggestion, tool, rule }: FindingView): string {
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(line === null ? [] : [`line=${line}`]),
    `title=${property(`${title} (${tool}/${rule})`)}`,
  ];
  const message = [description === '' ? title : description, suggestion].filter((text) => text !== '').join('\n');
  return `::${COMMAND[severity]} ${properties.join(',')}::${data(message)}\n`;
}

const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
