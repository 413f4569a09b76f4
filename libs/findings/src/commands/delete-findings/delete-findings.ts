import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { deterministicUuid, sha256Hex } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type FindingsDeleted, type FindingsEvent, findingsStream } from '../../domain/finding';
import { type TriageDeleted, type TriageEvent, triageStream } from '../../domain/triage';

/** Names in one event: at about 60 bytes each far below every store's limit. */
const NAMES_AN_EVENT = 2_000;

/**
 * Removes a session's findings for good: the fact names what goes, so that a rebuild from the log ends without them
 * too. The fact that they are gone stays in the stream, alone: an empty stream would take what a lost worker still
 * records.
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
    const stream = findingsStream(sessionId);
    const left = new Map<string, string>();
    let first: number | undefined;
    let last = 0;
    for await (const { type, data, revision } of this.events.readStream<FindingsEvent>(stream)) {
      first ??= revision;
      last = revision;
      if (type === 'FindingsRecorded') for (const { id, group } of data.findings) left.set(id, group);
      if (type === 'FindingsDeleted') for (const id of data.findings) left.delete(id);
    }
    const ids = [...left.keys()];
    for (let from = 0; from < ids.length; from += NAMES_AN_EVENT) {
      const findings = ids.slice(from, from + NAMES_AN_EVENT);
      const deleted: FindingsDeleted['data'] = {
        sessionId,
        findings,
        groups: [...new Set(findings.map((id) => left.get(id)!))],
      };
      ({ revision: last } = await this.events.append(stream, [
        {
          id: deterministicUuid(`${stream}/delete/${sha256Hex(findings.join())}`),
          type: 'FindingsDeleted',
          data: deleted,
        },
      ]));
    }
    if (first !== undefined && first < last) await this.events.setStreamMetadata(stream, { truncateBefore: last });
  }
}

/** Removes what people decided about a project's findings. */
export class DeleteTriage extends Command<void> {
  constructor(readonly input: { scope: string }) {
    super();
  }
}

@CommandHandler(DeleteTriage)
export class DeleteTriageHandler implements ICommandHandler<DeleteTriage> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { scope } }: DeleteTriage): Promise<void> {
    const stream = triageStream(scope);
    const left = new Set<string>();
    let seen = false;
    for await (const { type, data } of this.events.readStream<TriageEvent>(stream)) {
      seen = true;
      if (type === 'FindingStatusChanged') left.add(data.fingerprint);
      if (type === 'TriageDeleted') for (const fingerprint of data.fingerprints) left.delete(fingerprint);
    }
    const fingerprints = [...left];
    for (let from = 0; from < fingerprints.length; from += NAMES_AN_EVENT) {
      const data: TriageDeleted['data'] = { scope, fingerprints: fingerprints.slice(from, from + NAMES_AN_EVENT) };
      await this.events.append(stream, [
        {
          id: deterministicUuid(`${stream}/delete/${sha256Hex(data.fingerprints.join())}`),
          type: 'TriageDeleted',
          data,
        },
      ]);
    }
    if (seen) await this.events.deleteStream(stream);
  }
}
