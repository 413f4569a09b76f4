import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection on which a test writes requests that `fetch` cannot send. */
export interface RawConnection {
  write(text: string): void;
  end(): void;
  /** The text received so far. */
  received(): string;
  /** Resolves when the received text matches; rejects when the connection ends first. */
  until(pattern: RegExp): Promise<void>;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  let check = () => {};
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    check();
  });
  // A reset connection is closed, too; only the text before it counts.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  return {
    write: (text) => void socket.write(text),
    end: () => socket.destroy(),
    received: () => received,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (pattern.test(received)) resolve();
        };
        check();
        void closed.then(() => reject(new Error(`the connection ended after ${JSON.stringify(received)}`)));
      }),
    closed,
  };
}
