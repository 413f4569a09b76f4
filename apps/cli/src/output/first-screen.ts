import { type FindingView, kindGroup } from '@assay/findings';
import type { Severity } from '@assay/kernel';
import { type FileRole, FILE_ROLES } from '@assay/source-text';
import { type FindingGroup, groupByRule, isAtLeast } from './group-findings';
import type { RuleRecord } from './track-record';

/** So many groups fit on a screen with their code. */
export const MOST_GROUPS = 10;
/** The least severity that a maintainer would stop for. Findings of less severity are counted. */
export const LEAST_SEVERITY: Severity = 'medium';

/** Findings that the first screen counts and does not show. */
export interface Folded {
  /** `own`: the code's own, of low severity or too many; else where they are. */
  readonly role: FileRole;
  /** Whether a comment for another linter switches them off: their authors have looked at them. */
  readonly isWaived?: true;
  /** Whether their rules were seldom worth a look on code of strangers. */
  readonly isSeldomRight?: true;
  readonly findings: readonly FindingView[];
}

export interface FirstScreen {
  /** Most severe first. */
  readonly groups: readonly FindingGroup[];
  readonly folded: readonly Folded[];
}

interface Asked {
  /** Findings that fail the gate are shown wherever they are: nobody should have to look for the reason. */
  readonly failOn?: Severity | undefined;
  /** The record of the rules on other code. */
  readonly record?: RuleRecord | undefined;
}

/**
 * The findings that are worth a look: findings in the code's own files, of medium severity or above, that no comment
 * for another linter switches off, of rules that are right more often than not, and findings of lower severity whose
 * rules are nearly always worth a look. A finding about the whole target counts as its own, and tests that check
 * nothing are shown like own code. What is less severe is shown with its group, if that is shown: a group is one row,
 * and nobody should meet it again among what was folded.
 */
export function firstScreen(findings: readonly FindingView[], { failOn, record }: Asked = {}): FirstScreen {
  const gated = ({ severity }: FindingView) => failOn !== undefined && isAtLeast(severity, failOn);
  const isLeftForLater = (finding: FindingView) =>
    isAtLeast(finding.severity, LEAST_SEVERITY) && record?.isSeldomRight(finding) === true;
  const isPraised = (finding: FindingView) => finding.waiver === undefined && record?.isOftenRight(finding) === true;
  const worthALook = (finding: FindingView) =>
    gated(finding) ||
    (isInItsPlace(roleOf(finding), record?.isAboutTests(finding) === true) &&
      (isAtLeast(finding.severity, LEAST_SEVERITY)
        ? !isWaived(finding) && !isLeftForLater(finding)
        : isPraised(finding)));
  const kinds = new Set(findings.filter(worthALook).map(kindGroup));
  const groups = groupByRule(
    findings.filter((finding) => worthALook(finding) || (roleOf(finding) === 'own' && kinds.has(kindGroup(finding)))),
  );
  const shown = new Set(groups.slice(0, MOST_GROUPS).flatMap((group) => group.findings.map(({ id }) => id)));
  const rest = findings.filter(({ id }) => !shown.has(id));
  return {
    groups: groups.slice(0, MOST_GROUPS),
    folded: FILE_ROLES.flatMap((role): Folded[] => {
      const inRole = rest.filter((finding) => roleOf(finding) === role);
      const [waived, unwaived] = role === 'own' ? divided(inRole, isWaived) : [[], inRole];
      const [seldomRight, others] = role === 'own' ? divided(unwaived, isLeftForLater) : [[], unwaived];
      return [
        { role, isSeldomRight: true, findings: seldomRight },
        { role, findings: others },
        { role, isWaived: true, findings: waived },
      ];
    }).filter((folded) => folded.findings.length > 0),
  };
}

/** Whether a finding stands where its rule looks: a test that checks nothing is found where tests are. */
export const isInItsPlace = (role: FileRole, isAboutTests: boolean): boolean =>
  role === 'own' || (role === 'test' && isAboutTests);

const divided = <T>(items: readonly T[], isIn: (item: T) => boolean): [T[], T[]] => [
  items.filter(isIn),
  items.filter((item) => !isIn(item)),
];

/** A critical finding is shown although a comment switches it off. One of low severity is folded as such. */
const isWaived = ({ waiver, severity }: FindingView): boolean =>
  waiver !== undefined && severity !== 'critical' && isAtLeast(severity, LEAST_SEVERITY);

/**
 * The path tells the role of a version of a file that is no more. A tool writes a lock file, but the dependencies in
 * it are the project's own choice.
 */
const roleOf = ({ role, tool }: FindingView): FileRole =>
  role === 'lockfile' && tool === 'vulnerable-dependencies'
    ? 'own'
    : (FILE_ROLES.find((each) => each === role) ?? 'own');
