import { setMaxListeners } from 'node:events';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';

/** A server takes 100 calls at once on one connection, and the next ones get nothing, not even an error. */
const CALLS_PER_CONNECTION = 80;

interface Connection {
  readonly client: StreamsClient;
  calls: number;
}

export type Purpose = 'appends' | 'reads';

/** A place for one call on a node. */
export interface Lease {
  readonly node: Node;
  readonly client: StreamsClient;
  release(): void;
}

/**
 * The connections to one node, as many as the calls under way need; those of appends apart from those of reads and
 * subscriptions, which stay.
 */
export class Node {
  readonly #pools: Record<Purpose, Connection[]> = { appends: [], reads: [] };
  readonly #leaving = new AbortController();

  constructor(
    readonly address: string,
    private readonly connect: () => StreamsClient,
  ) {
    setMaxListeners(0, this.left); // every open call listens to it
  }

  /** Aborted when another node leads: a call here gets no answer any more, or an old one. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  lease(purpose: Purpose): Lease {
    const pool = this.#pools[purpose];
    let connection = pool.find(({ calls }) => calls < CALLS_PER_CONNECTION);
    if (connection === undefined) pool.push((connection = { client: this.connect(), calls: 0 }));
    connection.calls += 1;
    let isHeld = true;
    return {
      node: this,
      client: connection.client,
      release: () => {
        if (isHeld) connection.calls -= 1;
        isHeld = false;
        if (connection.calls === 0 && pool.indexOf(connection) > 0)
          pool.splice(pool.indexOf(connection), 1)[0]!.client.close();
      },
    };
  }

  /** Ends the calls that are under way. */
  leave(): void {
    this.#leaving.abort();
    this.close();
  }

  /** Calls under way run to their end. */
  close(): void {
    for (const { client } of [...this.#pools.appends, ...this.#pools.reads]) client.close();
    this.#pools.appends = [];
    this.#pools.reads = [];
  }
}
