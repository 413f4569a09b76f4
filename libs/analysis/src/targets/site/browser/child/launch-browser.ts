import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { BrowserJob } from '../browser-job';
import { openRelay } from './relay';
import { reasonOf } from './within';

/** Puppeteer's defaults that let a page do more than in a browser of a person's. */
const UNWANTED_DEFAULTS = ['--disable-popup-blocking', '--disable-ipc-flooding-protection'];

const args = (proxyPort: number, sandbox: boolean): string[] => [
  // Everything through the proxy: loopback too, which Chromium would connect to by itself, and no name is looked up here.
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-features=DialMediaRouteProvider,MediaRouter,OptimizationHints,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater,AsyncDns,DnsOverHttps,NetworkTimeServiceQuerying',
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

/** A browser with an empty profile in the working directory, reached over a pipe: it has no debugging port. */
export async function launchBrowser({ chromium, sandbox, time }: BrowserJob): Promise<Browser> {
  const proxyPort = await openRelay();
  const starting = puppeteer.launch({
    executablePath: chromium,
    headless: true,
    pipe: true,
    userDataDir: join(process.cwd(), 'profile'),
    ignoreDefaultArgs: UNWANTED_DEFAULTS,
    args: args(proxyPort, sandbox),
    timeout: time,
    protocolTimeout: time,
    defaultViewport: { width: 1350, height: 940 },
    downloadBehavior: { policy: 'deny' },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return starting.catch((error: unknown) => {
    throw new Error(`the browser did not start (${reasonOf(error)})`, { cause: error });
  });
}

/** The page to look at. What it opens besides is closed, and what it asks is answered with no. */
export async function openPage(browser: Browser): Promise<Page> {
  const [page = await browser.newPage()] = await browser.pages();
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined)); // gone with the page that asked
  browser.on('targetcreated', (target) => {
    if (target.type() === 'page') void target.page().then((popup) => popup?.close()).catch(() => undefined); // it may close itself first
  });
  return page;
}
