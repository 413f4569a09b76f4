import { isBefore, numbersFrom, numbersOf } from './action-versions';

/** A known vulnerability of an action, with the range of affected versions. */
interface HoleOfAction {
  /** In lower case, without a path in the repository. */
  readonly action: string;
  /** The first affected version. Default: all before the fixed one. */
  readonly from?: string;
  /** The first fixed version. */
  readonly mended: string;
  readonly id: string;
  /** The possible harm. */
  readonly what: string;
  /** Default: high. Lower if the user of the action must also have made a mistake. */
  readonly severity?: 'medium' | 'low';
  /** The input of the action that keeps a step out of it. */
  readonly closedBy?: string;
  /** Only its tags were moved: a commit is what it was. */
  readonly ofTags?: true;
}

/**
 * Known vulnerabilities of actions, as the public advisory databases had them in 2025, the worst of an action first. A
 * scan asks no database. Tags that were moved for some hours and are restored, such as v1 of reviewdog/action-setup,
 * are not here: they no longer affect a workflow.
 */
export const HOLES_OF_ACTIONS: readonly HoleOfAction[] = [
  { action: 'tj-actions/changed-files', mended: '46.0.1', id: 'CVE-2025-30066', what: 'its tags were moved to code that wrote secrets into logs', ofTags: true },
  { action: 'tj-actions/changed-files', mended: '41', id: 'CVE-2023-51664', what: 'the name of a file runs commands' },
  { action: 'tj-actions/branch-names', mended: '9.0.0', id: 'CVE-2025-54416', what: 'the name of a branch runs commands' },
  { action: 'actions/download-artifact', from: '4.0.0', mended: '4.1.3', id: 'CVE-2024-42471', what: 'an artifact writes files outside of its folder', severity: 'medium' },
  { action: 'dawidd6/action-download-artifact', mended: '6', id: 'GHSA-5xr6-xhww-33m4', what: 'it takes artifacts of forks', severity: 'medium', closedBy: 'run_id' },
  { action: 'rlespinasse/github-slug-action', from: '4.0.0', mended: '4.4.1', id: 'CVE-2023-27581', what: 'the name of a branch runs commands' },
  { action: 'embano1/wip', mended: '2', id: 'CVE-2023-30623', what: 'the title of a pull request runs commands' },
  { action: 'gradle/gradle-build-action', mended: '2.4.2', id: 'CVE-2023-30853', what: 'secrets are stored in a cache', severity: 'medium' },
  { action: 'kartverket/github-workflows', mended: '2.7.5', id: 'CVE-2022-39326', what: 'the text of a pull request runs code' },
  { action: 'azure/setup-kubectl', mended: '3', id: 'CVE-2023-23939', what: 'everybody on the runner may change the program', severity: 'low' },
  { action: 'hashicorp/vault-action', mended: '2.2.0', id: 'CVE-2021-32074', what: 'secrets of several lines are not masked', severity: 'medium' },
  { action: 'check-spelling/check-spelling', mended: '0.0.19', id: 'CVE-2021-32724', what: 'a pull request gets the token of the workflow' },
  { action: 'atlassian/gajira-create', mended: '2.0.1', id: 'CVE-2020-14188', what: 'the text of an issue runs code' },
  { action: 'atlassian/gajira-comment', mended: '2.0.2', id: 'CVE-2020-14189', what: 'a comment runs code' },
  { action: 'lycheeverse/lychee-action', mended: '2.0.2', id: 'CVE-2024-48908', what: 'an input runs commands', severity: 'medium' },
  { action: 'sonarsource/sonarqube-scan-action', from: '4.0.0', mended: '5.3.1', id: 'CVE-2025-58178', what: 'the arguments run commands', severity: 'medium' },
  { action: 'sonarsource/sonarqube-scan-action', from: '4.0.0', mended: '6.0.0', id: 'CVE-2025-59844', what: 'the arguments run commands on Windows', severity: 'medium' },
  { action: 'step-security/harden-runner', mended: '2.10.2', id: 'CVE-2024-52587', what: 'variables of the environment run commands', severity: 'low' },
  { action: 'step-security/harden-runner', from: '0.12.0', mended: '2.12.0', id: 'CVE-2025-32955', what: 'what it forbids is got round by containers', severity: 'low' },
  { action: 'canonical/get-workflow-version-action', mended: '1.0.1', id: 'CVE-2025-31479', what: 'a part of the token stands in the log', severity: 'medium' },
  { action: 'bullfrogsec/bullfrog', mended: '0.8.4', id: 'CVE-2025-47775', what: 'what it keeps back passes over DNS and TCP', severity: 'low' },
  { action: 'tj-actions/verify-changed-files', mended: '17', id: 'CVE-2023-52137', what: 'the name of a file runs commands' },
  { action: 'ultralytics/actions', mended: '0.0.3', id: 'GHSA-7x29-qqmq-v6qc', what: 'the name of a branch runs commands' },
  { action: 'j178/prek-action', mended: '1.0.6', id: 'GHSA-pwf7-47c3-mfhx', what: 'an input runs commands', severity: 'medium' },
  { action: 'ozi-project/publish', from: '1.13.2', mended: '1.13.6', id: 'CVE-2025-47271', what: 'the name of a branch runs commands', severity: 'medium' },
  { action: 'fish-shop/syntax-check', mended: '1.6.12', id: 'CVE-2024-42482', what: 'an input runs commands', severity: 'medium' },
  { action: 'pypa/gh-action-pypi-publish', mended: '1.13.0', id: 'GHSA-vxmw-7h4f-hqxh', what: 'the name of a reference runs commands', severity: 'low' },
  { action: 'github/codeql-action', from: '3.26.11', mended: '3.28.3', id: 'CVE-2025-24362', what: 'secrets of the environment are in what is kept of a failed debug run', severity: 'low' },
  { action: 'rageagainstthepixel/setup-steamcmd', mended: '1.3.0', id: 'GHSA-c5qx-p38x-qf5w', what: 'a token stands in the log' },
  { action: 'buildalon/setup-steamcmd', mended: '1.1.0', id: 'GHSA-mj96-mh85-r574', what: 'a token stands in the log' },
  { action: 'boldestdungeon/steam-workshop-deploy', mended: '2.0.0', id: 'GHSA-x6gv-2rvh-qmp6', what: 'it publishes the folder of Git with the token' },
  { action: 'm00nl1ght-dev/steam-workshop-deploy', mended: '4', id: 'GHSA-x6gv-2rvh-qmp6', what: 'it publishes the folder of Git with the token' },
];

/**
 * The known vulnerability of a version of an action.
 * @param version a tag, or the one that a comment names; a branch gives no result
 * @param isCommit whether the workflow names a commit of that version
 */
export function holeOfAction(action: string, version: string, isCommit = false): HoleOfAction | undefined {
  const used = numbersOf(version);
  const name = action.toLowerCase().split('/').slice(0, 2).join('/');
  if (used === undefined) return undefined;
  return HOLES_OF_ACTIONS.find((hole) => hole.action === name && !(isCommit && hole.ofTags === true) && isBefore(used, numbersFrom(hole.mended)) && !(hole.from !== undefined && isBefore(used, numbersFrom(hole.from))));
}
