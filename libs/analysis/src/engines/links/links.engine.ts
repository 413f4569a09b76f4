import type { LinksRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { judgeRecords } from '../kit/judge-records';
import { type LinkedPage, judgeLinks } from './broken-links';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay link checks', VERSION);
    for (const tool of pass.tools)
      await judgeRecords<LinksRecord, LinkedPage>(pass, report, tool, {
        observed: ({ page }) => page,
        judge: judgeLinks,
      });
  },
};
