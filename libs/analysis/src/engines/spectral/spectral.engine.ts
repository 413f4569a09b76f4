import type { Engine } from '../engine';
import { MAX_DESCRIPTION_BYTES, anyDescribesApi } from '../kit/api-description';
import { installedVersion } from '../kit/installed-version';
import { judgeEachText } from '../kit/per-file';

/** Spectral is loaded only for a pass with a description of an API. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('spectral', installedVersion('@stoplight/spectral-core'));
    if (!(await anyDescribesApi(pass)))
      return judgeEachText(pass, report, () => [], { maxBytes: MAX_DESCRIPTION_BYTES });
    const { lintDescriptions } = require('./lint-descriptions') as typeof import('./lint-descriptions');
    return lintDescriptions(pass, report);
  },
};
