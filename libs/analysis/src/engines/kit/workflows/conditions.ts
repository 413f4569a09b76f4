import type { Node } from 'yaml';
import { at, textOf } from '../yaml-tree';
import { expressionOf } from './expressions';
import { knownOfRun } from './known-of-run';
import { type Lookup, evaluated, isTrue } from './known-values';
import type { Workflow } from './workflow';

/** Whether the conditions of some jobs and steps allow a run of which some values are known. */
function allows({ tree }: Workflow, owners: readonly Node[], lookup: Lookup): boolean {
  const conditions = owners.flatMap((owner) => textOf(at(tree, owner, 'if')) ?? []);
  return conditions.every((condition) => {
    const read = expressionOf(condition);
    return read === undefined || isTrue(evaluated(read, lookup)) !== false;
  });
}

/**
 * Which of some events start a part of a workflow, as far as conditions and filters tell.
 * @param owners the part, and the jobs without which it does not run
 */
export const startsOfPart = (workflow: Workflow, events: readonly string[], owners: readonly Node[]): string[] =>
  events.filter((event) => workflow.triggers.has(event) && allows(workflow, owners, knownOfRun(workflow, event)));

/**
 * Whether an event that starts a caller gets to a part of the workflow that it calls, which knows the caller's event
 * and gets inputs of its own.
 */
export function startsCalled(caller: Workflow, event: string, called: Workflow, owners: readonly Node[]): boolean {
  const known = knownOfRun(caller, event);
  return allows(called, owners, (path) => (path.startsWith('inputs.') ? undefined : known(path)));
}
