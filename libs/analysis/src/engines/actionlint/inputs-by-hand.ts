import type { EnginePass } from '../engine';
import { Unreadable } from '../kit/per-file';
import { remembered } from '../kit/remembered';
import { smallFile } from '../kit/small-file';
import { type Workflow, workflowOf } from '../kit/workflows/workflow';
import { at, entriesOf, parseYaml, textOf } from '../kit/yaml-tree';

/** A workflow that calls others is no longer. */
const MAX_BYTES = 256 * 1024;

/**
 * The inputs that people give when they start a workflow that calls this one. GitHub hands them on, so that the called
 * workflow has them without declaring them.
 */
export const inputsByHand = (pass: EnginePass, called: string): ReadonlySet<string> =>
  inputsIn(pass).get(`./${called}`) ?? new Set();

/** The inputs by hand of all workflows that another one calls. Each workflow is read once a pass. */
const inputsIn = remembered(({ root, files }: EnginePass): ReadonlyMap<string, ReadonlySet<string>> => {
  const inputs = new Map<string, Set<string>>();
  for (const { staged } of files) {
    const text = smallFile(root, staged, MAX_BYTES)?.toString('utf8') ?? '';
    for (const { called, given } of callsIn(text))
      inputs.set(called, new Set([...(inputs.get(called) ?? []), ...given]));
  }
  return inputs;
});

function callsIn(text: string): { readonly called: string; readonly given: readonly string[] }[] {
  if (!text.includes('./') || !text.includes('workflow_dispatch')) return [];
  const workflow = workflowIn(text);
  if (workflow === undefined) return [];
  const { tree, root, jobs } = workflow;
  const given = entriesOf(tree, at(tree, root, 'on', 'workflow_dispatch', 'inputs')).map(({ key }) => key);
  if (given.length === 0) return [];
  return jobs.flatMap(({ node }) => {
    const called = textOf(at(tree, node, 'uses'));
    return called?.startsWith('./') === true ? [{ called, given }] : [];
  });
}

/** Undefined for a workflow that is no YAML, which is said where it is judged itself. */
function workflowIn(text: string): Workflow | undefined {
  try {
    return parseYaml(text).map(workflowOf)[0];
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
