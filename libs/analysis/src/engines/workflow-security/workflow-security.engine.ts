import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeBytes } from '@assay/source-text';
import { workflowSecurityTools } from '../../catalogue/github-actions';
import type { Engine, EnginePass } from '../engine';
import { judgeEachText } from '../kit/per-file';
import { at, parseYaml, textOf, textsOf } from '../kit/yaml-tree';
import { ownershipIn } from '../kit/own-organisation';
import { WORKFLOW_RULES } from './workflow-rules';
import { AT_ROOT, elsewhereIn, isRootOfRepository } from '../kit/workflows/elsewhere';
import { runnersOf } from '../kit/workflows/runners';
import { type CallingJob, type Workflow, workflowOf } from '../kit/workflows/workflow';
import { type DefaultToken, UNKNOWN_TOKEN, defaultTokenOf } from './default-token';

const VERSION = '1.1.0';
const MAX_BYTES = 1024 * 1024;

/** Assay's own rules for the YAML of workflows. No existing engine for them runs without a network. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-workflow-rules', VERSION);
    const ownership = await ownershipIn(pass);
    const known = isRootOfRepository(pass) ? await workflowsIn(pass) : new Map<string, Workflow | undefined>();
    const token = isRootOfRepository(pass) ? tokenOf(known) : UNKNOWN_TOKEN;
    const isElsewhere = elsewhereIn(pass);
    await judgeEachText(
      pass,
      report,
      ({ text, file }) => {
        const workflow = known.has(file.staged) ? known.get(file.staged) : workflowIn(text);
        if (!workflow) return [];
        const problems = WORKFLOW_RULES.flatMap((rule) => rule(workflow, ownership, token));
        const neverRuns = workflow.jobs.every(({ node }) => runnersOf(workflow.tree, node).isNeverStarted);
        if (!isElsewhere(file.staged) && !neverRuns) return problems;
        return problems.filter(({ rule }) => !isHint(rule)).map((each) => ({ ...each, severity: 'low' as const }));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

function workflowIn(text: string): Workflow | undefined {
  const [tree] = parseYaml(text);
  return tree && workflowOf(tree);
}

/** The workflows at the root, by path: they tell the rights of the default token, and are judged. */
async function workflowsIn({ root, files }: EnginePass): Promise<Map<string, Workflow | undefined>> {
  const workflows = new Map<string, Workflow | undefined>();
  for (const { staged, size } of files) {
    if (!staged.startsWith(AT_ROOT) || size > MAX_BYTES) continue;
    try {
      workflows.set(staged, workflowIn(decodeBytes(await readFile(join(root, staged)))));
    } catch {
      // Nested too deeply: the file is named as not readable where it is judged, and tells nothing of the token.
    }
  }
  return withCallers(workflows);
}

/** Each workflow with the jobs of the others that call it: `uses: ./.github/workflows/build.yml`. */
function withCallers(workflows: ReadonlyMap<string, Workflow | undefined>): Map<string, Workflow | undefined> {
  const callers = new Map<string, CallingJob[]>();
  for (const [path, workflow] of workflows)
    for (const job of workflow?.jobs ?? []) {
      const called = /^\.\/(.*)$/s.exec(textOf(at(workflow!.tree, job.node, 'uses')) ?? '')?.[1];
      if (called !== undefined)
        callers.set(called, [...(callers.get(called) ?? []), { path, workflow: workflow!, job }]);
    }
  return new Map(
    [...workflows].map(([path, workflow]) => [
      path,
      workflow && { ...workflow, callers: callers.get(path) ?? [], runsAfter: runsAfter(workflow, workflows) },
    ]),
  );
}

/** The workflows that `workflow_run` names. Undefined if one is not known, or several have its name. */
function runsAfter({ tree, root }: Workflow, workflows: ReadonlyMap<string, Workflow | undefined>) {
  const named = textsOf(tree, at(tree, root, 'on', 'workflow_run', 'workflows')).map((name) =>
    [...workflows].flatMap(([path, each]) => (each && nameOf(path, each) === name ? [each] : [])),
  );
  return named.length > 0 && named.every(({ length }) => length === 1) ? named.flat() : undefined;
}

const nameOf = (path: string, { tree, root }: Workflow): string => textOf(at(tree, root, 'name')) ?? path;

function tokenOf(workflows: ReadonlyMap<string, Workflow | undefined>): DefaultToken {
  const found = [...workflows].flatMap(([path, workflow]) =>
    workflow === undefined ? [] : [[path.slice(AT_ROOT.length), workflow] as const],
  );
  return defaultTokenOf(new Map(found));
}

/** Whether the rule matters least of all where GitHub runs the workflow, and so not at all elsewhere. */
const isHint = (rule: string): boolean =>
  rule === 'default-permissions' || workflowSecurityTools.some(({ rules }) => rules[rule]?.severity === 'info');
