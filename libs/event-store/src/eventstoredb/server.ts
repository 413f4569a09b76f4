import { type AppendReq, AppendResp, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { EventStoreUnavailable } from '../errors';
import type { ExpectedRevision, LogPosition } from '../event-store';
import type { EncodedEvent } from '../store-request';
import type { Connections } from './connections';
import { actualRevision, anotherLeader, storeError } from './grpc-error';
import type { Lease, Node, Purpose } from './node';
import { whilePassing } from './passing-fault';
import { type LogRead, type StreamRead, appendRequests, readRequest, safe } from './protocol';
import { Responses } from './responses';

export interface Written {
  readonly revision: number;
  readonly position: LogPosition;
}

/** The stream is not where it was expected; a deleted one counts with the revisions that it had. */
export interface Elsewhere {
  readonly actual: number | 'no-stream';
}

/** A read or a subscription that has begun. */
export interface Open {
  readonly responses: Responses;
  cancel(): void;
  /** What an error of it means to a caller of the port. */
  fault(error: unknown): Error;
}

/**
 * Milliseconds: how long a sifted read of the log may give nothing. A server that looks through a hundred million
 * events for a rare one is silent and well; a connection that is lost is noticed by its pings.
 */
const SCAN_PATIENCE = 600_000;

/** Milliseconds: after so long without an answer the node may be gone without a word, and the others are asked. */
const SUSPICIOUS = 1_000;

/**
 * The server's calls that the store needs, each with a deadline. They are made on the protocol itself, because the
 * client's methods lack what is needed: `appendToStream` shares one batch stream, and a table of pending appends over
 * all clients of the process, so that one fault rejects the appends of everyone; reads of `$all` take no filter and
 * none has a deadline; a subscription says that it caught up before the events that came earlier are taken.
 */
export class Server {
  constructor(
    /** How it is called in messages. */
    readonly name: string,
    private readonly connections: Connections,
    /** How long a call may take, or be silent between two answers. */
    readonly deadlineMs: number,
    private readonly ending: AbortSignal,
  ) {}

  /** When a call that begins now must be over, on the clock of `performance.now()`. */
  get deadline(): number {
    return performance.now() + this.deadlineMs;
  }

  /**
   * All of the events or none, repeated while the server says that it did nothing. After {@link EventStoreUnavailable}
   * they may be there, or come yet.
   */
  append(
    stream: string,
    events: readonly EncodedEvent[],
    expected: ExpectedRevision,
    until = this.deadline,
  ): Promise<Written | Elsewhere> {
    return this.repeating(() => this.#append(stream, events, expected, until), { until, isRecognised: false });
  }

  /** Work on this server, again after a passing fault. `isRecognised`: it may be done twice. */
  repeating<Value>(
    work: (attempt: number) => Promise<Value>,
    { until, isRecognised }: { until: number; isRecognised: boolean },
  ): Promise<Value> {
    return whilePassing(work, { until, isRecognised, ending: this.ending });
  }

  async #append(
    stream: string,
    events: readonly EncodedEvent[],
    expected: ExpectedRevision,
    until: number,
  ): Promise<Written | Elsewhere> {
    const lease = await this.#lease('appends', until);
    try {
      return outcome(await this.#send(lease, appendRequests(stream, events, expected), until));
    } catch (error) {
      const actual = actualRevision(error);
      if (actual !== undefined) return { actual };
      throw this.#fault(error, lease.node, `append to the stream ${stream}`);
    } finally {
      lease.release();
    }
  }

  #send({ client, node }: Lease, requests: readonly AppendReq[], until: number): Promise<AppendResp> {
    return new Promise<AppendResp>((resolve, reject) => {
      const suspicion = setInterval(() => this.connections.suspect(node), SUSPICIOUS);
      const call = client.append(
        this.connections.metadata(),
        { deadline: Date.now() + Math.max(1, until - performance.now()) },
        (error, response) => {
          clearInterval(suspicion);
          node.left.removeEventListener('abort', cancel);
          if (error) reject(error);
          else resolve(response!);
        },
      );
      const cancel = () => call.cancel();
      node.left.addEventListener('abort', cancel);
      call.on('error', reject);
      for (const request of requests) call.write(request);
      call.end();
    });
  }

  /**
   * The responses to a read, one by one; ends quietly when the store is closed. @throws EventStoreUnavailable when
   * nothing comes within the deadline
   */
  async *read(read: StreamRead | LogRead): AsyncGenerator<ReadResp> {
    const patience = 'filter' in read ? SCAN_PATIENCE : this.deadlineMs;
    const { responses, first, cancel, fault } = await this.repeating(() => this.#begin(read, patience), {
      until: this.deadline,
      isRecognised: true,
    });
    try {
      for (let response = first; response !== undefined; response = await responses.next(patience)) yield response;
    } catch (error) {
      throw fault(error);
    } finally {
      cancel();
    }
    this.refuseClosed();
  }

  /** A read up to its first response: until then it may begin anew. */
  async #begin(read: StreamRead | LogRead, patience: number): Promise<Open & { first: ReadResp | undefined }> {
    const open = await this.open(read, this.ending);
    try {
      return { ...open, first: await open.responses.next(patience) };
    } catch (error) {
      open.cancel();
      throw open.fault(error);
    }
  }

  /** A subscription as it is: who opens it cancels it. */
  async open(read: StreamRead | LogRead, ending: AbortSignal): Promise<Open> {
    this.refuseClosed();
    const { client, node, release } = await this.#lease('reads', this.deadline);
    const responses = new Responses(client.read(readRequest(read), this.connections.metadata()), {
      ending,
      left: node.left,
      onSilence: () => this.connections.suspect(node),
      suspicious: SUSPICIOUS,
    });
    return {
      responses,
      cancel: () => {
        responses.cancel();
        release();
      },
      fault: (error) =>
        this.#fault(error, node, 'stream' in read ? `read the stream ${read.stream}` : 'read $all, the log as a whole'),
    };
  }

  /** Waits for the first response to a subscription, which says that it stands. @throws EventStoreUnavailable */
  async confirmed({ responses, fault }: Open): Promise<void> {
    try {
      await responses.next(this.deadlineMs);
    } catch (error) {
      throw fault(error);
    }
  }

  /** What a subscription has at hand. @throws EventStoreUnavailable */
  take({ responses, fault }: Open): ReadResp | undefined {
    try {
      return responses.take();
    } catch (error) {
      throw fault(error);
    }
  }

  refuseClosed(): void {
    if (this.ending.aborted) throw new EventStoreUnavailable(`the event store at ${this.name} is closed`);
  }

  async #lease(purpose: Purpose, until: number): Promise<Lease> {
    try {
      return await this.connections.lease(purpose, Math.max(1, until - performance.now()));
    } catch (error) {
      throw storeError(this.name, error);
    }
  }

  #fault(error: unknown, node: Node, what: string): Error {
    if (node.left.aborted) return anotherLeader(this.name, error, { mayBeDone: true });
    this.connections.noteFault(node, error);
    return storeError(this.name, error, { what, hasSeveral: this.connections.hasSeveral });
  }
}

function outcome(response: AppendResp): Written | Elsewhere {
  const success = response.getSuccess();
  if (success)
    return {
      revision: Number(success.getCurrentRevision()),
      position: success.hasPosition() ? safe(success.getPosition()!.getCommitPosition()) : 0,
    };
  const wrong = response.getWrongExpectedVersion();
  return { actual: wrong?.hasCurrentRevision() ? Number(wrong.getCurrentRevision()) : 'no-stream' };
}
