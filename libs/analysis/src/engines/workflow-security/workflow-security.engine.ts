import type { Engine } from '../engine';
import { judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { ownersIn, ownersNamedIn } from './own-organisation';
import { WORKFLOW_RULES } from './workflow-rules';
import { workflowOf } from './workflow';

const VERSION = '1.0.0';
const MAX_BYTES = 1024 * 1024;

/** Assay's own rules for the YAML of workflows. No existing engine for them runs without a network. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-workflow-rules', VERSION);
    const owners = await ownersIn(pass.root);
    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        const [tree] = parseYaml(text);
        const workflow = tree && workflowOf(tree);
        if (!workflow) return [];
        const all = new Set([...owners, ...ownersNamedIn(text)]);
        return WORKFLOW_RULES.flatMap((rule) => rule(workflow, all));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
