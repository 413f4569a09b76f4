import type { Engine } from '../engine';
import { judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { WORKFLOW_RULES } from './workflow-rules';
import { workflowOf } from './workflow';

const VERSION = '1.0.0';
const MAX_BYTES = 1024 * 1024;

/** Assay's own rules for the YAML of workflows. No existing engine for them runs without a network. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-workflow-rules', VERSION);
    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        const [tree] = parseYaml(text);
        const workflow = tree && workflowOf(tree);
        return workflow ? WORKFLOW_RULES.flatMap((rule) => rule(workflow)) : [];
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
