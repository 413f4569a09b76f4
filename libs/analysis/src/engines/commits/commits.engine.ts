import type { RepositoryRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { judgeRecords } from '../kit/judge-records';
import { type MessageLinter, createMessageLinter } from './conventional-messages';
import { judgeHygiene } from './hygiene-rules';
import { judgeMessages } from './message-rules';

/** Judges a repository's history by Assay's own rules and, for Conventional Commits, by those of commitlint. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('commitlint', installedVersion('@commitlint/lint'));
    let linter: MessageLinter | undefined;
    for (const tool of pass.tools) {
      if (tool.id === 'commit-messages') linter ??= await createMessageLinter();
      const judge =
        tool.id === 'commit-messages' ? (record: RepositoryRecord) => judgeMessages(record, linter!) : judgeHygiene;
      await judgeRecords<RepositoryRecord, RepositoryRecord>(pass, report, tool, {
        observed: (record) => ({ observed: record }),
        judge,
      });
    }
  },
};
