import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import type { Workflow } from '../kit/workflows/workflow';
import { at, textOf } from '../kit/yaml-tree';
import { type ConditionExpression, expressionOf } from '../kit/workflows/expressions';
import { knownOfRun } from '../kit/workflows/known-of-run';
import { type Lookup, evaluated, isTrue } from '../kit/workflows/known-values';

/** A trigger that somebody has taken out for now, so that what waits for it is meant to wait. */
const TRIGGER_IN_COMMENT = new RegExp(
  String.raw`^\s*#[\s#-]*(?:push|pull_request(?:_target)?|schedule|release|issues|issue_comment|workflow_\w+|` +
    String.raw`branches|tags)\s*:?\s*(?:\[.*)?$`,
  'm',
);

/**
 * Conditions that no run fulfils: they ask for an event that does not start the workflow, or for a branch, a tag or a
 * type that its filters leave out. A called workflow has the event of its caller, so nothing is known there.
 */
export function conditionsNeverMet(workflow: Workflow, text: string): Problem[] {
  const { triggers, jobs } = workflow;
  if (triggers.size === 0 || triggers.has('workflow_call') || triggers.has('') || TRIGGER_IN_COMMENT.test(text))
    return [];
  const runs = [...triggers].map((event) => knownOfRun(workflow, event));
  return jobs.flatMap(({ node, steps }) => {
    const ofJob = conditionOf(workflow, node);
    if (ofJob !== undefined && isNeverMet([ofJob.read], runs)) return [problem(workflow, ofJob.node, 'job')];
    return steps.flatMap((step) => {
      const ofStep = conditionOf(workflow, step.node);
      if (ofStep === undefined) return [];
      const both = ofJob === undefined ? [ofStep.read] : [ofJob.read, ofStep.read];
      return isNeverMet(both, runs) ? [problem(workflow, ofStep.node, 'step')] : [];
    });
  });
}

interface Condition {
  readonly node: Node;
  readonly read: ConditionExpression;
}

function conditionOf({ tree }: Workflow, owner: Node): Condition | undefined {
  const node = at(tree, owner, 'if');
  const read = expressionOf(textOf(node) ?? '');
  return node === undefined || read === undefined ? undefined : { node, read };
}

const NOTHING_KNOWN: Lookup = () => undefined;

/** A condition that is false by itself switches something off. */
function isNeverMet(conditions: readonly ConditionExpression[], runs: readonly Lookup[]): boolean {
  const fails = (lookup: Lookup): boolean => conditions.some((each) => isTrue(evaluated(each, lookup)) === false);
  return !fails(NOTHING_KNOWN) && runs.every(fails);
}

const problem = ({ tree, triggers }: Workflow, node: Node, what: 'job' | 'step'): Problem => ({
  rule: 'condition-never-met',
  line: tree.lineOf(node),
  column: tree.columnOf(node),
  message: `The ${what} never runs: no run by ${[...triggers].join(' or ')}, as it is filtered, fulfils the condition`,
});
