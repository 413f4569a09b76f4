import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Canary, openCanary } from '../../../../test/support/hostile/canary';
import { issueCertificate } from '../../../../test/support/sites/certificates';
import { type SiteOptions, type TestSite, openSite } from '../../../../test/support/sites/site-server';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { type ObservedSite, type SiteObservation, observeSite } from './observe-site';
import type { HttpRecord, LinksRecord, SiteRecord, TlsRecord } from '../../../target-records/src/site/site-records';

const OUR_ENGINES = ['http-answers', 'tls', 'links', 'site'];

describe('observing a site', () => {
  let folder: string;
  let canary: Canary;
  const sites: TestSite[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-site-'));
    canary = await openCanary();
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.close()));
    rmSync(folder, { recursive: true, force: true });
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  const site = async (answers: Parameters<typeof openSite>[0], options?: SiteOptions): Promise<TestSite> => {
    const opened = await openSite(answers, options);
    sites.push(opened);
    return opened;
  };
  const observe = (
    urls: readonly string[],
    engines: readonly string[] = OUR_ENGINES,
    more: Partial<SiteObservation> = {},
  ): Promise<ObservedSite> => {
    const allowed = parseAllowedTargets(
      sites.flatMap(({ port }) => [`127.0.0.1:${port}`, `localhost:${port}`]).join(','),
    );
    if (!allowed.ok) throw new Error(allowed.refusal);
    return observeSite({
      urls,
      guard: createTargetGuard({ allowed: allowed.value }),
      engines: new Set(engines),
      browser: { chromium: 'off', unconfined: new Set() },
      folder: join(folder, 'target'),
      limits: { bytes: 1_000_000, time: 60_000, toolTime: 60_000 },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    });
  };
  const record = <Content>({ records }: ObservedSite, name: string): Content =>
    records!.find((each) => each.name === name)!.content as Content;
  const outcomes = (observed: ObservedSite, name = 'links/1.json') => {
    const { page } = record<LinksRecord>(observed, name);
    return 'observed' in page
      ? page.observed.links.map(({ element, line, outcome, url }) => ({
          element,
          line,
          outcome,
          path: new URL(url).pathname,
        }))
      : page;
  };

  it('fetches a page once, and keeps its markup, header lines, and cookies without values', async () => {
    const { port, requests } = await site({
      '/': { status: 302, headers: { location: '/start', 'set-cookie': 'first=hidden-1; Path=/' } },
      '/start': {
        headers: { 'x-line': ['one', 'two'], 'set-cookie': ['second=hidden-2=2; Secure', 'bare'] },
        body: '<meta http-equiv="Content-Security-Policy" content="img-src *">\n<p>Hello',
      },
    });
    const url = `http://127.0.0.1:${port}/`;
    const observed = await observe([url], ['http-answers']);
    expect(requests).toEqual(['GET /', 'GET /start']);
    expect(observed.pages).toEqual([
      { url, finalUrl: `${url}start`, status: 200, fetches: 1, browserLoads: 0, lighthouseRuns: 0 },
    ]);
    const { answer } = record<HttpRecord>(observed, 'http/1.json');
    expect(answer).toMatchObject({
      observed: {
        html: true,
        redirects: [{ url, status: 302 }],
        metaPolicies: [{ name: 'content-security-policy', content: 'img-src *', line: 1 }],
        cookies: [
          { setBy: url, line: 'first=…; Path=/' },
          { setBy: `${url}start`, line: 'second=…; Secure' },
          { setBy: `${url}start`, line: 'bare' },
        ],
        headers: expect.arrayContaining([
          ['x-line', 'one'],
          ['x-line', 'two'],
        ]) as unknown,
      },
    });
    expect(JSON.stringify(observed)).not.toContain('hidden');
    expect(readFileSync(join(observed.source!.folder, 'pages/1.html'), 'utf8')).toContain('<p>Hello');
    expect(observed.source!.naming).toEqual({ 'pages/1.html': url });
  });

  it('observes nothing that no tool judges', async () => {
    const { port, requests } = await site({ '/': { body: '<a href="/a">a</a>' } });
    const observed = await observe([`http://127.0.0.1:${port}/`], ['html-validate']);
    expect(requests).toEqual(['GET /']);
    expect(observed.records).toEqual([]);
  });

  it('goes on without the pages that cannot be had, and says why they are missing', async () => {
    const { port } = await site({
      '/here': { body: 'hello' },
      '/away': { status: 302, headers: { location: canary.url } },
    });
    const gone = await site({});
    const dead = `http://127.0.0.1:${gone.port}/`;
    await gone.close();
    const urls = [dead, `http://127.0.0.1:${port}/away`, `http://127.0.0.1:${port}/here`];
    const observed = await observe(urls, ['http-answers']);
    expect(observed.pages.map(({ url }) => url)).toEqual([urls[2]]);
    expect(observed.leftOut).toEqual([
      { path: dead, reason: expect.stringMatching(/ECONNREFUSED/) as string, count: 1 },
      { path: urls[1], reason: expect.stringMatching(/not a public address|port/) as string, count: 1 },
    ]);
    expect(observed.records!.map(({ name }) => name)).toEqual(['http/3.json']);
    await expect(observe(urls.slice(0, 2), OUR_ENGINES, { folder: join(folder, 'other') })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'connection',
    });
    await expect(observe([urls[1]!], OUR_ENGINES, { folder: join(folder, 'third') })).rejects.toMatchObject({
      name: 'TargetNotAllowed',
    });
  });

  it('leaves a page that is too large, or never ends', async () => {
    const { port } = await site({
      '/large': { body: 'x'.repeat(1_000_001) },
      '/endless': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const write = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(write)));
        write();
      },
      '/here': { body: 'hello' },
    });
    const observed = await observe(
      ['large', 'endless', 'here'].map((path) => `http://127.0.0.1:${port}/${path}`),
      [],
    );
    expect(observed.leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/more than 1,000,000 bytes/),
      expect.stringMatching(/more than 1,000,000 bytes/),
    ]);
  });

  it('begins nothing more when its time is over', async () => {
    const { port, requests } = await site({ '/': { body: 'hello' } });
    await expect(
      observe([`http://127.0.0.1:${port}/`], OUR_ENGINES, { limits: { bytes: 1_000, time: 0, toolTime: 1_000 } }),
    ).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'time' });
    expect(requests).toEqual([]);
  });

  it('stops when it is told to, with the reason it was given', async () => {
    const stop = new AbortController();
    const asked = new Promise<void>(
      (resolve) =>
        void site({ '/': () => resolve() }).then(({ port }) => {
          const observing = observe([`http://127.0.0.1:${port}/`], OUR_ENGINES, { signal: stop.signal });
          observing.catch(() => undefined);
          ended = observing;
        }),
    );
    let ended: Promise<unknown> = Promise.resolve();
    await asked;
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  });

  describe('follows links', () => {
    const page = (...markup: string[]) => ({ '/': { body: `<!doctype html>\n${markup.join('\n')}` } });

    it('of its own host, each once, by HEAD and where that says nothing by GET', async () => {
      const { port, requests } = await site({
        ...page(
          '<a href="/good#part">',
          '<a href="/good">',
          '<img src="/gone.png" srcset="/small.png 1x, /big.png 2x">',
          '<script src="/no-head.js"></script>',
          '<link rel="preconnect" href="/never">',
          '<a href="mailto:a@b.example">',
          '<a href="#top">',
          '<a href="/moved">',
          '<a href="/">',
        ),
        '/good': {},
        '/small.png': {},
        '/big.png': {},
        '/moved': { status: 301, headers: { location: '/good' } },
        '/no-head.js': (request, response) => void response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
      });
      const observed = await observe([`http://127.0.0.1:${port}/`], ['links']);
      expect(outcomes(observed)).toEqual([
        { element: 'a[href]', line: 2, path: '/good', outcome: { status: 200 } },
        { element: 'img[src]', line: 4, path: '/gone.png', outcome: { status: 404 } },
        { element: 'img[srcset]', line: 4, path: '/small.png', outcome: { status: 200 } },
        { element: 'img[srcset]', line: 4, path: '/big.png', outcome: { status: 200 } },
        { element: 'script[src]', line: 5, path: '/no-head.js', outcome: { status: 200 } },
        {
          element: 'a[href]',
          line: 9,
          path: '/moved',
          outcome: { status: 200, redirectedTo: `http://127.0.0.1:${port}/good` },
        },
        { element: 'a[href]', line: 10, path: '/', outcome: { status: 200 } },
      ]);
      expect([...requests].sort()).toEqual([
        'GET /',
        'GET /gone.png',
        'GET /no-head.js',
        'GET /robots.txt',
        'HEAD /big.png',
        'HEAD /gone.png',
        'HEAD /good',
        'HEAD /good',
        'HEAD /moved',
        'HEAD /no-head.js',
        'HEAD /small.png',
      ]);
    });

    it('to no other host, however they lead there', async () => {
      const other = await site({});
      const { port } = await site({
        ...page(
          `<a href="${canary.url}">`,
          `<img src="//127.0.0.1:${other.port}/x">`,
          '<a href="/inward">',
          '<a href="/outward">',
          '<a href="http://169.254.169.254/latest/meta-data/">',
          '<a href="file:///etc/passwd">',
        ),
        '/inward': { status: 302, headers: { location: canary.url } },
        '/outward': { status: 302, headers: { location: `http://127.0.0.1:${other.port}/y` } },
      });
      const observed = await observe([`http://127.0.0.1:${port}/`], ['links']);
      expect(outcomes(observed)).toMatchObject([
        { outcome: { notChecked: 'another host' } },
        { outcome: { notChecked: 'another host' } },
        { path: '/inward', outcome: { notChecked: expect.stringMatching(/not contacted/) as string } },
        { path: '/outward', outcome: { status: 302, redirectedTo: `http://127.0.0.1:${other.port}/y` } },
        { outcome: { notChecked: 'another host' } },
      ]);
      expect(other.requests).toEqual([]);
    });

    it('as robots.txt allows us, not anybody', async () => {
      const { port, requests } = await site({
        ...page('<a href="/private/a">', '<a href="/public">'),
        '/robots.txt': { body: 'User-agent: *\nAllow: /\n\nUser-agent: Assay/2\nDisallow: /private' },
        '/public': {},
      });
      expect(outcomes(await observe([`http://127.0.0.1:${port}/`], ['links']))).toMatchObject([
        { outcome: { notChecked: 'robots.txt keeps robots from it' } },
        { outcome: { status: 200 } },
      ]);
      expect(requests).toEqual(['GET /', 'GET /robots.txt', 'HEAD /public']);
    });

    it('not at all where robots.txt fails', async () => {
      const { port } = await site({ ...page('<a href="/a">'), '/robots.txt': { status: 503 } });
      expect(outcomes(await observe([`http://127.0.0.1:${port}/`], ['links']))).toMatchObject([
        { outcome: { notChecked: expect.any(String) as string } },
      ]);
    });

    it('as slowly as robots.txt asks for, until the time for them is over', async () => {
      const { port, asked } = await site({
        ...page(...Array.from({ length: 60 }, (_, index) => `<a href="/${index}">`)),
        '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 3600' },
      });
      const seen = outcomes(
        await observe([`http://127.0.0.1:${port}/`], ['links'], {
          limits: { bytes: 1_000_000, time: 60_000, toolTime: 3_000 },
        }),
      );
      expect(seen).toContainEqual({
        element: 'a[href]',
        line: 61,
        path: '/59',
        outcome: { notChecked: 'the time for this target was over' },
      });
      expect(asked('HEAD /59')).toBe(0);
    });

    it('that turn in circles, break off or ask for patience', async () => {
      const { port } = await site({
        ...page('<a href="/round">', '<a href="/broken">', '<a href="/busy">'),
        '/round': { status: 302, headers: { location: '/round' } },
        '/broken': (request) => void request.socket.destroy(),
        '/busy': { status: 429 },
      });
      expect(outcomes(await observe([`http://127.0.0.1:${port}/`], ['links']))).toMatchObject([
        { outcome: { loop: true, unreachable: expect.stringMatching(/redirects/) as string } },
        { outcome: { unreachable: expect.stringMatching(/connection/) as string } },
        { outcome: { notChecked: expect.stringMatching(/429/) as string } },
      ]);
    });

    it('a hundred of a page, and counts the others', async () => {
      const { port, requests } = await site({
        '/': { body: Array.from({ length: 350 }, (_, index) => `<a href="/${index}">`).join('\n') },
      });
      const observed = await observe([`http://127.0.0.1:${port}/`], ['links']);
      const { page: seen } = record<LinksRecord>(observed, 'links/1.json');
      expect(seen).toMatchObject({ observed: { more: 50 } });
      expect(requests.filter((request) => request.startsWith('HEAD'))).toHaveLength(100);
    });
  });

  describe('reads robots.txt and sitemaps', () => {
    const siteOf = async (answers: Parameters<typeof openSite>[0], path = '/') => {
      const opened = await site(answers);
      const observed = await observe([`http://127.0.0.1:${opened.port}${path}`], ['site']);
      return {
        ...opened,
        origin: `http://127.0.0.1:${opened.port}`,
        seen: record<SiteRecord>(observed, 'site/1.json').site,
      };
    };
    const urlset = (...locations: string[]) =>
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
      `${locations.map((location) => `<url><loc>${location}</loc></url>`).join('')}</urlset>`;

    it('where they usually are, and says where they are not', async () => {
      const { seen, origin } = await siteOf({
        '/': {
          headers: { 'x-robots-tag': 'noindex' },
          body: '<meta name="robots" content="noarchive"><link rel="canonical" href="/start">',
        },
      });
      expect(seen).toEqual({
        observed: {
          robots: { status: 404, contentType: 'text/plain', text: 'not here', cut: false },
          sitemaps: [{ url: `${origin}/sitemap.xml`, named: false, status: 404, listed: 0, foreign: [] }],
          pages: [
            {
              url: `${origin}/`,
              robotsMeta: 'noarchive',
              robotsHeader: 'noindex',
              canonical: `${origin}/start`,
              allowed: true,
              inSitemap: false,
            },
          ],
        },
      });
    });

    it('that robots.txt names, packed or in an index, one level deep, on the same host', async () => {
      const opened = await site({});
      const origin = `http://127.0.0.1:${opened.port}`;
      opened.answers.set('/page', { body: 'page' });
      opened.answers.set('/robots.txt', {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow: /page\nSitemap: ${origin}/index.xml\nSitemap: ${canary.url}\n`,
      });
      opened.answers.set('/index.xml', {
        body:
          `<sitemapindex><sitemap><loc>${origin}/a.xml.gz</loc></sitemap>` +
          `<sitemap><loc>${origin}/deeper.xml</loc></sitemap></sitemapindex>`,
      });
      opened.answers.set('/a.xml.gz', {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(urlset(`${origin}/page`, 'https://other.example/', '/relative')),
      });
      opened.answers.set('/deeper.xml', {
        body: `<sitemapindex><sitemap><loc>${origin}/deepest.xml</loc></sitemap></sitemapindex>`,
      });
      const observed = await observe([`${origin}/page`], ['site']);
      expect(record<SiteRecord>(observed, 'site/1.json').site).toMatchObject({
        observed: {
          sitemaps: [
            { url: `${origin}/index.xml`, named: true, status: 200, listed: 2 },
            { url: canary.url, notChecked: 'it is of another host' },
            { url: `${origin}/a.xml.gz`, listed: 3, foreign: ['https://other.example/', '/relative'] },
            { url: `${origin}/deeper.xml`, listed: 1 },
          ],
          pages: [{ url: `${origin}/page`, allowed: false, inSitemap: true }],
        },
      });
      expect(opened.asked('GET /deepest.xml')).toBe(0);
    });

    it.each([
      ['is no XML', 'hello', /not well-formed|no/],
      ['is another document', '<html/>', /root element is html/],
      ['breaks off', '<urlset><url>', /not well-formed/],
      ['unpacks to a hundred times what it may hold', gzipSync(Buffer.alloc(60_000_000)), /unpacks to more/],
      ['is packed wrongly', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(50)]), /compression/],
      [
        'defines entities',
        '<!DOCTYPE a [<!ENTITY b "cccccccc">]><urlset><url><loc>&b;</loc></url></urlset>',
        /not well-formed/,
      ],
    ])('and says of a sitemap that it %s', async (_, body, problem) => {
      const { seen } = await siteOf({
        '/': { body: 'page' },
        '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body },
      });
      expect(seen).toMatchObject({
        observed: { sitemaps: [{ status: 200, problem: expect.stringMatching(problem) as string, listed: 0 }] },
      });
    });

    it('as far as robots read them', async () => {
      const { seen } = await siteOf({
        '/': { body: 'page' },
        '/robots.txt': { body: `${'# x\n'.repeat(200_000)}User-agent: *\nDisallow: /` },
      });
      expect(seen).toMatchObject({ observed: { robots: { cut: true }, pages: [{ allowed: true }] } });
    });
  });

  describe('looks at encryption', () => {
    const authority = issueCertificate({ name: 'Test Authority', authority: true });
    const tlsSite = (
      wish: Partial<Parameters<typeof issueCertificate>[0]>,
      more: Partial<NonNullable<SiteOptions['tls']>> = {},
    ) => {
      const { key, certificate } = issueCertificate({
        name: 'shop',
        hosts: ['localhost'],
        issuer: authority.issuer,
        ...wish,
      });
      return site({ '/': { body: 'never read' } }, { tls: { key, cert: certificate, ...more } });
    };

    it('of a site that nobody trusts, and takes nothing else from it', async () => {
      const { port, requests } = await tlsSite({ from: -20, to: -10 });
      const url = `https://localhost:${port}/`;
      const observed = await observe([url]);
      expect(record<TlsRecord>(observed, 'tls/1.json')).toMatchObject({
        origin: `https://localhost:${port}`,
        plain: false,
        connection: {
          observed: {
            distrust: expect.stringMatching(/^(CERT_HAS_EXPIRED|UNABLE_TO_)/) as string,
            forHost: true,
            oldProtocols: [],
            certificate: {
              subject: 'CN=shop',
              issuer: 'CN=Test Authority',
              altNames: ['DNS:localhost'],
              keyType: 'ec',
              keyBits: 256,
              signatureAlgorithm: 'ecdsa-with-SHA256',
              selfSigned: false,
            },
          },
        },
      });
      const missing = {
        missing: expect.stringMatching(/no trusted encrypted connection/) as string,
        because: 'failed',
      };
      expect(record<HttpRecord>(observed, 'http/1.json')).toEqual({ url, answer: missing });
      expect(record<LinksRecord>(observed, 'links/1.json')).toEqual({ url, page: missing });
      expect(record<SiteRecord>(observed, 'site/1.json')).toEqual({
        origin: `https://localhost:${port}`,
        site: missing,
      });
      expect(observed).toMatchObject({ pages: [], leftOut: [{ path: url }], unavailable: { source: missing.missing } });
      expect(readdirSync(join(observed.source!.folder, 'pages'))).toEqual([]);
      expect(requests).toEqual([]);
    });

    it('only where a tool judges it: a page that nobody trusts is unreachable otherwise', async () => {
      const { port } = await tlsSite({});
      await expect(observe([`https://localhost:${port}/`], ['http-answers'])).rejects.toMatchObject({
        name: 'TargetUnreachable',
        reason: 'certificate',
      });
    });

    it('that is for another host, or signs itself', async () => {
      const other = await tlsSite({ hosts: ['other.example'] });
      const { key, certificate } = issueCertificate({ name: 'self', hosts: ['localhost'] });
      const own = await site({}, { tls: { key, cert: certificate } });
      const observed = await observe(
        [other, own].map(({ port }) => `https://localhost:${port}/`),
        ['tls'],
      );
      expect(record<TlsRecord>(observed, 'tls/1.json').connection).toMatchObject({ observed: { forHost: false } });
      expect(record<TlsRecord>(observed, 'tls/2.json').connection).toMatchObject({
        observed: { distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT', forHost: true, certificate: { selfSigned: true } },
      });
    });

    it('of a server that knows old protocols only', async () => {
      const { port } = await tlsSite({}, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' });
      expect(
        record<TlsRecord>(await observe([`https://localhost:${port}/`], ['tls']), 'tls/1.json').connection,
      ).toMatchObject({ observed: { protocol: 'TLSv1.1', oldProtocols: ['TLSv1', 'TLSv1.1'] } });
    });

    it('that is not there', async () => {
      const { port } = await site({ '/': { body: 'hello' } });
      expect(record<TlsRecord>(await observe([`http://127.0.0.1:${port}/`], ['tls']), 'tls/1.json')).toMatchObject({
        plain: true,
        connection: { because: 'skipped' },
      });
      await expect(
        observe([`https://127.0.0.1:${port}/`], ['tls'], { folder: join(folder, 'other') }),
      ).rejects.toMatchObject({ name: 'TargetUnreachable' });
    });
  });

  it('says of each page why no browser looked at it', async () => {
    const { port } = await site({ '/': { body: 'hello' } });
    const observed = await observe([`http://127.0.0.1:${port}/`], ['page', 'lighthouse']);
    const missing = { missing: expect.stringMatching(/ASSAY_CHROMIUM is off/) as string, because: 'skipped' };
    expect(record(observed, 'page/1.json')).toMatchObject({
      loads: 0,
      axe: missing,
      runtime: missing,
      coverage: missing,
    });
    expect(record(observed, 'lighthouse/1.json')).toMatchObject({ runs: 0, report: missing });
  });
});
