import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { BrowserJob, BrowserMessage } from '../browser-job';
import { openDeadEnd, openRelay } from './relay';
import { reasonOf } from './with-timeout';

/**
 * Does the job of a browser.
 * @param deadline by the clock of `performance.now()`
 */
export type JobRunner = (
  browser: Browser,
  job: BrowserJob,
  deadline: number,
  report: (message: BrowserMessage) => void,
) => Promise<void>;

/** Defaults of Puppeteer that would allow a page more than a normal browser does. */
const UNWANTED_DEFAULTS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection'];

/** Sends loopback addresses through the proxy too. By default Chromium would connect to them directly. */
const BYPASS = '<-loopback>';

const DISABLED_FEATURES = [
  'DialMediaRouteProvider',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'AsyncDns',
  'DnsOverHttps',
  'NetworkTimeServiceQuerying',
  'SpareRendererForSitePerProcess',
];

const args = (deadEnd: number, sandbox: boolean): string[] => [
  // The browser's own requests (updates, the time, who is signed in) go to a proxy that hangs up, because no set of
  // flags turns all of them off. Only the context of the page gets a proxy that works.
  `--proxy-server=${proxyAt(deadEnd)}`,
  `--proxy-bypass-list=${BYPASS}`,
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-pings',
  // These flags turn off everything that the page did not ask for.
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

/**
 * Starts a browser with an empty profile in the working directory. It is controlled over a pipe, so no port is open.
 */
export async function launchBrowser({
  chromium,
  sandbox,
  time,
}: Pick<BrowserJob, 'chromium' | 'sandbox' | 'time'>): Promise<Browser> {
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
 * Opens the page to analyse. Its requests go through the guard. Further pages that it opens are closed, and its dialogs
 * are dismissed.
 */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext({
    proxyServer: proxyAt(await openRelay()),
    proxyBypassList: [BYPASS],
    downloadBehavior: { policy: 'deny' },
  });
  const page = await context.newPage();
  for (const empty of await browser.pages()) if (empty !== page) await empty.close(); // each page is a process
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined)); // the dialog may disappear with its page
  context.on('targetcreated', (target) => {
    if (target.type() === 'page')
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined); // the popup may close itself first
  });
  return page;
}
