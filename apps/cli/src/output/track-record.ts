import { catalogue } from '@assay/analysis';
import type { FindingView } from '@assay/findings';
import type { Severity } from '@assay/kernel';
import { MISTAKE_KINDS } from './definite-mistakes';
import { isAtLeast } from './group-findings';
import record from './track-record.generated.json';

/**
 * Points by tool and rule: those of useful rows, and those of all. They are the labels of repositories that nobody had
 * looked at while rules were improved (`docs/labels`): two for a row of a first screen, one for a row below. Definite
 * mistakes count only from medium severity and in files where the rule looks for them.
 */
const POINTS: Readonly<Record<string, readonly number[]>> = record;

interface Sum {
  useful: number;
  all: number;
}

/** The weight of the average tool beside a tool's own points, and of a tool beside a rule's own points. */
const WEIGHT_OF_ALL = 8;
const WEIGHT_OF_TOOL = 4;

/**
 * Tools that look for the same weakness in different places have a common record. So do rules about definite mistakes,
 * which say little about the other rules of their tools.
 */
const familyOf = (tool: string, rule: string | null): string =>
  MISTAKE_KINDS.get(`${tool}/${rule}`) ?? tool.replace(/^secrets-.*/, 'secrets');

const families = new Map<string, Sum>();
const everything: Sum = { useful: 0, all: 0 };
for (const [name, [useful, all]] of Object.entries(POINTS)) {
  const end = name.indexOf('/');
  const family = familyOf(name.slice(0, end), name.slice(end + 1));
  const sum = families.get(family) ?? { useful: 0, all: 0 };
  families.set(family, sum);
  for (const each of [sum, everything]) {
    each.useful += useful!;
    each.all += all!;
  }
}

function pointsOf(tool: string, rule: string | null): readonly [useful: number, all: number] {
  const name = `${tool}/${rule}`;
  const [useful = 0, all = 0] = Object.hasOwn(POINTS, name) ? POINTS[name]! : [];
  return [useful, all];
}

/**
 * The share of a rule's findings that is worth a look on unknown code, from 0 to 1, by the labels of the rule, of its
 * tool and of all tools: the fewer labels a rule has, the more its tool counts. Undefined for a tool without labels.
 */
export function expectedShare(tool: string, rule: string | null): number | undefined {
  const family = families.get(familyOf(tool, rule));
  if (family === undefined) return undefined;
  const average = everything.useful / everything.all;
  const ofTool = (family.useful + average * WEIGHT_OF_ALL) / (family.all + WEIGHT_OF_ALL);
  const [useful, all] = pointsOf(tool, rule);
  return (useful + ofTool * WEIGHT_OF_TOOL) / (all + WEIGHT_OF_TOOL);
}

/** Findings of rules with a lower share are left for later. */
const LEAST_SHARE = 0.6;
/** Rules of low severity with at least this share, over at least so many points of their own, are shown as well. */
const OFTEN_SHARE = 0.7;
const OFTEN_POINTS = 6;
/**
 * The more findings of data flow a target has, the more often they are right: a vulnerable application has several, and
 * a well-kept one has one false finding in 50,000 lines. The lines per finding of high severity that count as many.
 */
const LINES_OF_A_FLOW = 10_000;
/**
 * The labels are of public repositories, where most apparent secrets are examples. Small programs and those with many
 * secrets differ. The lines per secret of medium severity or above that count as many.
 */
const LINES_OF_A_SECRET = 2_000;
/**
 * Critical findings are right as seldom as high ones: of twelve rows of the sets one was useful. They are shown
 * whatever the record says if there is one in so many lines, so that a small vulnerable program does not look clean.
 */
const LINES_OF_A_CRITICAL = 25_000;

/** The record of rules on strangers' code, for the findings of a target. */
export interface RuleRecord {
  /** Whether the rule is seldom worth a look: the finding is left for later. */
  isSeldomRight(finding: FindingView): boolean;
  /** Whether the rule is worth a look so often that its findings are shown despite their low severity. */
  isOftenRight(finding: FindingView): boolean;
  /** Whether the finding is about a test that checks nothing: in a test it is worth a look as others are elsewhere. */
  isAboutTests(finding: FindingView): boolean;
}

/** @param lines the examined lines of the target; undefined for a target without lines, such as a site */
export function recordOn(findings: readonly FindingView[], lines: number | undefined): RuleRecord {
  const areMany = (least: Severity, linesOfOne: number, isSuch: (finding: FindingView) => boolean): boolean => {
    const found = findings.filter(
      (finding) => (finding.role ?? 'own') === 'own' && isAtLeast(finding.severity, least) && isSuch(finding),
    );
    return lines === undefined || found.length * linesOfOne >= lines;
  };
  const hasManyFlows = areMany('high', LINES_OF_A_FLOW, isFlow);
  const hasManyCriticals = areMany('critical', LINES_OF_A_CRITICAL, () => true);
  const hasManySecrets = areMany('medium', LINES_OF_A_SECRET, isSecret);
  return {
    isSeldomRight(finding) {
      if (finding.severity === 'critical' && hasManyCriticals) return false;
      if (isFlow(finding)) return !hasManyFlows;
      if (isSecret(finding) && hasManySecrets) return false;
      const share = bestShare(finding);
      return share !== undefined && share < LEAST_SHARE;
    },
    isOftenRight: (finding) =>
      pointsOf(finding.tool, finding.rule)[1] >= OFTEN_POINTS &&
      (expectedShare(finding.tool, finding.rule) ?? 0) >= OFTEN_SHARE &&
      !isLowered(finding),
    isAboutTests: ({ tool, rule }) => MISTAKE_KINDS.get(`${tool}/${rule}`) === 'mistake-of-tests',
  };
}

/** The best share of the tools that agree on a finding. Undefined if the finding's own rule has no labels. */
function bestShare({ tool, rule, duplicates }: FindingView): number | undefined {
  const own = expectedShare(tool, rule);
  if (own === undefined) return undefined;
  return Math.max(own, ...duplicates.map((each) => expectedShare(each.tool, each.rule) ?? 0));
}

/** Whether its severity is lower than its rule's: the labels judge the rule at its full severity. */
function isLowered({ tool, rule, severity }: FindingView): boolean {
  const said = catalogue.find(({ id }) => id === tool)?.rules[rule]?.severity;
  return said !== undefined && !isAtLeast(severity, said);
}

/** Includes findings of another tool that data flow found as well. */
const isFlow = ({ tool, duplicates }: FindingView): boolean =>
  [tool, ...duplicates.map((each) => each.tool)].some((each) => each.endsWith('-data-flow'));

const isSecret = ({ tool, rule }: FindingView): boolean => familyOf(tool, rule) === 'secrets';
