import { setMaxListeners } from 'node:events';
import type { Metadata } from '@grpc/grpc-js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { AppendCall } from './append-call';

/** Milliseconds without an answer after which the node may have vanished silently, and the others are asked. */
export const SUSPICIOUS = 1_000;

/** A server takes 100 calls at once on one connection, and the next ones get nothing, not even an error. */
const CALLS_PER_CONNECTION = 80;

interface Connection {
  readonly client: StreamsClient;
  calls: number;
}

type Purpose = 'appends' | 'reads';

/** A place for one call on a node. */
export interface Lease {
  readonly node: Node;
  readonly client: StreamsClient;
  release(): void;
}

/** How calls on a node are begun. */
export interface NodeOptions {
  readonly connect: () => StreamsClient;
  readonly metadata: () => Metadata;
  /** Called again and again while an append of the node is overdue. */
  readonly onSilence: (node: Node) => void;
}

/**
 * The connections to one node, as many as the current calls need. Appends, which share a call, have a connection apart
 * from those of reads and subscriptions, which stay open.
 */
export class Node {
  readonly #pools: Record<Purpose, Connection[]> = { appends: [], reads: [] };
  readonly #leaving = new AbortController();
  readonly #appendCalls = new Set<AppendCall>();

  constructor(
    readonly address: string,
    private readonly options: NodeOptions,
  ) {
    setMaxListeners(0, this.left); // every open call listens to it
  }

  /** Aborted when another node leads: a call here would get no answer, or an outdated one. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** A place for a read or a subscription. */
  lease(): Lease {
    return this.#lease('reads');
  }

  /** The answer to an append. @throws as {@link AppendCall.send} does */
  append(request: BatchAppendReq, until: number): Promise<BatchAppendResp> {
    const call = [...this.#appendCalls].find(({ isOpen }) => isOpen) ?? this.#openAppends();
    return call.send(request, until);
  }

  #openAppends(): AppendCall {
    const { metadata, onSilence } = this.options;
    const { client, release } = this.#lease('appends');
    const call: AppendCall = new AppendCall(client.batchAppend(metadata()), {
      suspicious: SUSPICIOUS,
      onSilence: () => onSilence(this),
      onOver: () => {
        this.#appendCalls.delete(call);
        release();
      },
    });
    this.#appendCalls.add(call);
    return call;
  }

  #lease(purpose: Purpose): Lease {
    const pool = this.#pools[purpose];
    let connection = pool.find(({ calls }) => calls < CALLS_PER_CONNECTION);
    if (connection === undefined) pool.push((connection = { client: this.options.connect(), calls: 0 }));
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

  /** Reads under way run to their end. Who closes waits for appends before. */
  close(): void {
    for (const call of this.#appendCalls) call.cancel();
    for (const { client } of [...this.#pools.appends, ...this.#pools.reads]) client.close();
    this.#pools.appends = [];
    this.#pools.reads = [];
  }
}
