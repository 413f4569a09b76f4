import type { SiteRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { judgeRecords } from '../kit/judge-records';
import { judgePages } from './pages';
import { judgeRobots } from './robots';
import { judgeSitemaps } from './sitemaps';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';

type SiteObservation = Extract<SiteRecord['site'], { observed: unknown }>['observed'];

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay robots checks', VERSION);
    for (const tool of pass.tools) {
      await judgeRecords<SiteRecord, SiteObservation>(pass, report, tool, {
        observed: ({ site }) => site,
        judge: ({ robots, sitemaps, pages }) => [
          ...judgeRobots(robots),
          ...judgeSitemaps(sitemaps),
          ...judgePages(pages),
        ],
      });
    }
  },
};
