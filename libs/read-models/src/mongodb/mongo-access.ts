import type { Db, MongoClient } from 'mongodb';
import { ReadModelStoreUnavailable } from '../errors';
import { translated } from './faults';

/** The connection, with the driver's errors made ours. */
export class MongoAccess {
  private closed = false;
  private withoutDeadline: Promise<MongoClient> | undefined;

  /** `connect`: another client of the same server that waits for answers as long as the server works on them. */
  constructor(
    readonly shown: string,
    private readonly client: MongoClient,
    private readonly databaseName: string,
    private readonly connect: () => Promise<MongoClient>,
  ) {}

  /** @throws ReadModelStoreUnavailable for everything that the server or the way to it is to blame for */
  async run<Result>(work: (database: Db) => Promise<Result>): Promise<Result> {
    return this.guarded(() => work(this.client.db(this.databaseName)));
  }

  /** As {@link run}, for work that takes as long as there is data. */
  async runLong<Result>(work: (database: Db) => Promise<Result>): Promise<Result> {
    return this.guarded(async () => {
      this.withoutDeadline ??= this.connect();
      const client = await this.withoutDeadline.catch((error: unknown) => {
        this.withoutDeadline = undefined;
        throw error;
      });
      return work(client.db(this.databaseName));
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const clients = await Promise.allSettled([this.client, ...(this.withoutDeadline ? [this.withoutDeadline] : [])]);
    for (const client of clients) if (client.status === 'fulfilled') await client.value.close();
  }

  private async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw new ReadModelStoreUnavailable(`${this.shown} is closed`);
    try {
      return await work();
    } catch (error) {
      if (this.closed) throw new ReadModelStoreUnavailable(`${this.shown} was closed meanwhile`, { cause: error });
      throw translated(this.shown, error);
    }
  }
}
