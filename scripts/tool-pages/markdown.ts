import { type CodeExample, type RulePage, type ToolPage } from '@assay/analysis';
import { priceEffect } from '@assay/billing';
import { defaultPriceList, FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const TARGET_NAMES: Readonly<Record<ToolPage['targets'][number], string>> = {
  url: 'pages of a site',
  directory: 'directories',
  repository: 'repositories',
  upload: 'uploaded archives',
  package: 'packages',
  image: 'container images',
  mobile: 'mobile builds',
};

const READS: Readonly<Record<ToolPage['reads'], string>> = {
  source: 'the files as they are',
  history: 'files as they were: what commits and image layers still hold',
  records: 'what was observed of the target',
};

/** `docs/tools/<id>.md`. */
export function markdownPage(page: ToolPage): string {
  const withExample = page.rules.filter(({ reported }) => reported !== undefined).length;
  return `${[
    `# ${page.name}`,
    text(page.description),
    table(
      ['', ''],
      [
        ['id', code(page.id)],
        ['findings count as', page.category],
        ['billing category', page.billing],
        ['price', text(priceEffect(page.billing, defaultPriceList().prices))],
        ['engine', `${text(page.engine.name)} (${text(page.engine.licence)})`],
        ['looks at', page.targets.map((target) => TARGET_NAMES[target]).join(', ')],
        ['reads', READS[page.reads]],
        ...(page.reads === 'records' ? [] : [['files', page.files.map(code).join(', ')]]),
        ['try it', code(`assay scan <target> --tool ${page.id}`)],
      ],
    ),
    `**In general:** ${text(page.advice)}`,
    `## ${counted(page.rules.length, 'rule')}`,
    [
      withExample === page.rules.length ? 'Each has' : `${withExample} of them have`,
      'an example from the samples that the tool is tested with.',
      'Where an example has several lines, `◀` ends those that are reported.',
    ].join(' '),
    table(
      ['rule', 'severity', 'what it reports'],
      page.rules.map(({ id, severity, title }) => [`[${code(id)}](#${anchor(id)})`, severity, text(title)]),
    ),
    ...SEVERITIES.flatMap((severity) => {
      const rules = page.rules.filter((rule) => rule.severity === severity);
      return rules.length === 0 ? [] : [`## Severity ${severity}`, ...rules.flatMap(ruleSection)];
    }),
  ].join('\n\n')}\n`;
}

function ruleSection(rule: RulePage): string[] {
  const facts = [
    ...(rule.why === undefined ? [] : [`- **Why:** ${text(rule.why)}`]),
    ...(rule.cwe === undefined ? [] : [`- **Weakness:** ${weaknessLink(rule.cwe)}`]),
    ...(rule.wcag.length === 0
      ? []
      : [`- **WCAG 2.2:** ${rule.wcag.map(({ criterion, name }) => `${criterion} ${name}`).join('; ')}`]),
    `- **How to fix:** ${text(rule.fix)}`,
    ...(rule.url === undefined ? [] : [`- **More:** <${rule.url}>`]),
  ];
  return [`### ${code(rule.id)}`, `${text(rule.title)}.`, facts.join('\n'), ...badExample(rule), ...goodExample(rule)];
}

const weaknessLink = ({ id, name }: { id: string; name: string }): string =>
  `[${id}](https://cwe.mitre.org/data/definitions/${id.slice('CWE-'.length)}.html) ${text(name)}`;

function badExample({ reported, place, bad }: RulePage): string[] {
  if (reported === undefined) return ['No sample has an example of this rule yet.'];
  const where = bad?.path === undefined ? place : `${bad.path}:${bad.startLine! + bad.marked[0] - 1}`;
  const said = `**Bad**${where === undefined ? '' : `, ${code(where)}`}. Reported as: ${text(reported)}`;
  return bad === undefined ? [said] : [said, fence(bad)];
}

function goodExample({ good }: RulePage): string[] {
  if (good === undefined) return [];
  return [
    `**Good**, ${code(`${good.path}:${good.startLine! + good.marked[0] - 1}`)}. Nothing is reported:`,
    fence(good, false),
  ];
}

/** The code, with its marked lines where there are others. */
function fence({ language, lines, marked: [first, last] }: CodeExample, mark = true): string {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const ticks = '`'.repeat(longest + 1);
  const shown =
    mark && lines.length > last - first + 1
      ? lines.map((line, index) => (index + 1 >= first && index + 1 <= last ? `${line}  ◀` : line))
      : lines;
  return [`${ticks}${language}`, ...shown, ticks].join('\n');
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(inCell).join(' | ')} |`).join('\n');

const inCell = (cell: string): string => cell.replace(/\|/g, '\\|');

/** Inline code, whatever it holds. */
export function code(content: string): string {
  if (!content.includes('`')) return `\`${content}\``;
  return `\`\` ${content} \`\``;
}

/** Plain text outside of code spans: what Markdown or HTML would take for markup is escaped. */
export const text = (plain: string): string =>
  plain
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? part : part.replace(/[\\`*_<>[\]#~]/g, '\\$&')))
    .join('');

/** As GitHub makes the anchor of a heading that is inline code. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');

/** `docs/tools/README.md`. */
export function markdownIndex(pages: readonly ToolPage[]): string {
  const rules = pages.reduce((sum, page) => sum + page.rules.length, 0);
  const shown = pages.reduce(
    (sum, page) => sum + page.rules.filter(({ reported }) => reported !== undefined).length,
    0,
  );
  return `${[
    '# The tools',
    [
      `${counted(pages.length, 'tool')} with ${counted(rules, 'rule')}, ${shown} of them with an example.`,
      '`assay tools <id>` shows a page on the terminal, `GET /api/v1/tools/<id>` has it as JSON.',
      'These pages are written by `npm run docs:tools`.',
      '[Security rules by weakness](weaknesses.md) has them by their CWE.',
    ].join(' '),
    ...FINDING_CATEGORIES.flatMap((category) => {
      const own = pages.filter((page) => page.category === category);
      return [
        `## ${category.charAt(0).toUpperCase()}${category.slice(1)}`,
        table(
          ['tool', 'looks for', 'engine', 'billed as', 'rules'],
          own.map(({ id, description, engine, billing, rules }) => [
            `[${id}](${id}.md)`,
            text(description),
            text(engine.name),
            billing,
            String(rules.length),
          ]),
        ),
      ];
    }),
  ].join('\n\n')}\n`;
}
