import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './error-filter';

/** Runs something later; tests do so at once. */
export interface Timers {
  /** Calls `run` after this many milliseconds. @returns what cancels it */
  after(milliseconds: number, run: () => void): () => void;
}

const nodeTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

export interface BodyDeadlineOptions {
  /** That a body may take from its request's first line on; an upload, between two of its bytes. */
  readonly milliseconds: number;
  /** Whether the body is large by nature. Asked when the time is up, so that it may depend on who calls. */
  readonly isUpload: (request: FastifyRequest) => boolean;
  readonly timers?: Timers;
}

/**
 * Cuts off bodies that come too slowly: a client that sends a byte now and then would hold a connection, and what was
 * read so far, for as long as it likes.
 */
export function limitBodyTime(
  fastify: Pick<FastifyInstance, 'addHook'>,
  { milliseconds, isUpload, timers = nodeTimers }: BodyDeadlineOptions,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply);
    done();
  });

  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    let received = raw.socket.bytesRead;
    const check = () => {
      if (raw.complete || raw.destroyed) return;
      if (!isUpload(request) || raw.socket.bytesRead === received) return cutOff(request, reply, milliseconds);
      received = raw.socket.bytesRead;
      cancel = timers.after(milliseconds, check);
    };
    let cancel = timers.after(milliseconds, check);
    raw.once('close', () => cancel());
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);

function cutOff(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  // It was answered before its body had come, and the rest of the body was to be thrown away.
  if (reply.sent) return void request.raw.destroy();
  reply.header('connection', 'close');
  sendRefusal(request, reply, {
    code: 'REQUEST_TIMEOUT',
    message: `The request body did not arrive within ${milliseconds / 1000} s; send it faster, or send a smaller one`,
  });
}
