import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type NetConnectOpts, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Attempts, Refused } from './attempt';
import { spawnSync } from 'node:child_process';

const connected = (options: NetConnectOpts) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(options, () => {
      socket.destroy();
      resolve('it is connected');
    }).on('error', reject);
  });

const datagram = (port: number, address: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = createSocket('udp4').on('error', reject);
    socket.connect(port, address, (failure?: Error) => {
      if (failure) return reject(failure);
      socket.send('escaped', (error) => {
        socket.close();
        if (error) reject(error);
        else resolve('it was sent');
      });
    });
  });

/** A socket of a family and a type that Node does not make. */
function socket(family: number, type: number, protocol = 0): string {
  const { stdout } = spawnSync(
    'perl',
    ['-e', `print socket(S, ${family}, ${type}, ${protocol}) ? "got" : "errno " . (0 + $!)`],
    { encoding: 'utf8' },
  );
  if (stdout !== 'got') throw new Refused(stdout);
  return 'a socket';
}

export const network: Attempts = {
  'connect to a Unix socket': ({ socket: path }) => connected({ path }),
  'connect to an abstract Unix socket': ({ abstractSocket }) =>
    new Promise((resolve, reject) => {
      const connects = `connect(S, pack("S a*", 1, "\\0${abstractSocket}"))`;
      const code = `socket(S, 1, 1, 0) && ${connects} ? print "got" : print "errno ", 0 + $!`;
      const { stdout } = spawnSync('perl', ['-e', code], { encoding: 'utf8' });
      if (stdout === 'got') resolve('it is connected');
      else reject(new Refused(stdout));
    }),
  'connect to a server of this machine': ({ tcp }) => connected({ port: tcp, host: '127.0.0.1' }),
  'connect to a server of this machine over IPv6': ({ tcp6 }) => connected({ port: tcp6, host: '::1' }),
  'send a datagram to this machine': ({ udp }) => datagram(udp, '127.0.0.1'),
  'send a datagram to the Internet': () => datagram(9, '192.0.2.1'),
  'be a server': async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    return 'it listens';
  },
  'see the interfaces of the network': () => Object.keys(networkInterfaces())[0],
  'open a raw socket': () => socket(2, 3, 1),
  'open a socket for packets': () => socket(17, 3),
  'open a socket to the kernel (netlink)': () => socket(16, 3),
  'open a socket to the host of this virtual machine (vsock)': () => socket(40, 1),
  'open a socket for ciphers of the kernel': () => socket(38, 5),
};
