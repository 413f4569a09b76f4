import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { rawConnection } from '../../../../test/support/raw-connection';
import { limitBodyTime } from './body-deadlines';

/** Time that passes when the test says so. */
function steppedTimers() {
  let pending: (() => void)[] = [];
  return {
    after(_: number, run: () => void) {
      pending.push(run);
      return () => {
        pending = pending.filter((each) => each !== run);
      };
    },
    pending: () => pending.length,
    elapse() {
      const due = pending;
      pending = [];
      for (const run of due) run();
    },
  };
}

describe('the deadline of bodies', () => {
  const timers = steppedTimers();
  let fastify: FastifyInstance;
  let url: string;
  let arrived: () => void;
  let received: string;
  beforeEach(async () => {
    fastify = Fastify();
    limitBodyTime(fastify, { milliseconds: 30_000, isUpload: ({ url: path }) => path === '/upload', timers });
    fastify.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));
    fastify.post('/json', async () => ({ ok: true }));
    fastify.post('/refused', { onRequest: (_, reply) => void reply.code(401).send({}) }, async () => ({}));
    fastify.post('/upload', async ({ raw }) => {
      received = '';
      for await (const chunk of raw) {
        received += String(chunk);
        arrived();
      }
      return { ok: true };
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
  });
  afterEach(() => fastify.close());

  const begun = async (path: string, type = 'application/json') => {
    const connection = await rawConnection(url);
    const watched = new Promise<void>((resolve) => fastify.server.once('request', () => resolve()));
    connection.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 12\r\n\r\n`);
    await watched;
    return connection;
  };
  const chunk = (connection: { write(text: string): void }, text: string) =>
    new Promise<void>((resolve) => {
      arrived = resolve;
      connection.write(text);
    });

  it('ends a request whose body has not come whole in time, however much of it has', async () => {
    const connection = await begun('/json');
    connection.write('{"name":"a"');
    timers.elapse();
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"/);
    expect(timers.pending()).toBe(0);
  });

  it('ends the connection of a request that was refused before its body came', async () => {
    const connection = await begun('/refused');
    await connection.until(/^HTTP\/1\.1 401 /);
    timers.elapse();
    await connection.closed;
    expect(connection.received()).not.toContain('408');
  });

  it('lets an upload take as long as bytes come, and ends it when none do', async () => {
    const connection = await begun('/upload', 'application/octet-stream');
    await chunk(connection, 'four');
    timers.elapse();
    await chunk(connection, 'more');
    timers.elapse();
    expect(received).toBe('fourmore');
    timers.elapse();
    await connection.closed;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('forgets a request that has come whole', async () => {
    const connection = await begun('/json');
    connection.write('{"name":"a"}');
    await connection.until(/\{"ok":true\}$/);
    expect(timers.pending()).toBe(0);
    connection.end();
  });

  it('does not concern a request without a body', async () => {
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
    expect(timers.pending()).toBe(0);
  });
});
