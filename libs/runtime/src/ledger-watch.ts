import { UnreadableLedgers } from '@assay/billing';
import type { ProcessState } from '@assay/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';

/** Health says when this process has met ledgers that it cannot decide on, because a newer release wrote to them. */
export function watchLedgers(state: ProcessState, app: INestApplicationContext): void {
  const queries = app.get(QueryBus);
  state.watched.push({
    name: 'ledgers',
    async check() {
      const count = await queries.execute(new UnreadableLedgers());
      if (count === 0) return undefined;
      const which = count === 1 ? '1 ledger holds' : `${count} ledgers hold`;
      return {
        status: 'degraded',
        reason: `${which} entries of a newer release of Assay; the log says which. Start that release`,
      };
    },
  });
}
