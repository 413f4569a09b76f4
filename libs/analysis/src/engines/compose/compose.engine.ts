import type { Engine } from '../engine';
import { judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { problemsIn } from './judge-services';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.1.0';
const MAX_BYTES = 512 * 1024;

/** Assay's own rules about what a Compose file allows its services. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay Compose rules', VERSION);
    await judgeEachText(pass, report, ({ text }) => parseYaml(text).slice(0, 1).flatMap(problemsIn), {
      maxBytes: MAX_BYTES,
    });
  },
};
