import type { ToolDefinition } from '../../catalogue/tool';
import type { HttpAnswer, HttpRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { judgeRecords } from '../kit/judge-records';
import type { Problem } from '../kit/per-file';
import { judgeContentPolicy } from './content-policy';
import { judgeCookies } from './cookies';
import { judgeHeaders } from './headers';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay HTTP checks', `${VERSION} (csp_evaluator ${installedVersion('csp_evaluator')})`);
    for (const tool of pass.tools)
      await judgeRecords<HttpRecord, HttpAnswer>(pass, report, tool, {
        observed: ({ answer }) => answer,
        judge: checkOf(tool),
      });
  },
};

function checkOf({ settings }: ToolDefinition): (answer: HttpAnswer) => Problem[] {
  switch (settings?.['check']) {
    case 'content-policy':
      return judgeContentPolicy;
    case 'headers':
      return judgeHeaders;
    case 'cookies':
      return judgeCookies;
    default:
      throw new Error(`no check of answers is called ${String(settings?.['check'])}`);
  }
}
