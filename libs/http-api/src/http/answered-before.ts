import type { Answer } from './idempotency-stream';

/** Ends a request that was answered before; the error filter gives that answer again. */
export class AnsweredBefore extends Error {
  constructor(readonly answer: Answer) {
    super('answered before');
    this.name = 'AnsweredBefore';
  }
}
