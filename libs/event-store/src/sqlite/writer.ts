import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { inheritedLoaders, messageOf } from '@assay/kernel';
import { EventStoreUnavailable } from '../errors';
import { BusyWait } from './busy-wait';
import { fromCode } from './sqlite-error';
import {
  type FromWriter,
  type ToWriter,
  type WriteAnswer,
  type WriteRequest,
  type WriterThreadData,
  packRequest,
  unpackAnswers,
} from './write-protocol';

interface Waiting {
  readonly resolve: (answer: WriteAnswer) => void;
  readonly reject: (error: Error) => void;
}

export interface Writer {
  /**
   * Resolves when the answer is durable. @throws EventStoreUnavailable when the writer ended first: the request may or
   * may not have been written.
   */
  submit(request: WriteRequest): Promise<WriteAnswer>;
  /** Writes the waiting requests, folds the WAL into the file and ends. */
  close(): Promise<void>;
}

/** Requests run on the thread of `writer-thread`; the requests of one turn travel together. */
interface ThreadedWriter extends Writer {
  /** Ends the thread in the midst of whatever it does; the next request starts another. */
  kill(): Promise<void>;
}

export interface WriterOptions {
  readonly file: string;
  /** Called after each transaction, before its requests are answered. */
  readonly onCommit: () => void;
}

/** Starts the writing thread. @throws EventStoreCorrupt, EventStoreUnavailable when it cannot open the file */
export async function startWriter(options: WriterOptions): Promise<ThreadedWriter> {
  let thread = new WriterThread(options);
  await thread.ready;
  let closing: Promise<void> | undefined;
  return {
    async submit(request) {
      if (closing) throw new EventStoreUnavailable(`${options.file} is closed`);
      if (thread.ended) {
        thread = new WriterThread(options);
        // The requests behind this one queue up meanwhile; if the thread cannot begin, they are rejected with its
        // reason.
        thread.ready.catch(() => undefined);
      }
      return thread.submit(request);
    },
    close: () => (closing ??= thread.close()),
    kill: () => thread.kill(),
  };
}

const SCRIPT = join(__dirname, `writer-thread${__filename.endsWith('.ts') ? '.ts' : '.js'}`);

/** Milliseconds that the event loop does not fall asleep after a hand-over: about an append on a local disk. */
const AWAKE = 0.5;

class WriterThread {
  ended = false;
  readonly ready: Promise<void>;
  readonly #readiness = settleable();
  readonly #posted = new Int32Array(new SharedArrayBuffer(4));
  readonly #port: MessagePort;
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #exited: Promise<void>;
  readonly #staying = new BusyWait();
  #outgoing: WriteRequest[] = [];

  constructor(private readonly options: WriterOptions) {
    const { port1, port2 } = new MessageChannel();
    const workerData: WriterThreadData = { file: options.file, posted: this.#posted, port: port2 };
    this.#port = port1;
    this.#worker = new Worker(SCRIPT, { workerData, transferList: [port2], execArgv: inheritedLoaders() });
    this.ready = this.#readiness.promise;
    this.#port.on('message', (message: FromWriter) => this.#receive(message));
    this.#worker.on('error', (error) =>
      this.#end(
        new EventStoreUnavailable(`${options.file}: the writing thread failed: ${messageOf(error)}`, { cause: error }),
      ),
    );
    this.#exited = new Promise((exited) => {
      this.#worker.once('exit', () => {
        while (!this.ended && this.#receiveOne()); // requests from before the end were still written
        this.#end(
          new EventStoreUnavailable(
            `${options.file}: the writing thread ended before it answered; read the stream to see whether the ` +
              'events are there',
          ),
        );
        exited();
      });
    });
  }

  submit(request: WriteRequest): Promise<WriteAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#worker.ref();
      this.#waiting.push({ resolve, reject });
      if (this.#outgoing.push(request) === 1) queueMicrotask(() => this.#flush());
    });
  }

  async close(): Promise<void> {
    this.#flush();
    this.#worker.ref();
    this.#post('close');
    await this.#exited;
  }

  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(message: FromWriter): void {
    if (message.kind === 'answers') this.#answer(unpackAnswers(message.answers));
    else if (message.kind === 'not-ready') this.#end(fromCode(this.options.file, message.code, message.message));
    else {
      this.#port.unref(); // the worker alone keeps the process, and only while something waits
      if (this.#waiting.length === 0) this.#worker.unref();
      this.#readiness.resolve();
    }
  }

  #receiveOne(): boolean {
    const received = receiveMessageOnPort(this.#port) as { message: FromWriter } | undefined;
    if (received) this.#receive(received.message);
    return received !== undefined;
  }

  #flush(): void {
    if (this.#outgoing.length === 0) return;
    this.#post({ requests: this.#outgoing.map(packRequest) });
    this.#outgoing = [];
    if (this.#staying.worthIt()) this.#stayAwake(performance.now() + AWAKE);
  }

  #post(message: ToWriter): void {
    this.#port.postMessage(message);
    Atomics.add(this.#posted, 0, 1);
    Atomics.notify(this.#posted, 0);
  }

  /** Looks for the answer between the rounds of the event loop, which go on; after a while it is left to wake us. */
  #stayAwake(until: number): void {
    setImmediate(() => {
      if (this.ended) return;
      if (this.#receiveOne() || this.#waiting.length === 0) this.#staying.ended(true);
      else if (performance.now() < until) this.#stayAwake(until);
      else this.#staying.ended(false);
    });
  }

  #answer(answers: readonly WriteAnswer[]): void {
    this.options.onCommit();
    const answered = this.#waiting.splice(0, answers.length);
    if (this.#waiting.length === 0) this.#worker.unref();
    answered.forEach(({ resolve }, index) => resolve(answers[index]!));
  }

  #end(error: Error): void {
    this.ended = true;
    this.#port.close();
    this.#readiness.reject(error);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

function settleable(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}
