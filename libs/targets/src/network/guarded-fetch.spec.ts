import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { fetch } from 'undici';
import { parseAllowedTargets } from './allow-list';
import { readBody } from './body';
import { type TargetGuard, createTargetGuard } from './guard';
import { createGuardedAgent } from './guarded-agent';
import { type GuardedFetchOptions, guardedFetch } from './guarded-fetch';

const MEGABYTE = 1024 * 1024;
const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
const listen = <Listening extends { listen(port: number, host: string, done: () => void): unknown }>(
  server: Listening,
): Promise<Listening> => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

/** The best compression takes ten seconds for a bomb. */
const quickly = (content: Buffer | string) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const closeOf = ({ socket }: IncomingMessage): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

describe('fetching through the guard', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let seen: { path: string; host: string | undefined; headers: IncomingMessage['headers'] }[];
  let contacts: number;
  let canary: ReturnType<typeof createTcpServer>;
  let port: number;
  beforeEach(async () => {
    seen = [];
    contacts = 0;
    const listener: RequestListener = (request, response) => {
      seen.push({ path: request.url!, host: request.headers.host, headers: request.headers });
      answer(request, response);
    };
    server = await listen(createServer(listener));
    port = portOf(server);
    canary = await listen(createTcpServer((socket) => void ((contacts += 1), socket.destroy())));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await Promise.all([server, canary].map((each) => new Promise((resolve) => each.close(resolve))));
    expect(contacts).toBe(0);
  });

  /** Every name is this machine; only the server's port of it may be contacted. */
  const guardOf = (
    addresses: readonly (readonly string[])[] = [['127.0.0.1']],
    allowed = `127.0.0.1:${port}`,
  ): TargetGuard & { readonly asked: string[] } => {
    const asked: string[] = [];
    const list = parseAllowedTargets(allowed);
    if (!list.ok) throw new Error(list.refusal);
    const resolver = async (hostname: string) => {
      asked.push(hostname);
      return (addresses[asked.length - 1] ?? addresses.at(-1)!).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
    };
    return { ...createTargetGuard({ allowed: list.value, resolver }), asked };
  };
  const get = (options: Partial<GuardedFetchOptions> = {}) =>
    guardedFetch({
      url: `http://a.example:${port}/`,
      guard: guardOf(),
      limits: { bytes: MEGABYTE, redirects: 3, time: 60_000 },
      ...options,
    });
  const redirect = (response: ServerResponse, location: string, status = 302) =>
    response.writeHead(status, { location }).end('moved');

  it('gives status, headers and the body, under the name that was asked for', async () => {
    answer = (_, response) => response.writeHead(203, { 'x-test': 'yes' }).end('hello');
    const response = await get({ headers: { accept: 'text/plain' } });
    expect(response).toMatchObject({
      url: `http://a.example:${port}/`,
      status: 203,
      headers: { 'x-test': 'yes' },
      redirects: [],
    });
    expect(String(await readBody(response.body))).toBe('hello');
    expect(seen).toMatchObject([{ host: `a.example:${port}`, headers: { accept: 'text/plain' } }]);
  });

  it('sends a body, and does not take it to where a redirect leads', async () => {
    let sent = '';
    answer = (request, response) => {
      request.on('data', (chunk) => void (sent += chunk));
      request.on('end', () => redirect(response, `http://b.example:${port}/next`, 307));
    };
    const response = await get({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
    expect({ status: response.status, redirects: response.redirects, sent }).toEqual({
      status: 307,
      redirects: [],
      sent: '{"a":1}',
    });
    response.discard();
    expect(seen).toHaveLength(1);
  });

  it('asks for a name once and dials what it checked, whatever the name server says next', async () => {
    answer = (_, response) => response.end('first');
    const guard = guardOf([['127.0.0.1'], ['127.0.0.2']]);
    expect(String(await readBody((await get({ guard })).body))).toBe('first');
    expect(guard.asked).toEqual(['a.example']);
    await expect(get({ guard })).rejects.toMatchObject({
      name: 'TargetNotAllowed',
      reason: 'loopback',
      subject: '127.0.0.2',
    });
    expect(seen).toHaveLength(1);
  });

  it('tells a server with many names which one is meant, also where the connection is encrypted', async () => {
    let first = '';
    const tls = await listen(
      createTcpServer(
        (socket: Socket) => void socket.once('data', (data) => ((first = data.toString('latin1')), socket.destroy())),
      ),
    );
    await expect(
      get({ url: `https://secure.example:${portOf(tls)}/`, guard: guardOf([['127.0.0.1']], '127.0.0.1:*') }),
    ).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'connection' });
    expect(first).toContain('secure.example');
    await new Promise((resolve) => tls.close(resolve));
  });

  it('tries the next of the checked addresses when one does not answer', async () => {
    answer = (_, response) => response.end('second');
    const response = await get({ guard: guardOf([['127.0.0.9', '127.0.0.1']], `127.0.0.0/8:${port}`) });
    expect(String(await readBody(response.body))).toBe('second');
  });

  it('follows redirects, each through the guard, and says where it went', async () => {
    answer = (request, response) =>
      request.url === '/'
        ? redirect(response, '/next', 301)
        : request.url === '/next'
          ? redirect(response, `http://b.example:${port}/last`, 308)
          : response.end('here');
    const guard = guardOf();
    const response = await get({ guard });
    expect(response).toMatchObject({
      url: `http://b.example:${port}/last`,
      status: 200,
      redirects: [
        { url: `http://a.example:${port}/`, status: 301 },
        { url: `http://a.example:${port}/next`, status: 308 },
      ],
    });
    expect(String(await readBody(response.body))).toBe('here');
    expect(new Set(guard.asked)).toEqual(new Set(['a.example', 'b.example']));
  });

  it('gives the redirect itself where the caller does not follow it, with each header line by itself', async () => {
    answer = (request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: '/next', 'set-cookie': ['a=1', 'b=2'] }).end()
        : redirect(response, `http://b.example:${port}/last`);
    const guard = guardOf();
    const response = await get({ guard, mayFollow: ({ hostname }) => hostname === 'a.example' });
    expect(response).toMatchObject({
      url: `http://a.example:${port}/next`,
      status: 302,
      headers: { location: `http://b.example:${port}/last` },
      redirects: [{ status: 302, headers: { 'set-cookie': ['a=1', 'b=2'] } }],
    });
    response.discard();
    expect(new Set(guard.asked)).toEqual(new Set(['a.example']));
  });

  it('gives credentials to the origin that was named and to no other', async () => {
    answer = (request, response) =>
      request.url === '/'
        ? redirect(response, '/next')
        : request.url === '/next'
          ? redirect(response, `http://b.example:${port}/other`)
          : request.url === '/other'
            ? redirect(response, `http://a.example:${port}/back`)
            : response.end();
    const response = await get({
      headers: { authorization: 'Bearer secret', Cookie: 'a=b', 'private-token': 'secret', accept: 'text/html' },
    });
    expect(await readBody(response.body)).toHaveLength(0);
    expect(
      seen.map(({ path, headers }) => [
        path,
        headers.authorization,
        headers.cookie,
        headers['private-token'],
        headers.accept,
      ]),
    ).toEqual([
      ['/', 'Bearer secret', 'a=b', 'secret', 'text/html'],
      ['/next', 'Bearer secret', 'a=b', 'secret', 'text/html'],
      ['/other', undefined, undefined, undefined, 'text/html'],
      ['/back', undefined, undefined, undefined, 'text/html'],
    ]);
  });

  it.each([
    ['http://127.0.0.1:CANARY/', 'loopback'],
    ['http://c.example:CANARY/', 'port'],
    ['http://0x7f000001:CANARY/', 'disguised address'],
    ['//localhost:CANARY/', 'local name'],
    ['//[::1]:CANARY/', 'loopback'],
    ['file:///etc/passwd', 'scheme'],
    ['http://a.example@127.0.0.1:CANARY/', 'credentials'],
    ['http://169.254.169.254/latest/', 'metadata'],
  ])('does not follow a redirect to %s', async (template, reason) => {
    answer = (_, response) => redirect(response, template.replace('CANARY', String(portOf(canary))));
    await expect(get()).rejects.toMatchObject({ name: 'TargetNotAllowed', reason });
    expect(seen).toHaveLength(1);
  });

  it('guards whoever follows redirects on their own over its connections', async () => {
    answer = (_, response) => redirect(response, `http://127.0.0.1:${portOf(canary)}/`);
    const dispatcher = createGuardedAgent(guardOf());
    await expect(fetch(`http://a.example:${port}/`, { dispatcher })).rejects.toMatchObject({
      cause: { name: 'TargetNotAllowed', reason: 'loopback' },
    });
    await dispatcher.destroy();
  });

  it('ends a chain of redirects', async () => {
    answer = (_, response) => redirect(response, '/again');
    await expect(get()).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'redirects',
      message: `http://a.example:${port}/: it redirects more than 3 times`,
    });
    expect(seen).toHaveLength(4);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', quickly],
  ])('decodes %s, and stops where it expands beyond the limit', async (encoding, compress) => {
    answer = (request, response) =>
      response
        .writeHead(200, { 'content-encoding': encoding })
        .end(compress(request.url === '/bomb' ? Buffer.alloc(64 * MEGABYTE) : 'small'));
    expect(String(await readBody((await get()).body))).toBe('small');
    let read = 0;
    const bomb = await get({ url: `http://a.example:${port}/bomb` });
    await expect(
      (async () => {
        for await (const chunk of bomb.body) read += chunk.length;
      })(),
    ).rejects.toMatchObject({ name: 'TargetTooLarge', limit: 'bytes', allowed: MEGABYTE });
    expect(read).toBeLessThanOrEqual(MEGABYTE);
  });

  it('refuses a length that is announced to be too much before it reads any of it', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': 2 * MEGABYTE }).write('x');
    await expect(get()).rejects.toMatchObject({ name: 'TargetTooLarge' });
  });

  it('stops an endless body at the limit and hangs up', async () => {
    const closed: Promise<unknown>[] = [];
    answer = (request, response) => {
      closed.push(closeOf(request));
      const more = () =>
        void (response.write(Buffer.alloc(64 * 1024))
          ? setImmediate(more)
          : response.once('drain', () => setImmediate(more)));
      more();
    };
    await expect(get().then(({ body }) => readBody(body))).rejects.toMatchObject({ name: 'TargetTooLarge' });
    await Promise.all(closed);
  });

  it('hangs up when its reader leaves early, or reads nothing at all', async () => {
    const closed: Promise<unknown>[] = [];
    answer = (request, response) => {
      closed.push(closeOf(request));
      response.write('begun');
    };
    for await (const chunk of (await get()).body) {
      expect(String(chunk)).toBe('begun');
      break;
    }
    (await get()).discard();
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

  it.each([
    [
      'compressed twice',
      { 'content-encoding': 'gzip, gzip' },
      'it is encoded in a way that was not asked for (gzip, gzip)',
    ],
    [
      'compressed in an unknown way',
      { 'content-encoding': 'zstd' },
      'it is encoded in a way that was not asked for (zstd)',
    ],
    ['not what it says', { 'content-encoding': 'gzip' }, 'it does not answer as HTTP should (Z_DATA_ERROR)'],
    [
      'led by endless headers',
      { 'x-long': 'x'.repeat(40_000) },
      'it does not answer as HTTP should (UND_ERR_HEADERS_OVERFLOW)',
    ],
  ])('refuses a body that is %s', async (_, headers, message) => {
    answer = (_request, response) => response.writeHead(200, headers).end('plain text');
    await expect(get().then(({ body }) => readBody(body))).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'answer',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['never answers', () => undefined],
    ['never ends', (_: IncomingMessage, response: ServerResponse) => void response.write('x')],
  ])('gives up on a server that %s', async (_, behaviour) => {
    answer = behaviour;
    await expect(
      get({ limits: { bytes: 10, redirects: 0, time: 300 } }).then(({ body }) => readBody(body)),
    ).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'time',
      message: expect.stringContaining('within 300 ms'),
    });
  });

  it('gives up on a body that nobody reads', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (request, response) => {
        request.socket.once('close', () => resolve());
        response.write('x');
      };
    });
    const response = await get({ limits: { bytes: 10, redirects: 0, time: 300 } });
    await closed;
    await expect(readBody(response.body)).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'time' });
  });

  it('stops when its caller does, with the caller’s reason', async () => {
    const controller = new AbortController();
    answer = () => controller.abort(new Error('enough'));
    await expect(get({ signal: controller.signal })).rejects.toThrow('enough');
    await expect(get({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    expect(seen).toHaveLength(1);
  });

  it('says that nobody listens, and that a name does not exist', async () => {
    // The server's port, on another address of this machine.
    await expect(get({ guard: guardOf([['127.0.0.9']], `127.0.0.9:${port}`) })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'connection',
    });
    const list = parseAllowedTargets('');
    if (!list.ok) throw new Error(list.refusal);
    const guard = createTargetGuard({
      allowed: list.value,
      resolver: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    await expect(get({ url: 'http://nowhere.example/', guard })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'name not found',
      message: 'nowhere.example: it cannot be resolved (ENOTFOUND)',
    });
  });

  it('asks for the head alone', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': 5 * MEGABYTE }).end();
    const response = await get({ method: 'HEAD' });
    expect(response).toMatchObject({ status: 200, headers: { 'content-length': String(5 * MEGABYTE) } });
    expect(await readBody(response.body)).toHaveLength(0);
  });
});
