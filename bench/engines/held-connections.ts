import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for which connections are held open. */
const HELD = 3_000;

/** Sends this head and what follows it on so many connections at once. All are held open for a while. */
export async function heldConnections(url: string, count: number, lines: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const [first, ...others] = lines;
  const text = [first, `host: ${hostname}`, ...others].join('\r\n');
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', resolve).on('error', () => socket.destroy());
          socket.resume().write(text, () => resolve());
        }),
    ),
  );
  await pause(HELD);
  for (const socket of sockets) socket.destroy();
}
