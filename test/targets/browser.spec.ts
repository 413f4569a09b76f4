import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTargetGuard, parseAllowedTargets } from '../../libs/targets/src/network';
import { eventually } from '../../libs/analysis/test/eventually';
import {
  type BrowserConfinement,
  type RecordPagesOptions,
  detectBrowserConfinement,
  findChromium,
  recordPages,
} from '../../libs/targets/src/site/browser';
import type { Observed, PageRecord } from '../../libs/target-records/src/site/site-records';
import { type BrowserSite, type Page, cleanPage, startBrowserSite } from '../support/sites/browser-site';
import { trapPage, trapServiceWorker } from '../support/sites/browser-traps';
import { type Canary, startCanary } from '../support/sites/canary';

/** Generous: two slow processors under load. What must end earlier says so. */
const TIME = 60_000;

function observed<Value>(part: Observed<Value>): Value {
  if ('observed' in part) return part.observed;
  throw new Error(`nothing was observed: ${part.missing}`);
}
const reasonOf = (part: Observed<unknown>): string => ('missing' in part ? part.missing : 'observed');
const rulesOf = (page: PageRecord): string[] => observed(page.axe).violations.map(({ rule }) => rule);

describe('pages in a browser', () => {
  let chromium: string;
  let site: BrowserSite;
  let canary: Canary;
  let scratch: string;
  beforeAll(async () => {
    const found = await findChromium(process.env['ASSAY_CHROMIUM']);
    if (!found.ok) throw new Error(`these tests look at pages: ${found.refusal}`);
    chromium = found.value;
  });
  beforeEach(async () => {
    [site, canary] = await Promise.all([startBrowserSite(), startCanary()]);
    scratch = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  });
  afterEach(async () => {
    await Promise.all([site.close(), canary.close()]);
    expect(readdirSync(scratch)).toEqual([]);
    // the kernel takes its time
    await eventually(() => expect(commandLines().filter((line) => line.includes(scratch))).toEqual([]));
    rmSync(scratch, { recursive: true, force: true });
  });

  const guardOf = (allowed: string) => {
    const list = parseAllowedTargets(allowed);
    if (!list.ok) throw new Error(list.refusal);
    return createTargetGuard({ allowed: list.value });
  };
  const record = (
    options: Partial<Omit<RecordPagesOptions, 'limits'>> & { limits?: Partial<RecordPagesOptions['limits']> } = {},
  ) => {
    const { limits, ...rest } = options;
    return recordPages({
      urls: [`${site.origin}/`],
      guard: guardOf(`127.0.0.1:${site.port}`),
      chromium,
      wanted: new Set(['page']),
      scratch,
      ...rest,
      limits: { bytes: 50 * 1024 * 1024, time: TIME, memoryMb: 4_096, ...limits },
    });
  };
  const look = async (options: Parameters<typeof record>[0] = {}): Promise<PageRecord> =>
    (await record(options)).pages[0]!;
  const served =
    (type: string, body = ''): Page =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': type }).end(body);

  it('have what is wrong with them recorded, from one load', async () => {
    site.pages.set(
      '/',
      cleanPage(
        '<img src="/missing.png"><button></button><iframe title="inner" src="/inner"></iframe>',
        '<link rel="stylesheet" href="/site.css"><script src="/site.js"></script>',
      ),
    );
    site.pages.set(
      '/inner',
      '<!doctype html><html lang="en"><title>Inner</title><main><h1>Inner</h1><input></main></html>',
    );
    site.pages.set('/site.css', served('text/css', 'h1 { color: black } .never { color: red }'));
    site.pages.set(
      '/site.js',
      served(
        'text/javascript',
        'function never() {\n  return 1;\n}\nconsole.error("it is", { broken: true });\nthrow new Error("thrown");',
      ),
    );
    const progress: [number, number][] = [];
    const page = await look({ onProgress: (done, total) => void progress.push([done, total]) });
    expect(page).toMatchObject({
      url: `${site.origin}/`,
      finalUrl: `${site.origin}/`,
      loads: 1,
      browser: { version: expect.stringMatching(/^\d+\./) },
    });
    expect(site.asked.filter((path) => path === '/')).toHaveLength(1);
    expect(progress).toEqual([[1, 1]]);
    expect(
      observed(page.axe).violations.map(({ rule, impact, elements }) => [
        rule,
        impact,
        elements.map(({ html }) => html),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['image-alt', 'critical', ['<img src="/missing.png">']],
        ['button-name', 'critical', ['<button></button>']],
        ['label', 'critical', ['<input>']],
      ]),
    );
    expect(observed(page.runtime)).toEqual({
      exceptions: [{ message: 'Error: thrown', url: `${site.origin}/site.js`, line: 5 }],
      consoleErrors: [{ message: expect.stringMatching(/^it is /), url: `${site.origin}/site.js`, line: 4 }],
      failedRequests: [
        { url: `${site.origin}/missing.png`, kind: 'image', reason: 'it is answered with 404', refused: false },
      ],
      more: 0,
    });
    const coverage = Object.fromEntries(
      observed(page.coverage).files.map((file) => [new URL(file.url).pathname, file]),
    );
    expect(coverage['/site.css']).toMatchObject({ type: 'css', bytes: 41 });
    expect(coverage['/site.css']!.usedBytes).toBeLessThan(25);
    expect(coverage['/site.js']!.usedBytes).toBeLessThan(coverage['/site.js']!.bytes);
  });

  it('have nothing recorded where nothing is wrong', async () => {
    site.pages.set('/', cleanPage(`<script>new WebSocket("ws://127.0.0.1:${site.port}/socket")</script>`));
    const sockets: string[] = [];
    site.server.on('upgrade', (request, socket) => {
      sockets.push(request.url!);
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
          `sec-websocket-accept: ${accept}\r\n\r\n`,
      );
    });
    const page = await look();
    expect(observed(page.axe).violations).toEqual([]);
    expect(observed(page.runtime)).toEqual({ exceptions: [], consoleErrors: [], failedRequests: [], more: 0 });
    expect(sockets).toEqual(['/socket']); // what is allowed goes through the proxy, tunnels too
  });

  it('cannot hide what is wrong with them by changing what scripts find in their world', async () => {
    site.pages.set(
      '/',
      cleanPage(
        '<button></button>',
        `<script>
      Object.defineProperty(window, 'axe', { get: () => ({ runPartial: async () => ({}) }), set() {} });
      for (const name of ['querySelectorAll', 'querySelector', 'getAttribute', 'hasAttribute'])
        Element.prototype[name] = Document.prototype[name] = () => null;
      Array.prototype.map = Array.prototype.filter = Array.prototype.push = function () { return []; };
      JSON.stringify = () => '[]'; Promise.prototype.then = () => {}; Object.keys = () => [];
    </script><meta http-equiv="Content-Security-Policy"
      content="script-src 'none'; require-trusted-types-for 'script'">`,
      ),
    );
    expect(rulesOf(await look())).toEqual(['button-name']);
  });

  describe.each(['with all that this machine offers', "by the browser's settings alone"] as const)(
    'that try to reach what they must not, kept from it %s',
    (means) => {
      let confinement: BrowserConfinement;
      beforeAll(async () => {
        const all = await detectBrowserConfinement();
        confinement =
          means === 'with all that this machine offers'
            ? all
            : {
                ...all,
                wrappers: all.wrappers.filter((wrapper) => wrapper === 'pdeathsig' || wrapper === 'rlimits'),
                sandbox: process.getuid?.() !== 0,
              };
      });
      const setTraps = () => {
        const to = `127.0.0.1:${canary.port}`;
        const redirect = (location: string) => (_: unknown, response: ServerResponse) =>
          void response.writeHead(302, { location }).end();
        site.pages.set('/redirect', redirect(`http://${to}/redirected`)).set('/redirect-twice', redirect('/redirect'));
        site.pages.set('/service-worker.js', served('text/javascript', trapServiceWorker(to)));
        const p = canary.port;
        return trapPage(
          [
            to,
            `localhost:${p}`,
            `[::1]:${p}`,
            `2130706433:${p}`,
            `0.0.0.0:${p}`,
            `0x7f.1:${p}`,
            `a.localhost:${p}`,
            `127.0.0.1.nip.invalid:${p}`,
          ],
          ['/redirect', '/redirect-twice'],
        );
      };

      it('never get there, and each attempt that the browser made is recorded as refused', async () => {
        site.pages.set('/', setTraps());
        const page = await look({ confinement });
        expect(canary.heard).toEqual([]);
        const refused = observed(page.runtime).failedRequests.filter((request) => request.refused);
        expect(new Set(refused.map(({ url }) => new URL(url).hostname))).toEqual(
          new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'a.localhost', '127.0.0.1.nip.invalid']),
        );
        expect(refused[0]!.reason).toMatch(/not a public address|local network/);
        expect(rulesOf(page)).toContain('button-name'); // axe looked at it
      });

      it('leave nothing behind when they are given up', async () => {
        const giveUp = new AbortController();
        let running = 0;
        site.pages.set('/', () => {
          running = commandLines().filter((line) => line.includes(scratch)).length;
          giveUp.abort(new Error('given up'));
        });
        await expect(look({ confinement, signal: giveUp.signal })).rejects.toThrow('given up');
        expect(running).toBeGreaterThan(1);
        expect(existsSync(join(scratch, 'page'))).toBe(false);
      });

      it.each(
        [['/redirect-twice'], ['/leaves'], ['/refreshes']].slice(
          0,
          means === 'with all that this machine offers' ? 3 : 1,
        ),
      )('leave %s for nothing', async (path) => {
        setTraps();
        site.pages.set('/leaves', `<script>location = "http://127.0.0.1:${canary.port}/location"</script>`);
        site.pages.set(
          '/refreshes',
          `<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${canary.port}/refresh">`,
        );
        const page = await look({ confinement, urls: [`${site.origin}${path}`] });
        expect(canary.heard).toEqual([]);
        expect(reasonOf(page.axe)).toMatch(
          /^it cannot be reached through the guard \(not allowed: 127\.0\.0\.1:\d+\)$/,
        );
      });
    },
  );

  it('reach whatever the guard lets them reach: the traps are traps', async () => {
    site.pages.set('/', trapPage([`127.0.0.1:${canary.port}`], []));
    site.pages.set('/service-worker.js', served('text/javascript', trapServiceWorker(`127.0.0.1:${canary.port}`)));
    await look({ guard: guardOf(`127.0.0.1:${site.port}, 127.0.0.1:${canary.port}`) });
    const heard = new Set(canary.heard.map((line) => /^[A-Z]+ (?:http:\/\/[^/]+)?\/([a-z-]+)/.exec(line)?.[1] ?? line));
    for (const name of [
      'img',
      'script',
      'module',
      'import',
      'css-url',
      'iframe',
      'fetch',
      'xhr',
      'beacon',
      'eventsource',
      'websocket',
      'import-scripts',
      'worker-fetch',
      'refresh',
      'location',
      'form',
      'srcdoc',
      'service-worker',
      'preload',
    ])
      expect([...heard]).toContain(name);
  });

  it('are refused before a browser is started where the guard refuses their address', async () => {
    const page = await look({
      urls: [`http://127.0.0.1:${canary.port}/`, 'file:///etc/passwd'],
      chromium: '/nonexistent',
    });
    expect(page).toMatchObject({
      loads: 0,
      axe: { missing: expect.stringContaining('not a public address'), because: 'failed' },
    });
    expect(canary.heard).toEqual([]);
  });

  describe('that do not let themselves be looked at', () => {
    const SHORT = 8_000;

    it.each([
      ['an endless loop', '<script>for (;;);</script>'],
      ['an endless loop after it was loaded', `${cleanPage()}<script>setTimeout(() => { for (;;); })</script>`],
      ['dialogs without end', '<script>for (;;) alert("again")</script>'],
      ['an answer that never ends its headers', (): void => undefined],
    ])('end with a reason: %s', async (_, html) => {
      site.pages.set('/', html);
      const page = await look({ limits: { time: SHORT } });
      expect(reasonOf(page.axe)).toMatch(/was not done within [\d,]+ ms|not done with it within/);
    });

    it.each([
      [
        'redirects in circles',
        (_: unknown, response: ServerResponse) => void response.writeHead(302, { location: '/' }).end(),
        /^it redirects in circles/,
      ],
      [
        'a download',
        (_: unknown, response: ServerResponse) =>
          void response.writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment' }).end('<p>'),
        /^it is a download/,
      ],
      [
        'a picture',
        served('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        /^it is no page but image\/svg\+xml$/,
      ],
      [
        'a server that hangs up',
        (request: IncomingMessage) => void request.socket.destroy(),
        /^it cannot be reached through the guard \(unreachable/,
      ],
    ])('end with the reason: %s', async (_, answer, reason) => {
      site.pages.set('/', answer);
      const page = await look();
      for (const part of [page.axe, page.runtime, page.coverage]) expect(reasonOf(part)).toMatch(reason);
    });

    it('are cut off when they send more than they may', async () => {
      site.pages.set('/', cleanPage('<script>fetch("/endless").then((answer) => answer.text())</script>'));
      site.pages.set('/endless', (_, response) => {
        const send = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), send));
        send();
      });
      expect(reasonOf((await look({ limits: { bytes: 3_000_000 } })).axe)).toBe('it loads more than 3,000,000 bytes');
    });

    it('are ended when they need more memory than they may', async () => {
      site.pages.set('/', '<script>const all = []; for (;;) all.push(new Uint8Array(64e6).fill(1))</script>');
      expect(reasonOf((await look({ limits: { memoryMb: 1_600 } })).axe)).toMatch(/more than 1600 MB of memory|crash/);
    });
  });

  it.each([
    ['reload themselves', '<script>location.reload()</script>'],
    ['refresh themselves', '<meta http-equiv="refresh" content="0">'],
    ['close themselves', '<script>window.close(); self.close()</script>'],
    [
      'ask before they are left',
      '<script>onbeforeunload = (e) => { e.preventDefault(); return "stay" }; alert(1); confirm(2); prompt(3); ' +
        'location = "/other"</script>',
    ],
    [
      'open others, ask for what they may not have and stop in a debugger',
      '<script>setInterval(() => open("/other"), 1); debugger; setInterval("debugger", 1); ' +
        'navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission(); ' +
        'navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => 0); ' +
        'document.documentElement.requestFullscreen().catch(() => 0)</script>',
    ],
    ['never stop loading', '<img alt="a" src="/never">'],
  ])('are looked at although they %s', async (_, extra) => {
    site.pages
      .set('/', cleanPage(`<button></button>${extra}`))
      .set('/never', () => undefined)
      .set('/other', cleanPage('<button></button>'));
    expect(rulesOf(await look({ limits: { time: 16_000 } }))).toEqual(['button-name']);
  });

  it('have their findings bounded, and what is beyond counted', async () => {
    // The requests are synchronous, so that all of them are answered before the page is, on a slow machine, too.
    const script =
      'for (let i = 0; i < 500; i++) console.error("e" + "x".repeat(1e5));' +
      'for (let i = 0; i < 250; i++) { const r = new XMLHttpRequest(); r.open("GET", "/missing", false); r.send() }';
    site.pages.set('/', cleanPage(`${'<button></button>'.repeat(500)}<script>${script}</script>`));
    const page = await look();
    const violation = observed(page.axe).violations.find(({ rule }) => rule === 'button-name');
    expect([violation!.elements.length, violation!.more]).toEqual([30, 470]);
    const runtime = observed(page.runtime);
    expect(runtime.consoleErrors).toHaveLength(100);
    expect(runtime.failedRequests).toHaveLength(200);
    expect(runtime.more).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(page).length).toBeLessThan(500_000);
  });

  it('are not looked at where no encrypted connection can be made', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.from('15030300020228', 'hex'))),
    ); // a handshake that fails
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const page = await look({ urls: [`https://127.0.0.1:${port}/`], guard: guardOf(`127.0.0.1:${port}`) });
    await new Promise((resolve) => server.close(resolve));
    expect(reasonOf(page.axe)).toMatch(/^no trusted encrypted connection can be made to it/);
  });

  it('say why where the browser cannot be started', async () => {
    expect(reasonOf((await look({ chromium: '/bin/false' })).axe)).toMatch(/^the browser did not start/);
  });

  describe('judged by Lighthouse', () => {
    const LIGHTHOUSE = new Set(['lighthouse'] as const);

    it('have all its categories from one run', async () => {
      site.pages.set('/', cleanPage('<button></button>').replace(/<meta name="(viewport|description)"[^>]*>/g, ''));
      const judged = new Set<string>();
      const guard = guardOf(`127.0.0.1:${site.port}`);
      const listening: typeof guard = {
        ...guard,
        admitUrl: (url) => {
          judged.add(new URL(url).host);
          return guard.admitUrl(url);
        },
      };
      const {
        pages,
        lighthouse: [run],
      } = await record({ wanted: LIGHTHOUSE, guard: listening });
      expect([...judged]).toEqual([`127.0.0.1:${site.port}`]); // nothing of what the browser wants for itself
      expect(pages).toEqual([]);
      expect(run).toMatchObject({ url: `${site.origin}/`, runs: 1 });
      const report = observed(run!.report);
      expect(report.version).toBe('12.8.2');
      expect(Object.keys(report.scores).toSorted()).toEqual(['accessibility', 'best-practices', 'performance', 'seo']);
      for (const score of Object.values(report.scores)) expect(score).toEqual(expect.any(Number));
      expect(report.audits).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            id: 'button-name',
            category: 'accessibility',
            score: 0,
            items: [{ html: '<button>', selector: 'body > main > button' }],
            more: 0,
          }),
          expect.objectContaining({ id: 'meta-description', category: 'seo', score: 0 }),
        ]),
      );
      expect(site.asked.filter((path) => path === '/')).toHaveLength(1);
    });

    it('say why there is no report', async () => {
      site.pages.set(
        '/',
        (_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(cleanPage('down')),
      );
      const {
        lighthouse: [run],
      } = await record({ wanted: LIGHTHOUSE });
      expect(reasonOf(run!.report)).toMatch(/500/);
    });
  });
});

/** The command line of every process of this machine that can be seen. */
const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it has ended since
      }
    });
