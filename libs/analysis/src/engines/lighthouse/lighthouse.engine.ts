import type { Engine } from '../engine';
import { judgeParts, partJudge } from '../kit/pages/observed-parts';
import { textOf } from '../kit/pages/record-fields';
import { judgeAudits, readAudits } from './failed-audits';

/** Judges the reports of Lighthouse. It ran when the target was acquired, once per page for all its tools. */
export const engine: Engine = {
  async run(pass, report) {
    const observer = (_: unknown, part: Parameters<typeof textOf>[0]) => ({
      name: 'lighthouse',
      version: textOf(part, 'version', 100),
    });
    await judgeParts(pass, report, [
      partJudge({ part: 'report', tools: pass.tools, read: readAudits, observer, judge: judgeAudits }),
    ]);
  },
};
