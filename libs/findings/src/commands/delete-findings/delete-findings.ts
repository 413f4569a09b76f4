import { type EventStore, EVENT_STORE, type RecordedEvent, WrongExpectedRevision } from '@assay/event-store';
import { type Fact, deterministicUuid } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type FindingsDeleted, type FindingsEvent, findingsStream } from '../../domain/finding';
import { type TriageDeleted, type TriageEvent, triageStream } from '../../domain/triage';

/**
 * Names in one event: at about 60 bytes each far below every store's limit, with the findings of the last batch that
 * made it so many.
 */
const NAMES_AN_EVENT = 2_000;

/**
 * Removes a session's findings for good: the facts name what goes, so that a rebuild from the log ends without them
 * too. The last of these facts stays in the stream, alone: an empty stream would take what a lost worker still records.
 *
 * A session may have 600,000 findings: they are named in batches, of which each says up to where it has come. After a
 * crash the next run continues after the last batch.
 */
export class DeleteFindings extends Command<void> {
  constructor(readonly input: { sessionId: string }) {
    super();
  }
}

@CommandHandler(DeleteFindings)
export class DeleteFindingsHandler implements ICommandHandler<DeleteFindings> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { sessionId } }: DeleteFindings): Promise<void> {
    const { events } = this;
    const stream = findingsStream(sessionId);
    const newest = await endOf<FindingsEvent>(events, stream, 'backwards');
    if (!newest) return;
    let last = newest.revision;
    let batch = new Map<string, string>();
    const name = async (through: number) => {
      const data: FindingsDeleted['data'] = {
        sessionId,
        findings: [...batch.keys()],
        groups: [...new Set(batch.values())],
        through,
      };
      batch = new Map();
      ({ revision: last } = await appended(events, stream, { type: 'FindingsDeleted', data }, through));
    };
    let through = 0;
    for await (const { type, data, revision } of events.readStream<FindingsEvent>(stream, { from: begin(newest) })) {
      if (type !== 'FindingsRecorded') continue;
      through = revision;
      for (const { id, group } of data.findings) batch.set(id, group);
      if (batch.size >= NAMES_AN_EVENT) await name(through);
    }
    if (batch.size > 0) await name(through);
    const oldest = await endOf(events, stream, 'forwards');
    if (oldest && oldest.revision < last) await events.setStreamMetadata(stream, { truncateBefore: last });
  }
}

/** Removes what people decided about a project's findings, in batches like those of {@link DeleteFindings}. */
export class DeleteTriage extends Command<void> {
  constructor(readonly input: { scope: string }) {
    super();
  }
}

@CommandHandler(DeleteTriage)
export class DeleteTriageHandler implements ICommandHandler<DeleteTriage> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { scope } }: DeleteTriage): Promise<void> {
    const { events } = this;
    const stream = triageStream(scope);
    for (;;) {
      const newest = await endOf<TriageEvent>(events, stream, 'backwards');
      if (!newest) return;
      const last = await this.name(scope, stream, newest);
      try {
        return await events.deleteStream(stream, { expectedRevision: last });
      } catch (error) {
        // Somebody has decided something meanwhile: that is named, too.
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
  }

  /** @returns the stream's last revision, as far as is known */
  private async name(scope: string, stream: string, newest: RecordedEvent<TriageEvent>): Promise<number> {
    const { events } = this;
    let last = newest.revision;
    let batch = new Set<string>();
    let through = 0;
    const name = async () => {
      const data: TriageDeleted['data'] = { scope, fingerprints: [...batch], through };
      batch = new Set();
      ({ revision: last } = await appended(events, stream, { type: 'TriageDeleted', data }, through));
    };
    for await (const { type, data, revision } of events.readStream<TriageEvent>(stream, { from: begin(newest) })) {
      last = Math.max(last, revision);
      if (type !== 'FindingStatusChanged') continue;
      through = revision;
      batch.add(data.fingerprint);
      if (batch.size >= NAMES_AN_EVENT) await name();
    }
    if (batch.size > 0) await name();
    return last;
  }
}

/** The newest or the oldest event that can be read. */
async function endOf<Event extends Fact>(
  events: EventStore,
  stream: string,
  direction: 'forwards' | 'backwards',
): Promise<RecordedEvent<Event> | undefined> {
  for await (const event of events.readStream<Event>(stream, { direction, limit: 1 })) return event;
  return undefined;
}

/**
 * Behind what an earlier run has named. A stream whose newest event is of another kind, or of a version that did not
 * say how far it had come, is named from its start: to name what is gone already changes nothing.
 */
const begin = ({ type, data }: RecordedEvent<FindingsEvent> | RecordedEvent<TriageEvent>): number =>
  (type === 'FindingsDeleted' || type === 'TriageDeleted') && data.through !== undefined ? data.through + 1 : 0;

/** Once, however often it is tried. */
const appended = (events: EventStore, stream: string, fact: FindingsDeleted | TriageDeleted, through: number) =>
  events.append(stream, [{ id: deterministicUuid(`${stream}/delete through ${through}`), ...fact }]);
