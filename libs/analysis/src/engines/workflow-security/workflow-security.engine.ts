import type { Engine } from '../engine';
import { judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { ownersIn, ownersNamedAnywhere } from './own-organisation';
import { WORKFLOW_RULES } from './workflow-rules';
import { workflowOf } from './workflow';

const VERSION = '1.0.0';
const MAX_BYTES = 1024 * 1024;

/** Assay's own rules for the YAML of workflows. No existing engine for them runs without a network. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-workflow-rules', VERSION);
    const owners = new Set([...(await ownersIn(pass.root)), ...(await ownersNamedAnywhere(pass.root, pass.files))]);
    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        const [tree] = parseYaml(text);
        const workflow = tree && workflowOf(tree);
        if (!workflow) return [];
        return WORKFLOW_RULES.flatMap((rule) => rule(workflow, owners));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
