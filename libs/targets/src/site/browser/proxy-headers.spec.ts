import { endToEndHeaders } from './proxy-headers';

describe('the headers that a proxy hands on', () => {
  it('are those for the other end, in their order and as often as they came', () => {
    expect(endToEndHeaders(['Set-Cookie', 'a=1', 'X-One', '1', 'set-cookie', 'b=2'])).toEqual([
      'Set-Cookie',
      'a=1',
      'X-One',
      '1',
      'set-cookie',
      'b=2',
    ]);
  });

  it('are not those for the proxy, nor those that the connection names', () => {
    expect(
      endToEndHeaders([
        'Connection',
        'keep-alive, X-Hop',
        'x-hop',
        '1',
        'Proxy-Authorization',
        'Basic x',
        'Transfer-Encoding',
        'chunked',
        'TE',
        'trailers',
        'Upgrade',
        'h2c',
        'Accept',
        '*/*',
      ]),
    ).toEqual(['Accept', '*/*']);
  });
});
