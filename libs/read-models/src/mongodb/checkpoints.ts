import type { LogPosition } from '@assay/event-store';
import type { Collection } from 'mongodb';
import { READ_DEADLINE } from './connection';
import { DUPLICATE_KEY, hasCode } from './faults';
import type { MongoAccess } from './mongo-access';

interface StoredCheckpoint {
  readonly _id: string;
  readonly position: LogPosition;
}

/** Positions by name, none of which moves back. */
export class Checkpoints {
  constructor(private readonly access: MongoAccess) {}

  async of(name: string): Promise<LogPosition | undefined> {
    const found = await this.run((stored) =>
      stored.findOne({ _id: name }, { readPreference: 'primary', maxTimeMS: READ_DEADLINE }),
    );
    return found?.position;
  }

  async save(name: string, position: LogPosition): Promise<void> {
    const raise = () => this.run((stored) => stored.updateOne({ _id: name }, { $max: { position } }, { upsert: true }));
    // Two may insert it at once; who comes second then updates it.
    await raise().catch((error: unknown) =>
      hasCode((error as Error).cause, DUPLICATE_KEY) ? raise() : Promise.reject(error),
    );
  }

  async remove(name: string): Promise<void> {
    await this.run((stored) => stored.deleteOne({ _id: name }));
  }

  private run<Result>(work: (stored: Collection<StoredCheckpoint>) => Promise<Result>): Promise<Result> {
    return this.access.run((database) => work(database.collection<StoredCheckpoint>('checkpoints')));
  }
}
