import { escapedForRegex } from '../../kit/escaped-for-regex';
import { type Workflow, conditionsOf, isSelfHosted } from '../../kit/workflows/workflow';
import { at, itemsOf, textOf } from '../../kit/yaml-tree';

/** A condition by which pull requests of forks do not run. */
const LEAVES_FORKS_OUT = /\bhead\.repo\.(?:full_name|fork|owner)\b|\bhead\.user\b|\bgithub\.actor\b|\bevent\.sender\b/;

/** How a workflow names the own runners on which it runs pull requests of forks: parts that are computed may be any. */
export function ownRunnersOf(workflow: Workflow): RegExp[] {
  const { tree, triggers, jobs } = workflow;
  if (!triggers.has('pull_request') && !triggers.has('pull_request_target')) return [];
  return jobs.flatMap((job) => {
    if (LEAVES_FORKS_OUT.test(conditionsOf(workflow, [job.node]))) return [];
    if (isSelfHosted(tree, job)) return [/^/];
    const runsOn = at(tree, job.node, 'runs-on');
    return [runsOn, ...itemsOf(tree, runsOn)].flatMap((label) => {
      const parts = writtenParts((textOf(label) ?? '').slice(0, 200));
      // An expression alone may be any runner, also one of GitHub.
      return parts.length > 3 || parts.join('').length < 4
        ? []
        : [new RegExp(`^${parts.map(escapedForRegex).join('.*')}$`)];
    });
  });
}

/** The written parts of a name: `${{ inputs.name }}-runner`, or `format('{0}-runner', …)`. */
function writtenParts(text: string): string[] {
  const [, format] = /^\s*\$\{\{\s*format\(\s*'([^']*)'/.exec(text) ?? [];
  return format === undefined ? text.split(/\$\{\{[^{}]*\}\}/) : format.split(/\{\d\}/);
}
