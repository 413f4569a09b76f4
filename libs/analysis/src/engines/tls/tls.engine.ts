import type { TlsRecord } from '@assay/target-records';
import type { Engine } from '../engine';
import { judgeRecords } from '../kit/judge-records';
import { judgeEncryption } from './encryption';

/** Raised when a check changes, so that results kept from before are not taken for its own. */
const VERSION = '1.0.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay TLS checks', VERSION);
    for (const tool of pass.tools) {
      // That pages come without encryption is seen, whatever else is.
      await judgeRecords<TlsRecord, TlsRecord>(pass, report, tool, {
        observed: (record) =>
          'missing' in record.connection && !record.plain ? record.connection : { observed: record },
        judge: judgeEncryption,
      });
    }
  },
};
