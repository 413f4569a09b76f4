import { InfrastructureError } from '@assay/kernel';
import { errorInLog } from './error-in-log';

describe('an error in the log', () => {
  it('is a line where a store or a server is away, with what its causes add', () => {
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:2113');
    const away = new InfrastructureError('the event store cannot be used', { cause: refused });
    expect(errorInLog(new InfrastructureError('the head cannot be read', { cause: away }))).toEqual({
      type: 'InfrastructureError',
      message: 'the head cannot be read: the event store cannot be used: connect ECONNREFUSED 127.0.0.1:2113',
    });
  });

  it('says once what an error quotes of its cause', () => {
    const cause = new Error('it fell silent');
    expect(errorInLog(new InfrastructureError('the server cannot be used: it fell silent', { cause }))).toEqual({
      type: 'InfrastructureError',
      message: 'the server cannot be used: it fell silent',
    });
  });

  it('keeps the stack of any other error', () => {
    expect(errorInLog(new TypeError('a mistake'))).toMatchObject({
      type: 'TypeError',
      message: 'a mistake',
      stack: expect.stringContaining('error-in-log.spec'),
    });
  });

  it('is left as it is where it is none', () => {
    expect(errorInLog('in words')).toBe('in words');
  });
});
