/** A version of an action from which a hole is mended, or from and up to which it was there. */
interface HoleOfAction {
  /** In small letters, without a path in the repository. */
  readonly action: string;
  /** The first version that has it. Default: all before the mended one. */
  readonly from?: string;
  /** The first version without it. */
  readonly mended: string;
  readonly id: string;
  /** What can happen. */
  readonly what: string;
  /** Default: high. Lower where whoever uses it must have erred, too. */
  readonly severity?: 'medium' | 'low';
}

/** Known holes of actions, as the public databases of advisories had them in 2025. No other is asked at a scan. */
export const HOLES_OF_ACTIONS: readonly HoleOfAction[] = [
  { action: 'tj-actions/changed-files', mended: '46.0.1', id: 'CVE-2025-30066', what: 'its tags were moved to code that wrote secrets into logs' },
  { action: 'tj-actions/branch-names', mended: '9.0.0', id: 'CVE-2025-54416', what: 'the name of a branch runs commands' },
  { action: 'reviewdog/action-setup', mended: '1.3.2', id: 'CVE-2025-30154', what: 'its tags were moved to code that wrote secrets into logs' },
  { action: 'actions/download-artifact', from: '4.0.0', mended: '4.1.3', id: 'CVE-2024-42471', what: 'an artifact writes files outside of its folder', severity: 'medium' },
  { action: 'dawidd6/action-download-artifact', mended: '6', id: 'GHSA-5xr6-xhww-33m4', what: 'it takes artifacts of forks', severity: 'medium' },
  { action: 'rlespinasse/github-slug-action', from: '4.0.0', mended: '4.4.1', id: 'CVE-2023-27581', what: 'the name of a branch runs commands' },
  { action: 'embano1/wip', mended: '2', id: 'CVE-2023-30623', what: 'the title of a pull request runs commands' },
  { action: 'gradle/gradle-build-action', from: '2.0.0', mended: '2.4.2', id: 'CVE-2023-30853', what: 'secrets are stored in a cache', severity: 'medium' },
  { action: 'kartverket/github-workflows', mended: '2.7.5', id: 'CVE-2022-39326', what: 'the text of a pull request runs code' },
  { action: 'azure/setup-kubectl', mended: '3', id: 'CVE-2023-23939', what: 'everybody on the runner may change the program', severity: 'low' },
  { action: 'hashicorp/vault-action', mended: '2.2.0', id: 'CVE-2021-32074', what: 'secrets of several lines are not masked', severity: 'medium' },
  { action: 'check-spelling/check-spelling', mended: '0.0.19', id: 'CVE-2021-32724', what: 'a pull request gets the token of the workflow' },
  { action: 'atlassian/gajira-create', mended: '2.0.1', id: 'CVE-2020-14188', what: 'the text of an issue runs code' },
  { action: 'atlassian/gajira-comment', mended: '2.0.2', id: 'CVE-2020-14189', what: 'a comment runs code' },
  { action: 'lycheeverse/lychee-action', mended: '2.0.2', id: 'CVE-2024-48908', what: 'an input runs commands', severity: 'medium' },
  { action: 'sonarsource/sonarqube-scan-action', from: '4.0.0', mended: '5.3.1', id: 'CVE-2025-58178', what: 'the arguments run commands', severity: 'medium' },
  { action: 'step-security/harden-runner', mended: '2.10.2', id: 'CVE-2024-52587', what: 'variables of the environment run commands', severity: 'low' },
  { action: 'canonical/get-workflow-version-action', mended: '1.0.1', id: 'CVE-2025-31479', what: 'a part of the token stands in the log', severity: 'medium' },
  { action: 'bullfrogsec/bullfrog', mended: '0.8.4', id: 'CVE-2025-47775', what: 'what it keeps back passes over DNS and TCP', severity: 'low' },
];

/** The versions of a tag: of a part that is not named every number, so that `v4` is the newest of version 4. */
const numbersOf = (tag: string): readonly number[] | undefined => {
  const [, major, minor, patch] = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?$/.exec(tag) ?? [];
  return major === undefined ? undefined : [major, minor, patch].map((part) => (part === undefined ? Number.POSITIVE_INFINITY : Number(part)));
};
const first = (version: string): readonly number[] => [0, 1, 2].map((part) => Number(version.split('.')[part] ?? 0));
const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
};

/**
 * The hole that a version of an action has.
 * @param version a tag; a branch or a commit says nothing
 */
export function holeOfAction(action: string, version: string): HoleOfAction | undefined {
  const used = numbersOf(version);
  const name = action.toLowerCase().split('/').slice(0, 2).join('/');
  if (used === undefined) return undefined;
  return HOLES_OF_ACTIONS.find((hole) => hole.action === name && isBefore(used, first(hole.mended)) && !(hole.from !== undefined && isBefore(used, first(hole.from))));
}
