import { AppendResp, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { EventStoreUnavailable } from '../errors';
import type { ExpectedRevision, LogPosition } from '../event-store';
import type { EncodedEvent } from '../store-request';
import type { Connections } from './connections';
import { actualRevision, storeError } from './grpc-error';
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

/**
 * Milliseconds: how long a sifted read of the log may give nothing. A server that looks through a hundred million
 * events for a rare one is silent and well; a connection that is lost is noticed by its pings.
 */
const SCAN_PATIENCE = 600_000;

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

  /** All of the events or none. After {@link EventStoreUnavailable} they may be there, or come yet. */
  async append(
    stream: string,
    events: readonly EncodedEvent[],
    expected: ExpectedRevision,
  ): Promise<Written | Elsewhere> {
    try {
      return outcome(await this.#append(stream, events, expected));
    } catch (error) {
      const actual = actualRevision(error);
      if (actual !== undefined) return { actual };
      throw this.#fault(error);
    }
  }

  async #append(stream: string, events: readonly EncodedEvent[], expected: ExpectedRevision): Promise<AppendResp> {
    const { client, release } = await this.connections.lease('appends');
    try {
      return await new Promise((resolve, reject) => {
        const call = client.append(
          this.connections.metadata(),
          { deadline: Date.now() + this.deadlineMs },
          (error, response) => (error ? reject(error) : resolve(response!)),
        );
        call.on('error', reject);
        for (const request of appendRequests(stream, events, expected)) call.write(request);
        call.end();
      });
    } finally {
      release();
    }
  }

  /**
   * The responses to a read, one by one; ends quietly when the store is closed. @throws EventStoreUnavailable when
   * nothing comes within the deadline
   */
  async *read(read: StreamRead | LogRead): AsyncGenerator<ReadResp> {
    const patience = 'filter' in read ? SCAN_PATIENCE : this.deadlineMs;
    const { responses, cancel } = await this.open(read, this.ending);
    try {
      for (;;) {
        const response = await responses.next(patience);
        if (response === undefined) break;
        yield response;
      }
    } catch (error) {
      throw this.#fault(error);
    } finally {
      cancel();
    }
    this.refuseClosed();
  }

  /** A subscription as it is: who opens it cancels it. */
  async open(read: StreamRead | LogRead, ending: AbortSignal): Promise<{ responses: Responses; cancel: () => void }> {
    this.refuseClosed();
    try {
      const { client, release } = await this.connections.lease('reads');
      const responses = new Responses(client.read(readRequest(read), this.connections.metadata()), ending);
      const cancel = () => {
        responses.cancel();
        release();
      };
      return { responses, cancel };
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /** Waits for the first response to a subscription, which says that it stands. @throws EventStoreUnavailable */
  async confirmed(responses: Responses): Promise<void> {
    try {
      await responses.next(this.deadlineMs);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /** What a subscription has at hand. @throws EventStoreUnavailable */
  take(responses: Responses): ReadResp | undefined {
    try {
      return responses.take();
    } catch (error) {
      throw this.#fault(error);
    }
  }

  refuseClosed(): void {
    if (this.ending.aborted) throw new EventStoreUnavailable(`the event store at ${this.name} is closed`);
  }

  #fault(error: unknown): Error {
    this.connections.noteFault(error);
    return storeError(this.name, error);
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
