import { type EventStore, EventStoreUnavailable, WrongExpectedRevision } from '@assay/event-store';
import { type Tracing, noTracing } from '@assay/platform';
import { tracedAppends } from './traced';

/** A store whose appends end so. */
const refusing = (fault: Error): EventStore =>
  ({
    async append() {
      throw fault;
    },
  }) as unknown as EventStore;

/** Notes the spans that end with an error. */
function watched(): { readonly tracing: Tracing; readonly failed: string[] } {
  const failed: string[] = [];
  const span: Tracing['span'] = (name, _, work) =>
    work().catch((error: unknown) => {
      failed.push(name);
      throw error;
    });
  return { tracing: { ...noTracing, span }, failed };
}

describe('the span of an append', () => {
  it('has not failed where somebody else was first: the caller decides again', async () => {
    const { tracing, failed } = watched();
    const conflict = new WrongExpectedRevision('queue-org_1', 3, 4);
    await expect(tracedAppends(refusing(conflict), tracing).append('queue-org_1', [])).rejects.toBe(conflict);
    expect(failed).toEqual([]);
  });

  it('has failed where the store cannot be reached', async () => {
    const { tracing, failed } = watched();
    const away = new EventStoreUnavailable('the store is away');
    await expect(tracedAppends(refusing(away), tracing).append('queue-org_1', [])).rejects.toBe(away);
    expect(failed).toEqual(['append']);
  });
});
