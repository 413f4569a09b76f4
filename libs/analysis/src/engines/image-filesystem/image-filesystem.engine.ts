import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesystemRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { oneLine } from '../kit/per-file';
import { judgeEntries } from './judge-entries';

/** Raised when a check changes, so that results kept from before are not taken for its own. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay image file system checks', VERSION);
    for (const [done, { staged }] of pass.files.entries()) {
      const { entries, more } = JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as FilesystemRecord;
      for (const { id, rules, settings } of pass.tools) {
        for (const finding of judgeEntries(entries, settings?.['usual'] as readonly string[]))
          if (Object.hasOwn(rules, finding.rule))
            report.finding(id, { ...finding, file: staged, message: oneLine(finding.message) });
        if (more > 0)
          report.unreadable(
            id,
            staged,
            `${more.toLocaleString('en')} further entries were not looked at: there was no room for more`,
          );
      }
      report.progress(done + 1, pass.files.length);
    }
    for (const { id } of pass.tools) report.completed(id, { filesChecked: pass.files.length });
  },
};
