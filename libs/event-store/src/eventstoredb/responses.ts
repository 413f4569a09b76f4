import type { ClientReadableStream } from '@grpc/grpc-js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';

export interface ResponsesOptions {
  /** Ends the call quietly. */
  readonly ending: AbortSignal;
  /** Aborted when another node leads: the call breaks. */
  readonly left: AbortSignal;
  /** Called again and again while a response is overdue, each `suspicious` milliseconds. */
  readonly onSilence: () => void;
  readonly suspicious: number;
}

/**
 * The responses of one Read call, taken one by one: untaken responses wait in the connection's window, and the server
 * waits behind that. Responses that arrived before a fault are returned before the fault.
 */
export class Responses {
  #fault: { readonly error: unknown } | undefined;
  #over = false;
  #changed = false;
  #wake: (() => void) | undefined;

  constructor(
    private readonly call: ClientReadableStream<ReadResp>,
    private readonly options: ResponsesOptions,
  ) {
    call.on('readable', this.#notify);
    call.on('end', () => {
      this.#over = true;
      this.#notify();
    });
    call.on('error', (error) => {
      this.#fault = { error };
      this.#notify();
    });
    options.ending.addEventListener('abort', this.#notify);
    options.left.addEventListener('abort', this.#leave);
  }

  /** The next one if it is at hand. @throws the call's fault, when nothing is left before it */
  take(): ReadResp | undefined {
    const response = this.call.read() as ReadResp | null;
    if (response !== null) return response;
    if (this.#fault) throw this.#fault.error;
    return undefined;
  }

  /** Whether no more responses will come. */
  get isOver(): boolean {
    return this.#over || this.options.ending.aborted;
  }

  /**
   * Resolves when there may be something to take, or nothing will come any more. @throws after so many
   * milliseconds of silence
   */
  async changed(patience = Infinity): Promise<void> {
    if (!this.#changed && !this.options.ending.aborted) await this.#next(patience);
    this.#changed = false;
  }

  /** The next one. @returns undefined at the end; @throws as `take` and `changed` do */
  async next(patience: number): Promise<ReadResp | undefined> {
    for (;;) {
      if (this.options.ending.aborted) return undefined;
      const response = this.take();
      if (response !== undefined || this.#over) return response;
      await this.changed(patience);
    }
  }

  /** Ends the call, if it is not over yet: an abandoned one would keep its place in the connection. */
  cancel(): void {
    this.options.ending.removeEventListener('abort', this.#notify);
    this.options.left.removeEventListener('abort', this.#leave);
    this.call.cancel();
  }

  #next(patience: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const { onSilence, suspicious } = this.options;
      const isEndless = patience === Infinity;
      const suspicion = isEndless ? undefined : setInterval(onSilence, suspicious);
      const timer = isEndless
        ? undefined
        : setTimeout(() => settle(() => reject(new Error('it fell silent'))), patience);
      const settle = (how: () => void) => {
        clearInterval(suspicion);
        clearTimeout(timer);
        this.#wake = undefined;
        how();
      };
      this.#wake = () => settle(resolve);
    });
  }

  /** The call is no longer needed; this includes a subscription, which may be silent for any time. */
  readonly #leave = (): void => {
    this.#fault = { error: new Error('another node leads now') };
    this.call.cancel();
    this.#notify();
  };

  readonly #notify = (): void => {
    this.#changed = true;
    this.#wake?.();
  };
}
