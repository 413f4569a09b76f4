import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBytes } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { workflowOf } from '../kit/workflows/workflow';
import { at, entriesOf, parseYaml, textOf } from '../kit/yaml-tree';

/** A workflow that calls others is no longer. */
const MAX_BYTES = 256 * 1024;

/**
 * The inputs that people give when they start a workflow that calls this one. GitHub hands them on, so that the called
 * workflow has them without declaring them.
 */
export function inputsByHand({ root, files }: EnginePass, called: string): ReadonlySet<string> {
  const callers = files.filter(({ staged, size }) => staged !== called && size <= MAX_BYTES);
  return new Set(callers.flatMap(({ staged }) => inputsOf(decodeBytes(readFileSync(join(root, staged))), called)));
}

function inputsOf(text: string, called: string): string[] {
  if (!text.includes(`./${called}`) || !text.includes('workflow_dispatch')) return [];
  const workflow = parseYaml(text).map(workflowOf)[0];
  if (workflow === undefined) return [];
  const { tree, root, jobs } = workflow;
  const isCaller = jobs.some(({ node }) => textOf(at(tree, node, 'uses')) === `./${called}`);
  return isCaller ? entriesOf(tree, at(tree, root, 'on', 'workflow_dispatch', 'inputs')).map(({ key }) => key) : [];
}
