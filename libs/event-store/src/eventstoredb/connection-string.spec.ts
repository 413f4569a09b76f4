import { InvalidStoreRequest } from '../errors';
import { addressOf, parseConnectionString } from './connection-string';

describe('a connection string', () => {
  it('names one server, which is not asked for others', () => {
    expect(parseConnectionString('esdb://localhost')).toMatchObject({
      endpoints: [{ address: 'localhost', port: 2113 }],
      discover: false,
      tls: true,
      deadline: 10_000,
    });
  });

  it.each(['esdb', 'kurrentdb', 'kurrent', 'kdb'])('may begin with %s', (scheme) => {
    expect(parseConnectionString(`${scheme}://db.example:3000/?tls=false`)).toMatchObject({
      endpoints: [{ address: 'db.example', port: 3000 }],
      discover: false,
      tls: false,
    });
    expect(parseConnectionString(`${scheme}+discover://db.example:3000`)).toMatchObject({ discover: true });
  });

  it('names the seeds of a cluster', () => {
    const settings = parseConnectionString('esdb://a:1,b:2,c?nodePreference=Leader');
    expect(settings).toMatchObject({ discover: true });
    expect(addressOf(settings)).toBe('a:1,b:2,c:2113');
  });

  it('takes its settings in any spelling', () => {
    expect(
      parseConnectionString(
        'esdb://h?TLS=true&tls-ca-file=/etc/ca.pem&Default_Deadline=500&connectionName=x%20y&keepAliveInterval=-1',
      ),
    ).toMatchObject({
      tls: true,
      tlsCaFile: '/etc/ca.pem',
      deadline: 500,
      connectionName: 'x y',
      keepAliveInterval: -1,
    });
  });

  it.each([
    ['esdb://assay:secret@h', 'secret'],
    ['esdb://assay:p%40ss%3aw%2Frd@h', 'p@ss:w/rd'],
    ['esdb://assay:p@ss:w0rd@h:1,i:2', 'p@ss:w0rd'],
  ])('gives the credentials of %s', (url, password) => {
    expect(parseConnectionString(url).credentials).toEqual({ username: 'assay', password });
  });

  it.each(['follower', 'read_only_replica', 'random'])('does not send reads to a %s, which may be behind', (node) => {
    expect(() => parseConnectionString(`esdb://h?nodePreference=${node}`)).toThrow(
      'nodePreference can only be leader: other nodes may be behind it',
    );
  });

  it.each([
    ['mongodb://assay:hunter2@h'],
    ['esdb://assay:hunter2@'],
    ['esdb://assay:hunter2@h:port'],
    ['esdb://assay:hunter2@h:1:2'],
    ['esdb://hunter2@h'],
    ['esdb://assay:hunter2%@h'],
    ['esdb://assay:hun?ter2@h'],
    ['esdb://assay:hunter2@h?unknown=hunter2'],
    ['esdb://assay:hunter2@h?tls=perhaps'],
    ['esdb://assay:hunter2@h?defaultDeadline=soon'],
    ['esdb://assay:hunter2@h?nodePreference=any'],
    ['esdb://assay:hunter2@h?tlsVerifyCert=false'],
    ['esdb://assay:hunter2@h?userCertFile=x'],
  ])('is refused without being quoted: %s', (url) => {
    const refusal = (() => {
      try {
        return parseConnectionString(url);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(InvalidStoreRequest);
    expect((refusal as Error).message).toMatch(/connection string of the event store cannot be read: .{10}/);
    expect((refusal as Error).message).not.toMatch(/hun|ter2/);
  });
});
