import { stripVTControlCharacters } from 'node:util';
import { describeListening } from './describe-listening';

const said = (host: string) => stripVTControlCharacters(describeListening('http://127.0.0.1:3000', { host }));

describe('where the API answers', () => {
  it('is one address where the setting names one', () => {
    expect(said('127.0.0.1')).toBe(
      'Assay listens on http://127.0.0.1:3000  (documentation: http://127.0.0.1:3000/docs)',
    );
  });

  it.each(['0.0.0.0', '::'])('is said to be every address of the machine with the host %s', (host) => {
    expect(said(host)).toBe(
      `Assay listens on http://127.0.0.1:3000, and at every address of this machine (${host})` +
        '  (documentation: http://127.0.0.1:3000/docs)',
    );
  });
});
