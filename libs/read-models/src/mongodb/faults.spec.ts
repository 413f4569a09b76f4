import { InfrastructureError } from '@assay/kernel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { InvalidQuery } from '../errors';
import { translated } from './faults';

const SHOWN = 'mongodb://host/assay';
const named = (name: string, facts: object = {}) => Object.assign(new Error('what it says'), { name, ...facts });

describe('faults of MongoDB', () => {
  it.each([
    ['the driver', named('MongoServerSelectionError')],
    ['the server', named('MongoServerError', { code: 13 })],
    ['the system', named('Error', { code: 'ECONNRESET', syscall: 'read' })],
    ['a stream that was closed', named('Error', { code: 'ERR_STREAM_WRITE_AFTER_END' })],
  ])('from %s are worth another try later', (_, error) => {
    expect(translated(SHOWN, error)).toBeInstanceOf(InfrastructureError);
    expect(translated(SHOWN, error)).toMatchObject({
      name: 'ReadModelStoreUnavailable',
      message: expect.stringContaining(SHOWN),
      cause: error,
    });
  });

  it('from a socket whose other end has said goodbye are worth another try later', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(socket, 'end');
    const failed = once(socket, 'error');
    socket.write('late');
    const [error] = (await failed) as [Error];
    expect(error).toMatchObject({ code: 'EPIPE' });
    expect(translated(SHOWN, error)).toBeInstanceOf(InfrastructureError);
    server.close();
  });

  it('that another try would meet again say so', () => {
    expect(translated(SHOWN, named('MongoInvalidArgumentError'))).toBeInstanceOf(InvalidQuery);
    expect(translated(SHOWN, named('MongoServerError', { code: 17_419 }))).toBeInstanceOf(InvalidQuery);
  });

  it('of our own pass through, and no password with them', () => {
    const bug = new TypeError('a bug');
    expect(translated(SHOWN, bug)).toBe(bug);
    expect(
      translated(SHOWN, named('MongoNetworkError', { message: 'mongodb://me:secret@host is away' })),
    ).toMatchObject({ message: expect.not.stringContaining('secret') });
  });
});
