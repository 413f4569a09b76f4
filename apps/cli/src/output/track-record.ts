import type { FindingView } from '@assay/findings';
import { isAtLeast } from './group-findings';
import record from './track-record.generated.json';

/**
 * Points by tool and rule: those of useful rows, and those of all. They are the labels of repositories that nobody had
 * looked at while rules were mended (`docs/labels`): two for a row of a first screen, one for a row below.
 */
const POINTS: Readonly<Record<string, readonly number[]>> = record;

interface Sum {
  useful: number;
  all: number;
}

/** How many points an average tool weighs beside a tool's own, and a tool beside a rule's own. */
const WEIGHT_OF_ALL = 8;
const WEIGHT_OF_TOOL = 4;

/** Tools that look for the same things in other places are right as often. */
const familyOf = (tool: string): string => tool.replace(/^secrets-.*/, 'secrets');

const families = new Map<string, Sum>();
const everything: Sum = { useful: 0, all: 0 };
for (const [name, [useful, all]] of Object.entries(POINTS)) {
  const family = familyOf(name.slice(0, name.indexOf('/')));
  const sum = families.get(family) ?? { useful: 0, all: 0 };
  families.set(family, sum);
  for (const each of [sum, everything]) {
    each.useful += useful!;
    each.all += all!;
  }
}

/**
 * Which share of a rule's findings is worth a look on code of strangers, from 0 to 1, by what was labelled of the rule,
 * of its tool and of all: the fewer labels a rule has, the more its tool says. Undefined for a tool without labels.
 */
export function expectedShare(tool: string, rule: string): number | undefined {
  const family = families.get(familyOf(tool));
  if (family === undefined) return undefined;
  const average = everything.useful / everything.all;
  const ofTool = (family.useful + average * WEIGHT_OF_ALL) / (family.all + WEIGHT_OF_ALL);
  const name = `${tool}/${rule}`;
  const [useful = 0, all = 0] = Object.hasOwn(POINTS, name) ? POINTS[name]! : [];
  return (useful + ofTool * WEIGHT_OF_TOOL) / (all + WEIGHT_OF_TOOL);
}

/** Rules that are worth a look less often are left for later. */
const LEAST_SHARE = 0.5;
/**
 * What data flow tells is right more often the more of it there is: an application with a hole has several, and a
 * well-kept one has a misunderstanding in 50,000 lines. So many lines may have one finding of high severity.
 */
const LINES_OF_A_FLOW = 10_000;

/**
 * Which findings are of rules that were seldom worth a look elsewhere.
 * @param lines of the target that were looked at; undefined where it has none, as a site
 */
export function seldomRight(
  findings: readonly FindingView[],
  lines: number | undefined,
): (finding: FindingView) => boolean {
  const flows = findings.filter(
    ({ tool, severity, role }) => isFlow(tool) && isAtLeast(severity, 'high') && (role ?? 'own') === 'own',
  ).length;
  const hasManyFlows = lines === undefined || flows * LINES_OF_A_FLOW >= lines;
  return ({ tool, rule }) => {
    if (isFlow(tool)) return !hasManyFlows;
    const share = expectedShare(tool, rule);
    return share !== undefined && share < LEAST_SHARE;
  };
}

const isFlow = (tool: string): boolean => tool.endsWith('-data-flow');
