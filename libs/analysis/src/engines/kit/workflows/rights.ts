import type { Node } from 'yaml';
import { type YamlTree, at, entriesOf, textOf } from '../yaml-tree';
import { type WorkflowJob, type Workflow, isSelfHosted, partsOfJob } from './workflow';

/**
 * Whether a job has a token that only reads, no secret, and a machine that is thrown away: an attacker who takes over
 * an action or a script of it gains little. GitHub gives pull requests of forks just that.
 */
export function gainsNothing({ tree, root, triggers }: Workflow, job: WorkflowJob): boolean {
  const permissions = at(tree, job.node, 'permissions') ?? at(tree, root, 'permissions');
  const onlyReads =
    permissions === undefined
      ? [...triggers].every((trigger) => trigger === 'pull_request')
      : givesOnlyReading(tree, permissions);
  return onlyReads && !isSelfHosted(tree, job) && ![root, ...partsOfJob(job)].some((owner) => holdsSecret(tree, owner));
}

function givesOnlyReading(tree: YamlTree, permissions: Node): boolean {
  const given = textOf(permissions);
  if (given !== undefined) return given === 'read-all';
  return entriesOf(tree, permissions).every(({ value }) => ['read', 'none'].includes(textOf(value) ?? ''));
}

/** Keys with which a report of coverage or speed is sent, and nothing else can be done. */
const REPORT_KEY =
  String.raw`\w*(?:CODECOV|COVERALLS|CODACY_PROJECT|CC_TEST_REPORTER|CODSPEED|QLTY_COVERAGE|DEEPSOURCE_DSN)` +
  String.raw`\w*`;
/** The token of the job is no secret of its own. */
const SECRET = new RegExp(String.raw`\bsecrets\b(?!\s*\.\s*(?:GITHUB_TOKEN|${REPORT_KEY})\b)`, 'i');

/** @param owner the workflow, a job or a step */
function holdsSecret(tree: YamlTree, owner: Node): boolean {
  const values = ['env', 'with'].flatMap((field) => entriesOf(tree, at(tree, owner, field)).map(({ value }) => value));
  const texts = [...values, at(tree, owner, 'run')].map((node) => textOf(node) ?? '');
  return at(tree, owner, 'secrets') !== undefined || texts.some((text) => SECRET.test(text));
}
