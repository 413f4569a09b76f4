import type { LogPosition } from '@assay/event-store';
import type { Collection } from 'mongodb';
import { READ_DEADLINE } from './connection';
import { DUPLICATE_KEY, hasCode } from './faults';
import type { Checkpoint, NamedCheckpoint } from '../read-model-store';
import type { MongoAccess } from './mongo-access';

interface StoredCheckpoint {
  readonly _id: string;
  readonly position: LogPosition;
  /** Missing in what an earlier version saved. */
  readonly mark?: string | null;
}

/** Positions by name, none of which moves back. */
export class Checkpoints {
  constructor(private readonly access: MongoAccess) {}

  async of(name: string): Promise<Checkpoint | undefined> {
    const found = await this.run((stored) =>
      stored.findOne({ _id: name }, { readPreference: 'primary', maxTimeMS: READ_DEADLINE }),
    );
    return found ? { position: found.position, ...(found.mark != null && { mark: found.mark }) } : undefined;
  }

  async save({ name, position, mark }: NamedCheckpoint): Promise<void> {
    const raise = (upsert: boolean) =>
      this.run((stored) =>
        stored.updateOne(
          { _id: name, position: { $lt: position } },
          { $set: { position, mark: mark ?? null } },
          { upsert },
        ),
      );
    // There is one of the name already: one that is further, and then nothing is to be done, or one that somebody else
    // inserted at the same moment, and then it is updated.
    await raise(true).catch((error: unknown) =>
      hasCode((error as Error).cause, DUPLICATE_KEY) ? raise(false) : Promise.reject(error),
    );
  }

  async remove(name: string): Promise<void> {
    await this.run((stored) => stored.deleteOne({ _id: name }));
  }

  private run<Result>(work: (stored: Collection<StoredCheckpoint>) => Promise<Result>): Promise<Result> {
    return this.access.run((database) => work(database.collection<StoredCheckpoint>('checkpoints')));
  }
}
