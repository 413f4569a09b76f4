import { EVENT_STORE, type EventStore, WrongExpectedRevision } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type FindingsLineDeleted,
  type FindingsLineEvent,
  lineStream,
  sightingName,
} from '../../domain/lifecycle/line-events';

/** Names in one event, at about 100 bytes each. */
const NAMES_AN_EVENT = 2_000;

/**
 * Removes a line for good. The last fact stays in the stream, alone, also where there was nothing before: a comparison
 * that is still under way somewhere then finds that the line is gone.
 */
export class DeleteFindingsLine extends Command<void> {
  constructor(readonly input: { lineId: string }) {
    super();
  }
}

@CommandHandler(DeleteFindingsLine)
export class DeleteFindingsLineHandler implements ICommandHandler<DeleteFindingsLine> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { lineId } }: DeleteFindingsLine): Promise<void> {
    for (;;)
      try {
        return await this.remove(lineId);
      } catch (error) {
        // A comparison has recorded something meanwhile: that is named, too.
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
  }

  private async remove(lineId: string): Promise<void> {
    const stream = lineStream(lineId);
    const { newest, named } = await this.progress(stream);
    let last = newest?.revision ?? -1;
    let keys = new Set<string>();
    let sightings = new Set<string>();
    let months = new Set<string>();
    const name = async (through: number) => {
      const data: FindingsLineDeleted['data'] = {
        lineId,
        keys: [...keys],
        sightings: [...sightings],
        months: [...months],
        through,
      };
      [keys, sightings, months] = [new Set(), new Set(), new Set()];
      const options = { expectedRevision: last === -1 ? ('no-stream' as const) : last };
      ({ revision: last } = await this.events.append(stream, [{ type: 'FindingsLineDeleted', data }], options));
    };
    let through = named;
    for await (const { type, data, revision } of this.events.readStream<FindingsLineEvent>(stream, {
      from: named + 1,
    })) {
      if (type !== 'FindingsCompared') continue;
      through = revision;
      for (const change of data.changes) {
        keys.add(change.key);
        if ('now' in change) for (const rule of change.now.seenBy) sightings.add(sightingName(rule));
      }
      months.add(data.at.slice(0, 7));
      if (keys.size + sightings.size >= NAMES_AN_EVENT) await name(through);
    }
    await name(through);
    await this.events.setStreamMetadata(stream, { truncateBefore: last });
  }

  /** Up to where an earlier run has named what goes. Nothing is recorded after its first fact but further ones. */
  private async progress(stream: string) {
    for await (const newest of this.events.readStream<FindingsLineEvent>(stream, { direction: 'backwards', limit: 1 }))
      return { newest, named: newest.type === 'FindingsLineDeleted' ? newest.data.through : -1 };
    return { newest: undefined, named: -1 };
  }
}
