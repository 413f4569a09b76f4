import { createSocket } from 'node:dgram';
import { type Socket, type AddressInfo, createServer } from 'node:net';

/** Listens for connections that should not come, over TCP and UDP, IPv4 and IPv6, on one port. */
export interface Canary {
  readonly port: number;
  /** The first line of each who came, `connection` where nothing was said. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  const heard: string[] = [];
  const hear = (socket: Socket) => {
    const index = heard.push('connection') - 1;
    socket.once('data', (data) => {
      heard[index] = data.toString('latin1').split('\r\n')[0]!;
      socket.end('HTTP/1.1 204 No Content\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined); // a client may leave as it likes
  };
  const tcp4 = createServer(hear);
  await new Promise<void>((resolve) => tcp4.listen(0, '127.0.0.1', resolve));
  const { port } = tcp4.address() as AddressInfo;
  const tcp6 = createServer(hear);
  // not every machine has IPv6
  await new Promise<void>((resolve) => tcp6.once('error', () => resolve()).listen(port, '::1', resolve));
  const udp = createSocket('udp4', (message) => void heard.push(`udp ${message.length}`));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    port,
    heard,
    async close() {
      await Promise.all(
        [tcp4, tcp6]
          .filter((server) => server.listening)
          .map((server) => new Promise((resolve) => server.close(resolve))),
      );
      await new Promise<void>((resolve) => udp.close(resolve));
    },
  };
}
