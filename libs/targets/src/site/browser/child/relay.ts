import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PROXY_SOCKET } from '../browser-job';

/**
 * Relays connections to the proxy. Chromium can reach a proxy only over TCP, but the proxy of this browser listens on a
 * socket file beside the working directory. Connections to the returned port of 127.0.0.1 go to that file. In a network
 * namespace nobody else can reach the port. The path is relative, because a socket's path has at most 107 bytes.
 */
export const openRelay = (): Promise<number> =>
  listen(
    createServer({ allowHalfOpen: true }, (client) => {
      const proxy = connect({ path: join('..', PROXY_SOCKET), allowHalfOpen: true });
      void Promise.allSettled([pipeline(client, proxy), pipeline(proxy, client)]);
    }),
  );

/** Opens a port of 127.0.0.1 that ends every connection at once. While it is open, nobody else can take the port. */
export const openDeadEnd = (): Promise<number> =>
  listen(createServer((client) => void client.on('error', () => undefined).destroy()));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
