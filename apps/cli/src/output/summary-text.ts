import type { FindingView } from '@assay/findings';
import { SEVERITIES, counted } from '@assay/kernel';
import { notKeptOf, notKeptText, rolesText, suppressionsOf, suppressionsText, unseenText } from '@assay/scanning';
import pc from 'picocolors';
import { type Comparison, judgedCounts } from '../baseline';
import { notJudgedText } from '../unmatched-findings';
import { type LocalScanResult, notRunIn } from '../local-scan';
import { type Folded, LEAST_SEVERITY } from './first-screen';
import { type FindingGroup, groupByRule, isAtLeast, severitiesText } from './group-findings';
import { notReadText } from './not-read';
import { isEmpty } from './unseen-code';
import { wrapped } from './wrapped';

const LEFT_OUT = 3;
/** So many rules are named that were left for later. */
const RULES_NAMED = 5;

/** The text between the findings and the verdict: what was folded, left out and missing, the extent and the cost. */
export function summaryText(
  { session, findings, comparison, missingTools, duration, credits }: LocalScanResult,
  folded: readonly Folded[],
  width: number,
): string {
  const { toolsRun } = session.summary!;
  const bySeverity = judgedCounts({ session, findings, comparison });
  const total = SEVERITIES.reduce((sum, severity) => sum + bySeverity[severity], 0);
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0)
    .map((severity) => `${bySeverity[severity]} ${severity}`)
    .join(', ');
  const found =
    `${counted(total, comparison === undefined ? 'finding' : 'new finding')}` +
    `${counts === '' ? '' : ` (${counts})`} by ${counted(toolsRun, 'tool')} in ${extentOf(session)}, ` +
    `${(duration / 1000).toFixed(1)} s`;
  return [
    ...folded.flatMap((each) => wrapped(foldedText(each), width).map(pc.dim)),
    ...(folded.length === 0 ? [] : [pc.dim('(--all lists them)')]),
    ...rolesText(session.roles, (names) => `--include ${names} looks at them`).flatMap((text) =>
      wrapped(text, width).map(pc.dim),
    ),
    ...wrapped(leftOutText(session.leftOut), width).map(pc.dim),
    ...wrapped(notReadText(session.toolReports), width).map(pc.dim),
    ...suppressionsText(suppressionsOf(session)).flatMap((text) => wrapped(text, width).map(pc.dim)),
    ...(session.unseen ?? []).flatMap((code) =>
      wrapped(unseenText(code), width, 'not covered: ').map((line) => line.replace(/^not covered:/, pc.yellow)),
    ),
    ...missingText(missingTools).flatMap((text) =>
      wrapped(text, width, 'missing: ').map((line) => line.replace(/^missing:/, pc.yellow)),
    ),
    ...(missingTools.some(({ reason }) => TIMED_OUT.test(reason))
      ? [pc.dim('(--timeout gives each tool longer)')]
      : []),
    ...(missingTools.some(({ reason }) => OUT_OF_BUDGET.test(reason))
      ? [pc.dim('(budget.seconds of the configuration gives all of them longer)')]
      : []),
    ...notRunIn(session).flatMap(({ tool, reason }) =>
      wrapped(`${tool}: ${reason}`, width, 'not run: ').map((line) => line.replace(/^not run:/, pc.yellow)),
    ),
    ...notKeptOf(Object.values(session.toolReports)).flatMap((cut) =>
      wrapped(notKeptText(cut), width, 'cut: ').map((line) => line.replace(/^cut:/, pc.yellow)),
    ),
    ...(isEmpty(session) ? [pc.yellow('nothing was looked at: the target has no file for any tool')] : []),
    ...wrapped(found, width),
    ...(comparison === undefined
      ? []
      : [...notJudgedText(comparison), knownText(comparison)].flatMap((text) => wrapped(text, width).map(pc.dim))),
    ...profileText(session.profile, width),
    pc.dim(`on a service this would cost ${counted(credits, 'credit')}`),
    '',
  ].join('\n');
}

const TIMED_OUT = /^timed out after \d+ ms/;
const OUT_OF_BUDGET = /^did not end: the budget of \d+ s/;

/** A row a reason: tools that share an engine are missing together. */
function missingText(missingTools: LocalScanResult['missingTools']): string[] {
  const byReason = new Map<string, string[]>();
  for (const { tool, reason } of missingTools) byReason.set(reason, [...(byReason.get(reason) ?? []), tool]);
  return [...byReason].map(([reason, tools]) => `${tools.join(', ')}: ${reason}`);
}

/** Old debt in one line. */
function knownText({ file, commit, known }: Comparison): string {
  const name = commit === undefined ? file : `${file}, ${commit.slice(0, 12)}`;
  return `${counted(known.length, 'finding')} of before (${name}): neither shown nor judged`;
}

/** Nobody should take what a profile leaves out for looked at. */
const profileText = (profile: string, width: number): string[] =>
  profile === 'strict'
    ? []
    : wrapped(`rules of the profile ${profile} (--profile strict: every rule)`, width).map((line) => pc.dim(line));

/** Such as `12 in tests: 1 high, 11 low`, so that nobody takes what is folded for harmless. */
function foldedText(folded: Folded): string {
  const { isSeldomRight, findings } = folded;
  const groups = groupByRule(findings);
  const extent = `${counted(groups.length, 'kind')} in ${counted(filesOf(findings), 'file')}`;
  const named = isSeldomRight ? ` (${rulesOf(groups)})` : '';
  return `… ${counted(findings.length, 'finding')} ${whatOf(folded)} (${extent}): ${severitiesText(findings)}${named}`;
}

function whatOf({ role, isWaived, isSeldomRight, findings }: Folded): string {
  if (isWaived) return 'that a comment switches off for another linter';
  if (isSeldomRight) return 'of rules that were seldom worth a look on code of others';
  if (role !== 'own') return PLACE[role];
  return findings.some(({ severity }) => isAtLeast(severity, LEAST_SEVERITY)) ? 'more' : 'of low severity';
}

const PLACE: Readonly<Record<Exclude<Folded['role'], 'own'>, string>> = {
  documentation: 'in documents',
  example: 'in examples',
  test: 'in tests',
  generated: 'in generated code',
  lockfile: 'in lock files',
  'build-output': 'in build output',
  ignored: 'in files that an ignore file names',
  minified: 'in minified code',
  vendored: "in others' code that was copied here",
  environment: 'in installed packages',
};

/** The most severe first. */
function rulesOf(groups: readonly FindingGroup[]): string {
  const rules = groups.map(({ tool, rule }) => `${tool}/${rule}`);
  return `${rules.slice(0, RULES_NAMED).join(', ')}${rules.length > RULES_NAMED ? ', …' : ''}`;
}

const filesOf = (findings: readonly FindingView[]): number => new Set(findings.map(({ file }) => file)).size;

function leftOutText({ total, first }: LocalScanResult['session']['leftOut']): string {
  if (total === 0) return '';
  const named = first.slice(0, LEFT_OUT).map(({ path, reason }) => `${path} (${reason})`);
  return `${total} left out: ${named.join(', ')}${total > LEFT_OUT ? ', … (--format json lists more)' : ''}`;
}

/** A site has pages; of an image and a build, as of a site, no lines are billed. */
function extentOf({ files, lines, targetFacts }: LocalScanResult['session']): string {
  if (targetFacts?.site) return counted(targetFacts.site.pages.length, 'page');
  return lines === null || lines === 0
    ? counted(files ?? 0, 'file')
    : `${counted(files ?? 0, 'file')}, ${counted(lines, 'line')}`;
}
