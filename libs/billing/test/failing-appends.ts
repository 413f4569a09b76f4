import type { AppendResult, ExpectedRevision, NewEvent } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import { InMemoryEventStore } from '../../event-store/test/in-memory-event-store';

export type AppendFault = 'lost-before-writing' | 'lost-after-writing';

/** An event store in memory whose next appends can be made to fail as a crash or a cut line would. */
export class FailingAppends extends InMemoryEventStore {
  /** Consumed one an append; undefined lets it pass. */
  readonly faults: (AppendFault | undefined)[] = [];
  /** The bytes of each append that was written. */
  readonly written: number[] = [];

  override async append(
    stream: string,
    events: readonly NewEvent[],
    options: { expectedRevision?: ExpectedRevision } = {},
  ): Promise<AppendResult> {
    const fault = this.faults.shift();
    if (fault === 'lost-before-writing') throw new InfrastructureError('the line was cut before the append arrived');
    const appended = await super.append(stream, events, options);
    if (!appended.repeated) this.written.push(Buffer.byteLength(JSON.stringify(events)));
    if (fault === 'lost-after-writing') throw new InfrastructureError('the line was cut before the answer arrived');
    return appended;
  }
}
