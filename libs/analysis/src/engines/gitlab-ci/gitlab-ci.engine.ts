import { gitlabRules } from '../../catalogue/gitlab-rules/index';
import { GITLAB_MISTAKES } from '../../catalogue/gitlab-rules/mistakes';
import type { Engine } from '../engine';
import { rulesByType } from '../infrastructure/judge-resources';
import { judgeEachText, rulesOf } from '../kit/per-file';
import { findFaults } from './find-faults';

const VERSION = '1.0.0';
const MAX_BYTES = 1024 * 1024;
const UNFINISHED = 'not judged to the end, because it takes too many steps or is nested too deeply';

/** Assay's own rules. Nothing is loaded, run or asked: no include of another address, no server. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-gitlab-ci-rules', VERSION);
    const asked = rulesOf(pass.tools);
    const rules = rulesByType(gitlabRules.filter(({ id }) => asked.has(id)));
    const asksMistakes = Object.keys(GITLAB_MISTAKES).some((rule) => asked.has(rule));
    await judgeEachText(
      pass,
      report,
      ({ file: { staged }, text, tools }) => {
        const { faults, finished } = findFaults(staged, text, rules, asksMistakes);
        if (!finished) for (const { id } of tools) report.unreadable(id, staged, UNFINISHED);
        return faults.map(({ rule, at, message }) => ({ rule, line: at.line, column: at.column, message }));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
