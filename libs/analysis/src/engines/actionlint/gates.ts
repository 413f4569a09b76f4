import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type Workflow, type WorkflowJob, partsOfJob } from '../kit/workflows/workflow';
import { at, textOf, textsOf } from '../kit/yaml-tree';

/** A job that runs whatever became of those that it waits for. */
const RUNS_ANYWAY = /\balways\(\)|!\s*cancelled\(\)|\bfailure\(\)/;
/** A condition that only asks whether one of the jobs that are waited for has failed. */
const ASKS_FOR_FAILURE = /\bcontains\(\s*needs\.\*\.result\s*,\s*'failure'\s*\)/;
/** A condition that also asks whether one was skipped, or has succeeded. */
const ASKS_FOR_MORE = /'skipped'|'success'|"success"|"skipped"|\bneeds\.\w[\w-]*\.result\b|alls-green/;

/**
 * Jobs whose status stands for all others, and which stay green when one has failed. Where a job fails, those that wait
 * for it are skipped, and a skipped one is no failed one: the gate has to wait for the first as well.
 */
export function gatesThatMiss(workflow: Workflow): Problem[] {
  const { tree, jobs } = workflow;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  return jobs.flatMap((gate): Problem[] => {
    const node = at(tree, gate.node, 'needs');
    if (node === undefined || !isGate(workflow, gate)) return [];
    const awaited = needsOf(workflow, gate);
    const missed = new Set(
      awaited
        .flatMap((name) => (byName.has(name) ? needsBehind(workflow, byName, byName.get(name)!) : []))
        .filter((name) => !awaited.includes(name)),
    );
    if (missed.size === 0) return [];
    const [failed, skipped] = [[...missed].join(' or '), awaited.join(', ')];
    const message = `${gate.name} succeeds although ${failed} fails: what it waits for (${skipped}) is skipped then`;
    return [{ rule: 'gate-misses-failure', line: tree.lineOf(node), column: tree.columnOf(node), message }];
  });
}

const needsOf = ({ tree }: Workflow, { node }: WorkflowJob): string[] => textsOf(tree, at(tree, node, 'needs'));

/** The jobs by whose failure a job is skipped, through those between. */
function needsBehind(
  workflow: Workflow,
  byName: ReadonlyMap<string, WorkflowJob>,
  job: WorkflowJob,
  seen: Set<string> = new Set(),
): string[] {
  if (seen.has(job.name) || RUNS_ANYWAY.test(ifOf(workflow, job.node))) return [];
  seen.add(job.name);
  return needsOf(workflow, job).flatMap((name) => {
    const behind = byName.get(name);
    return behind === undefined ? [] : [name, ...needsBehind(workflow, byName, behind, seen)];
  });
}

const ifOf = ({ tree }: Workflow, owner: Node): string => textOf(at(tree, owner, 'if')) ?? '';

/** Whether a job does nothing but tell by its end whether others have failed. */
function isGate(workflow: Workflow, job: WorkflowJob): boolean {
  const { tree } = workflow;
  if (!RUNS_ANYWAY.test(ifOf(workflow, job.node))) return false;
  const fails = job.steps.some(
    ({ node, script }) =>
      ASKS_FOR_FAILURE.test(`${ifOf(workflow, node)} ${textOf(script) ?? ''}`) &&
      /\bexit 1\b/.test(textOf(script) ?? ''),
  );
  if (!fails) return false;
  const said = partsOfJob(job).flatMap((part) => [ifOf(workflow, part), textOf(at(tree, part, 'run')) ?? '']);
  return !said.some((text) => ASKS_FOR_MORE.test(text));
}
