import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PROXY_SOCKET } from '../proxy-socket';

/**
 * Chromium speaks to a proxy over TCP only, and the proxy of this browser listens on a file: connections to the returned
 * port of 127.0.0.1 are connections to it. In a network namespace nobody else can reach that port.
 */
export async function openRelay(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const proxy = connect({ path: PROXY_SOCKET, allowHalfOpen: true }); // in the working directory
    void Promise.allSettled([pipeline(client, proxy), pipeline(proxy, client)]);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
