import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { EventStoreUnavailable, nothingAt } from '../errors';
import type { ExpectedRevision } from '../event-store';
import type { EncodedEvent } from '../store-request';
import { type Elsewhere, type WrittenEvents, outcome } from './append-answer';
import { SharedFault } from './append-call';
import type { Connections } from './connections';
import { anotherLeader, isRefusedArgument, storeError } from './grpc-error';
import { type Node, SUSPICIOUS } from './node';
import { PassingFault, whilePassing } from './passing-fault';
import { type LogRead, type StreamRead, appendRequest, readRequest } from './protocol';
import { Responses } from './responses';

/** A read or a subscription that has begun. */
export interface Open {
  readonly responses: Responses;
  cancel(): void;
  /** The error of the port for an error of the server. */
  fault(error: unknown): Error;
}

/**
 * Milliseconds: how long a sifted read of the log may give nothing. A server that looks through a hundred million
 * events for a rare one is silent and well; a connection that is lost is noticed by its pings.
 */
const SCAN_PATIENCE = 600_000;

/**
 * The server's calls that the store needs, each with a deadline. They are made on the protocol itself, because the
 * client's methods do not suffice: `appendToStream` has one table of pending appends for all clients of the process, so
 * that one fault rejects the appends of everyone, and none of its appends ends by a deadline; reads of `$all` take no
 * filter and none has a deadline; a subscription says that it caught up before the events that came earlier are taken.
 */
export class Server {
  constructor(
    /** Its name in messages. */
    readonly name: string,
    private readonly connections: Connections,
    /** How long a call may take, or be silent between two answers. */
    readonly deadlineMs: number,
    private readonly ending: AbortSignal,
  ) {}

  /** Another node may lead at any moment. */
  get isCluster(): boolean {
    return this.connections.hasSeveral;
  }

  /** When a call that begins now must be over, on the clock of `performance.now()`. */
  get deadline(): number {
    return performance.now() + this.deadlineMs;
  }

  /**
   * All of the events or none, repeated while the server says that it did nothing. After {@link EventStoreUnavailable}
   * they may have been appended, or may still be.
   */
  append(
    stream: string,
    events: readonly EncodedEvent[],
    expected: ExpectedRevision,
    until = this.deadline,
  ): Promise<WrittenEvents | Elsewhere> {
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
  ): Promise<WrittenEvents | Elsewhere> {
    const node = await this.#leading(until);
    try {
      return outcome(stream, await node.append(appendRequest(stream, events, expected), until));
    } catch (error) {
      throw this.#fault(error, node, `append to the stream ${stream}`);
    }
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

  /** A read up to its first response: until then it may begin from the start. */
  async #begin(read: StreamRead | LogRead, patience: number): Promise<Open & { first: ReadResp | undefined }> {
    const open = await this.open(read, this.ending);
    try {
      return { ...open, first: await open.responses.next(patience) };
    } catch (error) {
      open.cancel();
      throw open.fault(error);
    }
  }

  /** An open subscription; the caller that opens it must cancel it. */
  async open(read: StreamRead | LogRead, ending: AbortSignal): Promise<Open> {
    this.refuseClosed();
    const { client, node, release } = (await this.#leading(this.deadline)).lease();
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
      fault: (error) => this.#readFault(error, node, read),
    };
  }

  /** Waits for the first response to a subscription, which confirms it. @throws EventStoreUnavailable */
  async confirmed({ responses, fault }: Open): Promise<void> {
    try {
      await responses.next(this.deadlineMs);
    } catch (error) {
      throw fault(error);
    }
  }

  /** The messages that a subscription has at hand. @throws EventStoreUnavailable */
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

  async #leading(until: number): Promise<Node> {
    try {
      return await this.connections.leading(Math.max(1, until - performance.now()));
    } catch (error) {
      throw storeError(this.name, error);
    }
  }

  #readFault(error: unknown, node: Node, read: StreamRead | LogRead): Error {
    if ('stream' in read) return this.#fault(error, node, `read the stream ${read.stream}`);
    if (read.from !== undefined && isRefusedArgument(error)) return nothingAt(read.from, this.name, { cause: error });
    return this.#fault(error, node, 'read $all, the log as a whole');
  }

  #fault(error: unknown, node: Node, what: string): Error {
    if (node.left.aborted) return anotherLeader(this.name, error, { mayBeDone: true });
    const isShared = error instanceof SharedFault;
    const own = isShared ? error.fault : error;
    this.connections.noteFault(node, own);
    const fault = storeError(node.address, own, { what, hasSeveral: this.connections.hasSeveral });
    // The server's answer about the call applies to one of the appends on it. Another one may be done.
    return isShared && fault instanceof PassingFault ? new PassingFault(fault.message, true, { cause: own }) : fault;
  }
}
