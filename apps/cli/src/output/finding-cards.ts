import { type Severity, counted } from '@assay/kernel';
import { catalogue } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import pc from 'picocolors';
import { LEAST_SEVERITY } from './first-screen';
import { type FindingGroup, isAtLeast, isMixed, severitiesText } from './group-findings';
import { SEVERITY_COLOUR } from './severity-colour';
import { cut, labelled } from './text-layout';
import { traceLines } from './trace-lines';
import { wrapped } from './wrapped';

const LABEL = 6;
const CODE_LINES = 4;
const PLACES = 3;

/**
 * The groups with place, code, reason and remedy; the worst is the last, right above the prompt.
 * @param isVerbose also with the steps of their traces
 */
export const findingCards = (groups: readonly FindingGroup[], width: number, isVerbose = false): string =>
  groups
    .toReversed()
    .map((group) => `${card(group, width, isVerbose).join('\n')}\n\n`)
    .join('');

function card(group: FindingGroup, width: number, isVerbose: boolean): string[] {
  const [first, ...others] = group.findings;
  const { severity, cwe, description, suggestion } = first;
  const title = titleOf(group);
  const [head = '', ...rest] = wrapped(title, width, ' '.repeat(severity.length + 2));
  const about = [`${group.tool}/${group.rule}`, ...(cwe === null ? [] : [cwe])];
  return [
    `${SEVERITY_COLOUR[severity](severity.toUpperCase())}  ${pc.bold(head.trimStart())}`,
    ...rest.map(pc.bold),
    `  ${pc.cyan(placeOf(first))}${agreement(first)}`,
    ...codeLines(first, width),
    ...(isVerbose ? traceLines(first, width) : []),
    ...(saysMore(group) ? labelled('Why', description, width, LABEL) : []),
    ...(suggestion === '' ? [] : labelled('Fix', suggestion, width, LABEL)),
    ...(others.length === 0 ? [] : labelled('Also', places(others, severity), width, LABEL)),
    ...(isMixed(group) ? labelled('All', severitiesText(group.findings), width, LABEL) : []),
    ...labelled('Rule', about.join(', '), width, LABEL),
  ];
}

/** If an engine gives only a title, the description is the tool's, which explains no finding. */
function saysMore({ tool, findings: [{ title, description }] }: FindingGroup): boolean {
  return description !== '' && description !== title && description !== toolOf(tool)?.description;
}

const toolOf = (tool: string) => catalogue.find(({ id }) => id === tool);

/** The title of a group. Places may each have a title of their own; the group then has the title of its rule. */
export function titleOf({ tool, rule, cause, findings }: FindingGroup): string {
  const [first] = findings;
  if (cause !== undefined && findings.length > 1) return `${toolOf(tool)?.rules[rule]?.title ?? first.title}: ${cause}`;
  if (findings.every(({ title }) => title === first.title)) return first.title;
  return toolOf(tool)?.rules[rule]?.title ?? first.title;
}

/** The place, in the form that an editor or a terminal turns into a link. */
export const placeOf = ({ file, line }: Pick<FindingView, 'file' | 'line'>): string =>
  file === null ? '(whole target)' : line === null ? file : `${file}:${line}`;

/** Places that alone would not be shown are counted, and not named. */
function places(findings: readonly FindingView[], severity: Severity): string {
  const isShown = (each: FindingView): boolean =>
    !isAtLeast(severity, LEAST_SEVERITY) || isAtLeast(each.severity, LEAST_SEVERITY);
  const shown = findings.filter(isShown).slice(0, PLACES).map(placeOf);
  const more = findings.length - shown.length;
  const rest = counted(more, 'more place');
  return more === 0 ? shown.join(', ') : shown.length === 0 ? rest : `${shown.join(', ')} and ${rest}`;
}

const agreement = ({ duplicateCount }: FindingView): string =>
  duplicateCount > 0 ? pc.dim(`  (${duplicateCount + 1} tools agree)`) : '';

function codeLines({ code, line }: FindingView, width: number): string[] {
  if (code === null) return [];
  const lines = code.split('\n');
  const shown = lines.slice(0, CODE_LINES);
  const numbers = shown.map((_, index) => (line === null ? '' : String(line + index)));
  const column = Math.max(...numbers.map(({ length }) => length));
  const indent = commonIndent(shown);
  return [
    ...shown.map(
      (text, index) =>
        `${pc.dim(`  ${numbers[index]!.padStart(column)} >`)} ${cut(text.slice(indent), width - column - 5)}`,
    ),
    ...(lines.length > shown.length ? [pc.dim(`  ${' '.repeat(column)} > …`)] : []),
  ];
}

const commonIndent = (lines: readonly string[]): number =>
  Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length), 1_000);
