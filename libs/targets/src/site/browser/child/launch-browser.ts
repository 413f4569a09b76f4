import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { BrowserJob } from '../browser-job';
import { openDeadEnd, openRelay } from './relay';
import { reasonOf } from './within';

/** Puppeteer's defaults that let a page do more than in a browser of a person's. */
const UNWANTED_DEFAULTS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection'];

/** Loopback goes through the proxy too, which Chromium would connect to by itself. */
const BYPASS = '<-loopback>';

const args = (deadEnd: number, sandbox: boolean): string[] => [
  // What the browser wants for itself (updates, the time, who is signed in) asks a proxy that hangs up: no set of flags
  // turns all of that off. Only the page's own context has the way out.
  `--proxy-server=${proxyAt(deadEnd)}`,
  `--proxy-bypass-list=${BYPASS}`,
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-features=DialMediaRouteProvider,MediaRouter,OptimizationHints,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater,AsyncDns,DnsOverHttps,NetworkTimeServiceQuerying,SpareRendererForSitePerProcess',
  '--no-pings',
  // Nothing that the page did not ask for.
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-field-trial-config',
  '--no-service-autorun',
  '--deny-permission-prompts',
  '--disable-gpu',
  '--disable-speech-api',
  '--disable-file-system',
  '--disable-extensions',
  ...(sandbox ? [] : ['--no-sandbox']),
];

const proxyAt = (port: number): string => `http://127.0.0.1:${port}`;

/** A browser with an empty profile in the working directory, reached over a pipe: it has no debugging port. */
export async function launchBrowser({ chromium, sandbox, time }: BrowserJob): Promise<Browser> {
  const deadEnd = await openDeadEnd();
  const starting = puppeteer.launch({
    executablePath: chromium,
    headless: true,
    pipe: true,
    userDataDir: join(process.cwd(), 'profile'),
    ignoreDefaultArgs: UNWANTED_DEFAULTS,
    args: args(deadEnd, sandbox),
    timeout: time,
    protocolTimeout: time,
    defaultViewport: { width: 1350, height: 940 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return starting.catch((error: unknown) => {
    throw new Error(`the browser did not start (${reasonOf(error)})`, { cause: error });
  });
}

/**
 * The page to look at, whose requests go through the guard. What it opens besides is closed, and what it asks is
 * answered with no.
 */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext({
    proxyServer: proxyAt(await openRelay()),
    proxyBypassList: [BYPASS],
    downloadBehavior: { policy: 'deny' },
  });
  const page = await context.newPage();
  for (const empty of await browser.pages()) if (empty !== page) await empty.close(); // each is a process of its own
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined)); // gone with the page that asked
  context.on('targetcreated', (target) => {
    if (target.type() === 'page')
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined); // it may close itself first
  });
  return page;
}
