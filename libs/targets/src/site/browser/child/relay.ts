import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PROXY_SOCKET } from '../browser-job';

/**
 * Relays connections to the proxy. Chromium can reach a proxy only over TCP, but the proxy of this browser listens on a
 * socket file. Connections to the returned port of 127.0.0.1 go to that file. In a network namespace nobody else can
 * reach the port.
 */
export const openRelay = (): Promise<number> =>
  listen(
    createServer({ allowHalfOpen: true }, (client) => {
      const proxy = connect({ path: PROXY_SOCKET, allowHalfOpen: true }); // in the working directory
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
