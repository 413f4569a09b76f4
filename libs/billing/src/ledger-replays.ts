import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { Turns } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type AuditEntry, LedgerReplay, type Replayed, type ReplayRequest } from './queries/audit/ledger-replay';

/** Runs a replay on a thread of its own. */
export type ReplayElsewhere = (request: ReplayRequest) => Promise<Replayed>;

/**
 * Replays of ledgers, one at a time: each takes the processor, and the memory of a page and of a folded month. By
 * default they run in this process, in slices; a process that answers over HTTP runs them on another thread, so that
 * hashing does not delay its answers.
 */
@Injectable()
export class LedgerReplays {
  private readonly here: LedgerReplay;
  private readonly turns = new Turns<'replay'>();
  private elsewhere: ReplayElsewhere | undefined;

  constructor(@Inject(EVENT_STORE) events: EventStore) {
    this.here = new LedgerReplay(events);
  }

  runElsewhere(elsewhere: ReplayElsewhere): void {
    this.elsewhere = elsewhere;
  }

  /** @param visit gets every entry instead of a page; in this process only */
  replay(request: ReplayRequest, visit?: (entry: AuditEntry) => void | Promise<void>): Promise<Replayed> {
    const { elsewhere } = this;
    return this.turns.take('replay', () =>
      elsewhere && !visit ? elsewhere(request) : this.here.replay(request, visit),
    );
  }
}
