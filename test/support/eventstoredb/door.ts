import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/**
 * The way to a server, which can be cut: what is sent from then on is swallowed, in both directions, and no connection
 * is closed. So does a network that drops packets.
 */
export class Door {
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** A way to whatever listens on the port of this machine that is asked for at each connection. */
  static async to(portBehind: () => number): Promise<Door> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const door = new Door(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => door.#pass(socket, portBehind()));
    return door;
  }

  cut(): void {
    this.#isCut = true;
  }

  close(): void {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(outer: Socket, port: number): void {
    const inner = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => {
        if (!this.#isCut) to.write(data);
      });
      // Which side broke is told to the other one, unless nothing gets through.
      const broken = () => {
        this.#sockets.delete(from);
        if (!this.#isCut) to.destroy();
      };
      from.on('error', broken).on('close', broken);
    }
  }
}
