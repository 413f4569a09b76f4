import { randomUUID } from 'node:crypto';
import { type ClientDuplexStream, status } from '@grpc/grpc-js';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';

/** The call broke while it had several appends: it is unknown which of them the server has done. */
export class SharedFault extends Error {
  constructor(readonly fault: unknown) {
    super('the call broke that carried this append and others', { cause: fault });
  }
}

export interface AppendCallOptions {
  /** Called again and again while an answer is overdue. */
  readonly onSilence: () => void;
  /** Milliseconds after which an answer is overdue. */
  readonly suspicious: number;
  /** Called once, when the call is over. */
  readonly onOver: () => void;
}

interface Waiting {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (response: BatchAppendResp) => void;
  readonly reject: (error: unknown) => void;
}

/** How often, within the time after which an answer is overdue, is looked whether one is. */
const LOOKS = 4;

/**
 * One call to a node that carries appends of many streams at once, each answered by itself. A call for each append
 * costs the client and the server more than twice the work.
 *
 * A fault of one append comes as its answer. A fault of the call concerns all appends that wait for an answer.
 */
export class AppendCall {
  readonly #waiting = new Map<string, Waiting>();
  #watch: NodeJS.Timeout | undefined;
  /** An append whose answer was given up: the call has one more append than there are waiting ones. */
  #isLeft = false;
  #isOver = false;

  constructor(
    private readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>,
    private readonly options: AppendCallOptions,
  ) {
    call.on('data', (response: BatchAppendResp) => this.#answered(response));
    call.on('error', (error) => this.#end(error));
    call.on('end', () => this.#end(faultOf(status.UNAVAILABLE, 'the server ended the call')));
  }

  /** Whether another append may go on it: one whose answer did not come in time is not waited behind. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#isLeft;
  }

  /**
   * The answer to an append, which may be a refusal. @throws SharedFault, or the fault of the call if it had no other
   * append; a fault with the status of a deadline at `until`, on the clock of `performance.now()`
   */
  send(request: BatchAppendReq, until: number): Promise<BatchAppendResp> {
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const since = performance.now();
      const timer = setTimeout(() => this.#leave(id), Math.max(1, until - since));
      this.#waiting.set(id, { since, timer, resolve, reject });
      this.#watch ??= setInterval(() => this.#look(), this.options.suspicious / LOOKS);
      this.call.write(request.setCorrelationId(new UUID().setString(id)));
    });
  }

  /** Ends the call. Appends that wait may be done or not. */
  cancel(): void {
    if (this.#isOver) return;
    this.call.cancel();
    this.#end(faultOf(status.CANCELLED, 'the call was ended'));
  }

  #answered(response: BatchAppendResp): void {
    this.#take(idOf(response.getCorrelationId()))?.resolve(response);
  }

  /** Gives up an append, and the call with it, once no other append waits on it. */
  #leave(id: string): void {
    this.#isLeft = true;
    this.#take(id)?.reject(faultOf(status.DEADLINE_EXCEEDED, 'no answer came in time'));
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      if (this.#isLeft) this.cancel();
    }
    return waiting;
  }

  #look(): void {
    const longest = this.#waiting.values().next().value;
    if (longest !== undefined && performance.now() - longest.since > this.options.suspicious) this.options.onSilence();
  }

  #end(fault: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const isShared = this.#waiting.size > 1 || this.#isLeft;
    for (const id of [...this.#waiting.keys()]) this.#take(id)!.reject(isShared ? new SharedFault(fault) : fault);
    this.options.onOver();
  }
}

const faultOf = (code: status, details: string): Error => Object.assign(new Error(details), { code, details });

/** The server answers with the id as two numbers; the client sends it as a string. */
function idOf(id: UUID | undefined): string {
  const numbers = id?.getStructured();
  if (numbers === undefined) return id?.getString() ?? '';
  const digits = [numbers.getMostSignificantBits(), numbers.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
