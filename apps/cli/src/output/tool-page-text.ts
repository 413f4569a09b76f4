import type { CodeExample, RulePage, ToolPage } from '@assay/analysis';
import { priceEffect } from '@assay/billing';
import { type PriceList, SEVERITIES, counted } from '@assay/kernel';
import pc from 'picocolors';
import { SEVERITY_COLOUR } from './severity-colour';
import { cut, labelled as withLabel, textWidth } from './text-layout';
import { wrapped } from './wrapped';

const LABEL = 12;
const CODE_INDENT = ' '.repeat(6);

/** A tool's page for a terminal of so many columns: what it is and costs, then its rules, most severe first. */
export function toolPageText(page: ToolPage, { prices }: PriceList, columns: number): string {
  const width = textWidth(columns);
  const withExample = page.rules.filter(({ reported }) => reported !== undefined).length;
  return [
    `${pc.bold(page.name)}  ${pc.dim(page.id)}`,
    ...wrapped(page.description, width),
    '',
    ...labelled('Findings', page.category, width),
    ...labelled('Billed as', page.billing, width),
    ...labelled('Price', priceEffect(page.billing, prices), width),
    ...labelled('Engine', `${page.engine.name} (${page.engine.licence})`, width),
    ...labelled('Looks at', page.targets.join(', '), width),
    ...(page.reads === 'records' ? [] : labelled('Files', page.files.join(' '), width)),
    ...labelled('In general', page.advice, width),
    '',
    `${pc.bold(counted(page.rules.length, 'rule'))}${pc.dim(`, ${withExample} with an example`)}`,
    ...SEVERITIES.flatMap((severity) => page.rules.filter((rule) => rule.severity === severity)).flatMap((rule) => [
      '',
      ...ruleText(rule, width),
    ]),
    '',
  ].join('\n');
}

function ruleText(rule: RulePage, width: number): string[] {
  const { id, title, severity, cwe, wcag, why, fix, url } = rule;
  const [first = '', ...rest] = wrapped(title, width, ' '.repeat(severity.length + 2));
  return [
    `${SEVERITY_COLOUR[severity](severity.toUpperCase())}  ${pc.bold(first.trimStart())}`,
    ...rest.map(pc.bold),
    ...labelled('Rule', id, width),
    ...(why === undefined ? [] : labelled('Why', why, width)),
    ...(cwe === undefined ? [] : labelled('Weakness', `${cwe.id} ${cwe.name}`, width)),
    ...(wcag.length === 0
      ? []
      : labelled('WCAG 2.2', wcag.map(({ criterion, name }) => `${criterion} ${name}`).join('; '), width)),
    ...labelled('Fix', fix, width),
    ...(url === undefined ? [] : labelled('More', url, width)),
    ...exampleText(rule, width),
  ];
}

function exampleText({ reported, place, bad, good }: RulePage, width: number): string[] {
  if (reported === undefined) return labelled('Example', 'none yet', width);
  return [
    ...labelled('Bad', [placeOf(bad) ?? place, reported].filter((each) => each !== undefined).join(': '), width),
    ...(bad === undefined ? [] : codeLines(bad, width, pc.red)),
    ...(good === undefined
      ? []
      : [...labelled('Good', placeOf(good) ?? '', width), ...codeLines(good, width, pc.green)]),
  ];
}

const placeOf = (example: CodeExample | undefined): string | undefined =>
  example?.path === undefined ? undefined : `${example.path}:${(example.startLine ?? 1) + example.marked[0] - 1}`;

/** Text that does not fit on a line is cut: code that is broken in two reads as something else. */
function codeLines({ lines, marked: [first, last] }: CodeExample, width: number, colour: typeof pc.red): string[] {
  const room = width - CODE_INDENT.length - 2;
  return lines.map((line, index) => {
    const shown = cut(line, room);
    const meant = index + 1 >= first && index + 1 <= last;
    return `${CODE_INDENT}${meant ? colour(`> ${shown}`) : pc.dim(`  ${shown}`.trimEnd())}`.trimEnd();
  });
}

const labelled = (label: string, text: string, width: number): string[] => withLabel(label, text, width, LABEL);
