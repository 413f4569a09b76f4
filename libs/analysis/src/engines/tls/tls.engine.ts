import type { TlsRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { judgeRecords } from '../kit/judge-records';
import { judgeEncryption } from './encryption';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay TLS checks', VERSION);
    for (const tool of pass.tools) {
      // Pages without encryption are reported even if nothing else was observed.
      await judgeRecords<TlsRecord, TlsRecord>(pass, report, tool, {
        observed: (record) =>
          'missing' in record.connection && !record.plain ? record.connection : { observed: record },
        judge: judgeEncryption,
      });
    }
  },
};
