import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PROXY_SOCKET } from '../proxy-socket';

/**
 * Chromium speaks to a proxy over TCP only, and the proxy of this browser listens on a file: connections to the
 * returned port of 127.0.0.1 are connections to it. In a network namespace nobody else can reach that port.
 */
export const openRelay = (): Promise<number> =>
  listen(
    createServer({ allowHalfOpen: true }, (client) => {
      const proxy = connect({ path: PROXY_SOCKET, allowHalfOpen: true }); // in the working directory
      void Promise.allSettled([pipeline(client, proxy), pipeline(proxy, client)]);
    }),
  );

/** A port of 127.0.0.1 where every connection is ended at once, and which nobody else can take. */
export const openDeadEnd = (): Promise<number> =>
  listen(createServer((client) => void client.on('error', () => undefined).destroy()));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
