import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { oneLine } from '../kit/per-file';
import type { SecretPattern } from './patterns';
import { judgeImage } from './judge-image';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay image configuration checks', VERSION);
    for (const [done, { staged }] of pass.files.entries()) {
      const image = JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as ImageRecord;
      for (const { id, rules, settings } of pass.tools) {
        for (const finding of judgeImage(image, settings?.['patterns'] as Record<string, SecretPattern>)) {
          if (Object.hasOwn(rules, finding.rule))
            report.finding(id, {
              ...finding,
              file: staged,
              message: oneLine(finding.message),
              ...(finding.excerpt !== undefined && { excerpt: oneLine(finding.excerpt) }),
            });
        }
      }
      report.progress(done + 1, pass.files.length);
    }
    for (const { id } of pass.tools) report.completed(id, { filesChecked: pass.files.length });
  },
};
