import { statSync } from 'node:fs';
import { join } from 'node:path';
import { retiredAction } from '../../catalogue/retired-actions';
import type { EnginePass } from '../engine';
import type { Problem } from '../kit/per-file';
import { retiredLabelsOf } from '../kit/workflows/runners';
import { type Workflow, isSelfHosted } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';
import { usedAction } from '../kit/workflows/used-action';
import { branchesOfForks } from './branches-of-forks';
import { conditionsNeverMet } from './conditions-never-met';
import { filtersOfNothing } from './filters';
import { gatesThatMiss } from './gates';

type Target = Pick<EnginePass, 'root' | 'source' | 'target'>;

/** Mistakes that actionlint does not look for. */
export function ownMistakes(workflow: Workflow, text: string, target: Target): Problem[] {
  return [
    ...retiredRunners(workflow),
    ...retiredActions(workflow),
    ...comparisonsWithCalls(text),
    ...filtersOfNothing(workflow, target.source ?? target.root),
    ...cachesWithoutLock(workflow, target),
    ...conditionsNeverMet(workflow, text),
    ...gatesThatMiss(workflow),
    ...branchesOfForks(workflow),
    ...digestsAsTags(workflow),
  ];
}

const retiredRunners = ({ tree }: Workflow): Problem[] =>
  retiredLabelsOf(tree).map(({ label, node, since, instead }) => ({
    rule: 'retired-runner',
    line: tree.lineOf(node),
    column: tree.columnOf(node),
    message: `GitHub has had no ${label} since ${since}, so the job never starts; ${instead} is one of today`,
  }));

/** A machine of one's own may belong to a server of one's own, which has the old storage. */
const retiredActions = ({ tree, jobs }: Workflow): Problem[] =>
  jobs
    .filter((job) => !isSelfHosted(tree, job))
    .flatMap(({ steps }) =>
      steps.flatMap(({ uses }): Problem[] => {
        const used = usedAction(uses);
        const retired = used && retiredAction(used.action, used.version);
        if (uses === undefined || retired === undefined) return [];
        const { since, instead } = retired;
        const { action, version } = used!;
        const message = `GitHub has failed jobs that use ${action} ${version} since ${since}: use ${instead}`;
        return [{ rule: 'retired-action', line: tree.lineOf(uses), column: tree.columnOf(uses), message }];
      }),
    );

const CALL = /\bgithub\.event_name\s*([!=])=\s*'workflow_call'/;

/** In a workflow that another one calls, the event is that of the caller. */
const comparisonsWithCalls = (text: string): Problem[] =>
  text.split('\n').flatMap((line, index): Problem[] => {
    const [found, sign] = CALL.exec(line.replace(/(?:^|\s)#.*$/, '')) ?? [];
    if (found === undefined) return [];
    const truth = sign === '=' ? 'never' : 'always';
    const message = `${found} is ${truth} true: a called workflow has the event of its caller`;
    return [{ rule: 'event-of-caller', line: index + 1, column: line.indexOf(found) + 1, message }];
  });

/** A tag has no 64 hexadecimal digits; a digest that is written as one names no image. */
const digestsAsTags = ({ tree, jobs }: Workflow): Problem[] =>
  jobs
    .flatMap(({ node, steps }) => [
      at(tree, node, 'container'),
      at(tree, node, 'container', 'image'),
      ...steps.map(({ uses }) => uses),
    ])
    .flatMap((node): Problem[] => {
      const [, digest] = /^[\w./:-]+:([0-9a-f]{64})$/.exec(textOf(node) ?? '') ?? [];
      if (node === undefined || digest === undefined) return [];
      const message = `No image has this tag: a digest is written @sha256:${digest.slice(0, 12)}…`;
      return [{ rule: 'digest-as-tag', line: tree.lineOf(node), column: tree.columnOf(node), message }];
    });

/** The files by which actions/setup-node knows its cache: without one of them at the root it ends the job. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
};

function cachesWithoutLock(workflow: Workflow, target: Target): Problem[] {
  const { tree, jobs } = workflow;
  return jobs.flatMap(({ steps }) =>
    steps.flatMap(({ node, uses }, index): Problem[] => {
      if (textOf(uses)?.startsWith('actions/setup-node@') !== true) return [];
      const cache = at(tree, node, 'with', 'cache');
      const manager = textOf(cache) ?? '';
      const locks = Object.hasOwn(LOCKS, manager) ? LOCKS[manager]! : [];
      const isElsewhere = at(tree, node, 'with', 'cache-dependency-path') !== undefined;
      if (locks.length === 0 || isElsewhere || mayBeThere(locks, target)) return [];
      if (!isPlainCheckout(workflow, steps.slice(0, index))) return [];
      const message = `No ${locks.join(' or ')} lies at the root, so that setup-node ends the job`;
      return [{ rule: 'missing-lock-file', line: tree.lineOf(cache!), column: tree.columnOf(cache!), message }];
    }),
  );
}

/** Whether a lock file lies at the root, or may have been left out of the copy that is looked at. */
const mayBeThere = (locks: readonly string[], { root, source, target }: Target): boolean =>
  target?.leftOut.some((path) => locks.includes(path)) === true ||
  locks.some((lock) => statSync(join(source ?? root, lock), { throwIfNoEntry: false }) !== undefined);

/** Whether the steps before check the repository out at its usual place, and make no file themselves. */
function isPlainCheckout({ tree }: Workflow, steps: Workflow['jobs'][number]['steps']): boolean {
  const checkouts = steps.filter(({ uses }) => textOf(uses)?.startsWith('actions/checkout@') === true);
  return (
    checkouts.length === 1 &&
    ['path', 'repository', 'ref', 'sparse-checkout'].every(
      (key) => at(tree, checkouts[0]!.node, 'with', key) === undefined,
    ) &&
    steps.every(({ script, uses }) => script === undefined && textOf(uses)?.startsWith('actions/download') !== true)
  );
}
