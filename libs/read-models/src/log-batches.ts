import { yieldToLoop } from '@assay/kernel';
import { LOG_START, type LogPosition, type RecordedEvent, type SubscriptionMessage } from '@assay/event-store';
import { weightOf } from './weight';

export interface LogBatch {
  readonly events: readonly RecordedEvent[];
  /** Every event up to here is in this batch, in an earlier one, or filtered out. */
  readonly through: LogPosition;
  /** Whether no further event was waiting when the batch was taken. */
  readonly caughtUp: boolean;
}

/** The weight at which a batch is full, roughly in characters of JSON: a thousand events may have 250 KB each. */
const BATCH_WEIGHT = 4_000_000;

/**
 * Collects the messages of a subscription into batches of up to `size` events, or fewer if no more are there yet or
 * they are large. Reads the source ahead by one batch at most. Ends when the signal aborts, even if the source does
 * not.
 *
 * @throws the source's error, after the batch before it
 */
export async function* inBatches(
  source: AsyncIterable<SubscriptionMessage>,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<LogBatch> {
  const iterator = source[Symbol.asyncIterator]();
  const buffer = new Buffered(size, signal);
  void fill(iterator, buffer, signal);
  try {
    while (!signal.aborted) {
      await buffer.filled();
      // A source with more events ready delivers them in microtasks: after one turn of the loop all of them are here.
      await yieldToLoop();
      if (signal.aborted) return;
      const batch = buffer.take();
      if (batch) yield batch;
      else if (buffer.ended) {
        if (buffer.failure) throw buffer.failure.error;
        return;
      }
    }
  } finally {
    buffer.close();
    // Not awaited: a silent source may never settle. Nobody needs its error after the end.
    iterator.return?.()?.catch(() => undefined);
  }
}

async function fill(
  iterator: AsyncIterator<SubscriptionMessage>,
  buffer: Buffered,
  signal: AbortSignal,
): Promise<void> {
  try {
    while (!signal.aborted) {
      const next = await iterator.next();
      if (next.done) break;
      buffer.add(next.value);
      if (buffer.full) await buffer.room();
    }
    buffer.end();
  } catch (error) {
    buffer.end({ error });
  }
}

class Buffered {
  ended = false;
  failure: { readonly error: unknown } | undefined;
  private events: RecordedEvent[] = [];
  private through: LogPosition = LOG_START;
  private caughtUp = false;
  private any = false;
  private weight = 0;
  private wake: (() => void) | undefined;
  private makeRoom: (() => void) | undefined;
  private readonly aborted = () => this.notify();

  constructor(
    private readonly size: number,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.aborted);
  }

  get full(): boolean {
    return this.events.length >= this.size || this.weight >= BATCH_WEIGHT;
  }

  add(message: SubscriptionMessage): void {
    this.any = true;
    this.caughtUp = message.kind === 'caught-up';
    if (message.kind === 'event') {
      this.events.push(message.event);
      this.weight += weightOf(message.event.data);
    }
    this.through = Math.max(this.through, message.kind === 'event' ? message.event.position : message.position);
    this.notify();
  }

  end(failure?: { readonly error: unknown }): void {
    this.ended = true;
    this.failure = failure;
    this.notify();
  }

  take(): LogBatch | undefined {
    if (!this.any) return undefined;
    const batch = { events: this.events, through: this.through, caughtUp: this.caughtUp };
    this.events = [];
    this.weight = 0;
    this.any = false;
    this.makeRoom?.();
    return batch;
  }

  async filled(): Promise<void> {
    if (!this.any && !this.ended && !this.signal.aborted) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  async room(): Promise<void> {
    if (!this.signal.aborted) await new Promise<void>((resolve) => (this.makeRoom = resolve));
  }

  close(): void {
    this.signal.removeEventListener('abort', this.aborted);
    this.makeRoom?.();
  }

  private notify(): void {
    this.wake?.();
    if (this.signal.aborted) this.makeRoom?.();
  }
}
