import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTargetGuard, parseAllowedTargets } from '../../network';
import { PROXY_SOCKET } from './browser-job';
import { type GuardingProxy, openGuardingProxy } from './guarding-proxy';

const MARK = 'x-assay-test';

describe('the guarding proxy', () => {
  let server: Server;
  let port: number;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let asked: string[];
  let folder: string;
  let proxy: GuardingProxy;
  let exhausted: number;
  beforeEach(async () => {
    asked = [];
    exhausted = 0;
    answer = (_, response) => void response.end('hello');
    server = createServer((incoming, outgoing) => {
      asked.push(`${incoming.method} ${incoming.url} ${incoming.headers.host}`);
      answer(incoming, outgoing);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
    proxy = await open(folder);
  });
  afterEach(async () => {
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (at: string, bytes = 1_000_000) => {
    const list = parseAllowedTargets(`127.0.0.1:${port}, site.example:${port}, elsewhere.example:*`);
    if (!list.ok) throw new Error(list.refusal);
    const guard = createTargetGuard({
      allowed: list.value,
      resolver: async (name) => [{ address: name === 'private.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }],
    });
    return openGuardingProxy({ guard, folder: at, bytes, mark: MARK, onExhausted: () => void (exhausted += 1) });
  };
  const ask = (url: string, { method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; raw: string[]; body: string }>(
      (resolve, reject) => {
        const asking = request(
          { socketPath: join(folder, PROXY_SOCKET), method, path: url, headers, agent: false },
          (response) => {
            text(response).then(
              (said) =>
                resolve({
                  status: response.statusCode!,
                  headers: response.headers,
                  raw: response.rawHeaders,
                  body: said,
                }),
              reject,
            );
          },
        );
        asking.on('error', reject).end(body);
      },
    );
  /** A tunnel to an endpoint, and what the proxy said first. */
  const tunnel = async (endpoint: string): Promise<{ socket: Socket; said: string }> => {
    const socket = connect(join(folder, PROXY_SOCKET));
    socket.write(`CONNECT ${endpoint} HTTP/1.1\r\nhost: ${endpoint}\r\n\r\n`);
    const [said] = await new Promise<[Buffer]>((resolve, reject) =>
      socket.once('data', (data: Buffer) => resolve([data])).once('error', reject),
    );
    return { socket, said: String(said) };
  };

  it('hands on what was asked and what was answered', async () => {
    answer = (incoming, response) => {
      void text(incoming).then((body) =>
        response
          .writeHead(
            207,
            [
              ['Set-Cookie', 'a=1'],
              ['Set-Cookie', 'b=2'],
              ['X-Latin', Buffer.from('é').toString('latin1')],
            ].flat(),
          )
          .end(`got ${body} with ${incoming.headers['x-own']}`),
      );
    };
    const answered = await ask(`http://site.example:${port}/path?a=\\b|c`, {
      method: 'POST',
      headers: { host: `site.example:${port}`, 'x-own': '1', 'proxy-connection': 'keep-alive' },
      body: 'body',
    });
    expect(answered).toMatchObject({
      status: 207,
      body: 'got body with 1',
      headers: { 'set-cookie': ['a=1', 'b=2'], 'x-latin': Buffer.from('é').toString('latin1') },
    });
    expect(asked).toEqual([expect.stringMatching(`^POST /path\\?a=.* site.example:${port}$`)]);
    expect(answered.headers).not.toHaveProperty(MARK);
  });

  it.each([
    ['a private address', () => 'http://10.0.0.1/', '10.0.0.1:80'],
    ['a name of one', () => 'http://private.example/', 'private.example:80'],
    ['another port of what is allowed', () => `http://127.0.0.1:${port + 1}/`, undefined],
    ['an address in disguise', () => `http://0x7f.1:${port + 1}/`, undefined],
    ['IPv6 loopback', () => 'http://[::1]/', '[::1]:80'],
    ['a name with a dot behind', () => 'http://localhost./', 'localhost.:80'],
  ])('refuses %s, says why, and keeps what it refused', async (_, url, endpoint) => {
    const answered = await ask(url());
    expect(answered).toMatchObject({ status: 403, headers: { [MARK]: '1' } });
    expect(answered.body).not.toBe('');
    expect([...proxy.refusals]).toEqual([[endpoint ?? new URL(url()).host, answered.body]]);
    const { said } = await tunnel(new URL(url()).host.replace(/^([^:]+|\[.*\])$/, '$1:443'));
    expect(said).toMatch(/^HTTP\/1\.1 403 /);
    expect(asked).toEqual([]);
  });

  it.each(['/origin-form', 'ftp://site.example/', '*', 'file:///etc/passwd'])(
    'takes no request for %s',
    async (target) => {
      expect(await ask(target)).toMatchObject({ status: 400, headers: { [MARK]: '1' } });
    },
  );

  it('says what cannot be reached, without calling it refused', async () => {
    answer = (incoming) => void incoming.socket.destroy();
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 502, headers: { [MARK]: '1' } });
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const closed = (free.address() as AddressInfo).port;
    await new Promise((resolve) => free.close(resolve));
    expect((await tunnel(`elsewhere.example:${closed}`)).said).toMatch(/^HTTP\/1\.1 502 /);
    expect(proxy.refusals.size).toBe(0);
  });

  it('opens tunnels to what is allowed, both ways', async () => {
    const { socket, said } = await tunnel(`127.0.0.1:${port}`);
    expect(said).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
    socket.write(`GET /through HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/hello/);
    expect(asked).toEqual(['GET /through a']);
  });

  it('lets no more bytes through than it may, in all connections together', async () => {
    await proxy.close();
    proxy = await open(folder, 100_000);
    answer = (_, response) => void response.end(Buffer.alloc(60_000));
    expect((await ask(`http://127.0.0.1:${port}/`)).body).toHaveLength(60_000);
    await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    expect(exhausted).toBe(1);
    const after = await ask(`http://127.0.0.1:${port}/`).catch((error: Error) => ({ status: error.message }));
    expect(after.status).not.toBe(200);
    expect(exhausted).toBe(1);
  });

  it('listens also where the path is longer than a socket may have it', async () => {
    const deep = join(folder, 'd'.repeat(120));
    mkdirSync(deep);
    const other = await open(deep);
    await other.close();
    expect(other.refusals.size).toBe(0);
  });

  it('ends what goes through it when it is closed', async () => {
    const { socket } = await tunnel(`127.0.0.1:${port}`);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => undefined));
    await proxy.close();
    await ended;
    await expect(tunnel(`127.0.0.1:${port}`)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});
