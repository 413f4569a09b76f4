import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesystemRecord, NotableEntry } from '@assay/target-records';
import type { Engine, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { accountFindings } from './account-rules';
import { fileFindings } from './file-rules';
import { permissionFindings } from './permission-rules';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
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

/** Judges an image's file system by all rules, whichever a tool has. @param usual see `permissionFindings` */
export const judgeEntries = (entries: readonly NotableEntry[], usual: readonly string[]): RawFinding[] => [
  ...fileFindings(entries),
  ...accountFindings(entries),
  ...permissionFindings(entries, new Set(usual)),
];
