import type { PageRecord } from '../../../../target-records/src/site/site-records';
import { lighthouseRecord, pageRecord } from './compose-records';

const URL_OF_PAGE = 'https://a.example/';
const none = new Map<string, string>();
const runtime = (urls: readonly string[]): PageRecord['runtime'] => ({
  observed: {
    exceptions: [],
    consoleErrors: [],
    failedRequests: urls.map((url) => ({ url, kind: 'fetch', reason: 'net::ERR_FAILED', refused: false })),
    more: 0,
  },
});

describe('the record of a page', () => {
  it('has the parts that were reported, and the reason of the end for the rest', () => {
    const messages = {
      browser: { kind: 'browser', name: 'Chrome', version: '156' },
      loaded: { kind: 'loaded', finalUrl: 'https://a.example/home' },
      coverage: { kind: 'coverage', value: { observed: { files: [] } } },
    } as const;
    expect(pageRecord(URL_OF_PAGE, { messages, failure: 'it took too long', refusals: none })).toEqual({
      url: URL_OF_PAGE,
      finalUrl: 'https://a.example/home',
      loads: 1,
      browser: { name: 'Chrome', version: '156' },
      axe: { missing: 'it took too long', because: 'failed' },
      runtime: { missing: 'it took too long', because: 'failed' },
      coverage: { observed: { files: [] } },
    });
  });

  it('counts no load and no run where there was no browser', () => {
    const outcome = { messages: {}, failure: undefined, refusals: none };
    expect(pageRecord(URL_OF_PAGE, outcome)).toMatchObject({
      loads: 0,
      finalUrl: URL_OF_PAGE,
      axe: { missing: expect.stringMatching(/./), because: 'failed' },
    });
    expect(lighthouseRecord(URL_OF_PAGE, outcome)).toMatchObject({
      runs: 0,
      report: { missing: expect.stringMatching(/./) },
    });
  });

  it('says which requests the guard refused, by host and port, and why', () => {
    const refusals = new Map([
      ['10.0.0.1:80', 'private'],
      ['b.example:443', 'resolves to a private address'],
      ['[::1]:80', 'loopback'],
    ]);
    const urls = [
      'http://10.0.0.1/x',
      'wss://b.example/socket',
      'http://[::1]/',
      'http://10.0.0.1:81/x',
      'http://b.example/',
      'not a url',
    ];
    const record = pageRecord(URL_OF_PAGE, {
      messages: { runtime: { kind: 'runtime', value: runtime(urls) } },
      failure: undefined,
      refusals,
    });
    const requests = 'observed' in record.runtime ? record.runtime.observed.failedRequests : [];
    expect(requests.map(({ refused, reason }) => [refused, reason])).toEqual([
      [true, 'private'],
      [true, 'resolves to a private address'],
      [true, 'loopback'],
      [false, 'net::ERR_FAILED'],
      [false, 'net::ERR_FAILED'],
      [false, 'net::ERR_FAILED'],
    ]);
  });
});
