import type { CodeExample, RulePage } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import { LEVEL, PRECISION, PROBLEM_SEVERITY, SECURITY_SEVERITY } from './sarif-severity';

/** A rule as GitHub reads it: severity and precision to order by, tags to filter by, and help beside a result. */
export function ruleOf(finding: FindingView, page: RulePage | undefined): object {
  const { tool, rule, category, cwe } = finding;
  const severity = page?.severity ?? finding.severity;
  const level = LEVEL[severity];
  const fix = page?.fix ?? finding.suggestion;
  const helpUri = page?.url ?? weaknessUri(cwe);
  return {
    id: rule,
    name: rule,
    shortDescription: { text: page?.title ?? finding.title },
    ...(page?.why !== undefined && { fullDescription: { text: page.why } }),
    help: { text: fix, ...(page !== undefined && { markdown: markdownOf(page) }) },
    ...(helpUri !== undefined && { helpUri }),
    defaultConfiguration: { level },
    properties: {
      tool,
      category,
      tags: [category, ...(cwe === null ? [] : [cwe, ...cweTag(cwe)])],
      precision: PRECISION[severity],
      ...(category === 'security'
        ? { 'security-severity': SECURITY_SEVERITY[severity] }
        : { 'problem.severity': PROBLEM_SEVERITY[level] }),
    },
  };
}

const numberOf = (cwe: string | null): string | undefined => /^CWE-(\d+)$/.exec(cwe ?? '')?.[1];

/** A tag that GitHub can filter by. */
function cweTag(cwe: string): string[] {
  const number = numberOf(cwe);
  return number === undefined ? [] : [`external/cwe/cwe-${number.padStart(3, '0')}`];
}

function weaknessUri(cwe: string | null): string | undefined {
  const number = numberOf(cwe);
  return number === undefined ? undefined : `https://cwe.mitre.org/data/definitions/${number}.html`;
}

/** All of it is the catalogue's own text, none is the target's. */
const markdownOf = ({ title, why, fix, bad, good, url, cwe }: RulePage): string =>
  [
    `**${title}**`,
    ...(why === undefined ? [] : [why]),
    `**How to fix:** ${fix}`,
    ...(bad === undefined ? [] : ['Bad:', fenced(bad)]),
    ...(good === undefined ? [] : ['Good:', fenced(good)]),
    ...(cwe === undefined ? [] : [`[${cwe.id}: ${cwe.name}](${weaknessUri(cwe.id)})`]),
    ...(url === undefined ? [] : [`[About this rule](${url})`]),
  ].join('\n\n');

/** A fence is longer than any in the code. */
function fenced({ language, lines }: CodeExample): string {
  const code = lines.join('\n');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
