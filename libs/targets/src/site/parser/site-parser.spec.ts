import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type TestSite, openSite } from '../../../../../test/support/sites/site-server';
import type { LinksRecord, SiteRecord } from '../../../../target-records/src/site/site-records';
import { createTargetGuard, parseAllowedTargets } from '../../network';
import { observeSite } from '../observe-site';
import { readAnswer } from './read-answer';
import { type SiteParser, openSiteParser } from './site-parser';

// Whatever parses what a site sent in this process breaks its tests.
function inThisProcess(): never {
  throw new Error('what a site sent was parsed in the process that answers');
}
jest.mock('../read-page', () => ({ readPage: jest.fn(inThisProcess) }));
jest.mock('../read-sitemap', () => ({ readSitemap: jest.fn(inThisProcess) }));
jest.mock('../../../../target-records/src/site/robots-rules', () => ({
  ROBOTS_BYTES: 512_000,
  robotsLines: jest.fn(inThisProcess),
  robotsRules: jest.fn(inThisProcess),
}));

const ORIGIN = 'https://a.example';
const robots = { origin: ORIGIN, robot: '*', urls: [`${ORIGIN}/a`] };
const sitemap = {
  url: `${ORIGIN}/sitemap.xml`,
  contentType: 'text/xml',
  limit: 1_000_000_000,
  origin: ORIGIN,
  pages: [`${ORIGIN}/`],
  known: [],
};

describe('what a site sends is parsed in a process of its own', () => {
  let folder: string;
  let controller: AbortController;
  let parser: SiteParser;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-parser-'));
    controller = new AbortController();
    parser = openSiteParser({ folder, signal: controller.signal });
  });
  afterEach(async () => {
    await parser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('as a whole site is observed', async () => {
    const site: TestSite = await openSite({
      '/': { body: '<link rel=canonical href=/start><a href="/a">a</a><a href="/private">b</a>' },
      '/a': {},
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /private\nSitemap: /map.xml\n',
      },
      '/map.xml': {
        headers: { 'content-type': 'text/xml' },
        body: '<urlset><url><loc>http://b.example/</loc></url></urlset>',
      },
    });
    try {
      const allowed = parseAllowedTargets(`127.0.0.1:${site.port}`);
      if (!allowed.ok) throw new Error(allowed.refusal);
      const url = `http://127.0.0.1:${site.port}/`;
      const { records } = await observeSite({
        urls: [url],
        guard: createTargetGuard({ allowed: allowed.value }),
        engines: new Set(['links', 'site']),
        browser: { chromium: 'off', unconfined: new Set() },
        folder: join(folder, 'target'),
        limits: { bytes: 1_000_000, time: 60_000, toolTime: 60_000 },
        signal: controller.signal,
        onProgress: () => undefined,
      });
      const content = (name: string) => records!.find((each) => each.name === name)!.content;
      expect(content('links/1.json') as LinksRecord).toMatchObject({
        page: {
          observed: {
            links: [
              { url: `${url}start`, outcome: { status: 404 } },
              { url: `${url}a`, outcome: { status: 200 } },
              { url: `${url}private`, outcome: { notChecked: 'robots.txt keeps robots from it' } },
            ],
          },
        },
      });
      expect(content('site/1.json') as SiteRecord).toMatchObject({
        site: {
          observed: {
            sitemaps: [{ url: `${url}map.xml`, listed: 1, foreign: ['http://b.example/'] }],
            pages: [{ canonical: `${url}start`, allowed: true, inSitemap: false }],
          },
        },
      });
    } finally {
      await site.close();
    }
  });

  describe('so that hostile bytes leave the loop that answers free:', () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer((_, answer) => void answer.end('answered'));
      // Making the hostile bytes keeps this loop for seconds on a busy machine. With a limit, the idle connection of
      // the test before would end by it right after the next request was sent on it, unread: ECONNRESET.
      server.keepAliveTimeout = 0;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a page of a million tags', () => parser.page('<a href=x y=z>'.repeat(1_500_000), { url: `${ORIGIN}/` })],
      [
        'a robots.txt of two thousand rules, for twenty thousand addresses',
        () =>
          parser.robots(`User-agent: *\n${`Disallow: /${'a*'.repeat(100)}b\n`.repeat(2_000)}`, {
            ...robots,
            urls: Array.from({ length: 20_000 }, (_, index) => `${ORIGIN}/${'a'.repeat(500)}${index}`),
          }),
      ],
      [
        'a sitemap of four million locations in some hundred kilobytes',
        () =>
          parser.sitemap(
            gzipSync(Buffer.from(`<urlset>${'<url><loc>a</loc></url>'.repeat(4_000_000)}</urlset>`)),
            sitemap,
          ),
      ],
    ])('%s', async (_, ask) => {
      await parser.page('<p>', { url: `${ORIGIN}/` }); // it runs
      let settled = false;
      const outcome = ask()
        .catch((error: unknown) => error)
        .finally(() => (settled = true));
      const { port } = server.address() as AddressInfo;
      let answered = 0;
      while (!settled && answered < 100) {
        await (await fetch(`http://127.0.0.1:${port}/`)).text();
        answered += 1;
      }
      expect(answered).toBeGreaterThan(5);
      controller.abort(new Error('canceled'));
      await outcome;
    });
  });

  it('and ends with its session, for the reason that it was given', async () => {
    const asking = parser.page('<p>', { url: `${ORIGIN}/` });
    controller.abort(new Error('canceled'));
    await expect(asking).rejects.toThrow('canceled');
    await expect(parser.page('<p>', { url: `${ORIGIN}/` })).rejects.toThrow('canceled');
  });

  it('whose bytes are to blame where it breaks or needs too much, and nothing after them', async () => {
    // No caller passes an invalid address: it stands for whatever breaks a parser.
    await expect(parser.robots('', { ...robots, urls: ['none'] })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: `${ORIGIN}/robots.txt: it broke the process that reads it (code 1)`,
    });
    expect(await parser.robots('User-agent: *\nDisallow: /a\nCrawl-delay: 2', robots)).toEqual({
      allowed: [false],
      delay: 2,
      sitemaps: [],
    });
    const small = openSiteParser({ folder, memoryMb: 40, signal: controller.signal });
    await expect(small.sitemap(Buffer.from(`<urlset>${' '.repeat(60_000_000)}`), sitemap)).rejects.toMatchObject({
      name: 'TargetUnreadable',
    });
    await small.close();
  });
});

describe('an answer of the process that parses', () => {
  const page = { kind: 'page', url: `${ORIGIN}/` } as const;
  const content = { metaPolicies: [], links: [], moreLinks: 0, robotsMeta: '' };
  const link = { url: `${ORIGIN}/a`, element: 'a[href]', line: 1 };
  it('is taken by its fields alone', () => {
    expect(readAnswer(page, JSON.stringify({ ...content, links: [{ ...link, more: 1 }], more: 1 }))).toEqual({
      ...content,
      links: [link],
    });
    const read = { kind: 'pages', listed: 2, foreign: [], pages: [`${ORIGIN}/`, 'https://b.example/'], next: [] };
    expect(() => readAnswer({ kind: 'sitemap', ...sitemap }, JSON.stringify(read))).toThrow('pages is no list');
  });

  it.each<[string, unknown]>([
    ['is no JSON', '{'],
    ['links to what is no page', { ...content, links: [{ ...link, url: 'file:///etc/passwd' }] }],
    ['links to no address', { ...content, links: [{ ...link, url: 'a' }] }],
    ['has a policy of no known name', { ...content, metaPolicies: [{ name: 'x', content: '', line: 1 }] }],
    ['has a text without an end', { ...content, robotsMeta: 'x'.repeat(100_000) }],
  ])('is refused where it %s', (_, text) => {
    expect(() => readAnswer(page, typeof text === 'string' ? text : JSON.stringify(text))).toThrow(
      expect.objectContaining({ name: 'MalformedMessage' }),
    );
  });

  it('is refused where it does not judge each address', () => {
    for (const allowed of [[], [true, true], ['yes']])
      expect(() => readAnswer({ kind: 'robots', ...robots }, JSON.stringify({ allowed, sitemaps: [] }))).toThrow(
        'no judgement of each address',
      );
  });
});
