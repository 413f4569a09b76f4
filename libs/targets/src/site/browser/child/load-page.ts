import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import type { BrowserJob } from '../browser-job';
import { reasonOf, withTimeout } from './with-timeout';

/** The number of times that a page may navigate by itself. After that it is kept where it is. */
const MAX_NAVIGATIONS = 5;

/** How long to wait for a quiet network after the load event. Most late requests are done by then. */
const QUIET = { idleTime: 500, timeout: 4_000 };

/**
 * Loads a page, waits until it settles, and then prevents further navigation.
 * @param time milliseconds. After it, the page is taken as it is, if the server has begun to answer.
 * @throws an error with the reason why there is no page
 */
export async function loadPage(
  page: Page,
  session: CDPSession,
  { url, mark }: BrowserJob,
  time: number,
): Promise<{ readonly finalUrl: string }> {
  const begun = performance.now();
  const left = () => time - (performance.now() - begun);
  const { frameTree } = await session.send('Page.getFrameTree');
  const document = followDocument(session, frameTree.frame.id);
  const stopNavigation = await limitNavigation(session, frameTree.frame.id);
  try {
    await withTimeout(left(), 'loading it', page.goto(url, { waitUntil: 'load', timeout: 0 }));
    await page.waitForNetworkIdle({ ...QUIET, timeout: Math.max(1, Math.min(QUIET.timeout, left())) });
  } catch (error) {
    // The page has an endless image, or never stops fetching. What has loaded so far is still worth analysing, unless
    // nothing has.
    if (document.answer() === undefined || /net::/.test(reasonOf(error)))
      throw new Error(explain(error), { cause: error });
  }
  stopNavigation();
  const answer = document.answer();
  if (answer === undefined) throw new Error('it gives no page');
  const headers = Object.keys(answer.headers).map((name) => name.toLowerCase());
  if (headers.includes(mark)) {
    const fault = answer.status === 403 ? 'not allowed' : 'unreachable';
    throw new Error(`it cannot be reached through the guard (${fault}: ${new URL(answer.url).host})`);
  }
  if (!/^(text\/html|application\/xhtml\+xml)$/i.test(answer.mimeType))
    throw new Error(`it is no page but ${answer.mimeType || 'of no type'}`);
  return { finalUrl: page.url() };
}

/** Remembers the latest answer for the document of the main frame. */
function followDocument(session: CDPSession, mainFrame: string): { answer(): Protocol.Network.Response | undefined } {
  let latest: Protocol.Network.Response | undefined;
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    if (type === 'Document' && frameId === mainFrame) latest = response;
  });
  return { answer: () => latest };
}

/**
 * Limits navigation, because a page may reload or redirect itself for ever.
 * @returns a function that stops all further navigation at once
 */
async function limitNavigation(session: CDPSession, mainFrame: string): Promise<() => void> {
  let navigations = 0;
  let stopped = false;
  session.on('Fetch.requestPaused', ({ requestId, frameId, redirectedRequestId }) => {
    const isRefused =
      frameId === mainFrame && redirectedRequestId === undefined && (stopped || (navigations += 1) > MAX_NAVIGATIONS);
    const decision = isRefused
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    decision.catch(() => undefined); // the page may have given up the request meanwhile
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
  return () => void (stopped = true);
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in circles'],
  [/ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_CONNECTION_FAILED/, 'no connection can be made to it through the guard'],
  [/ERR_CERT_|ERR_SSL_/, 'no trusted encrypted connection can be made to it'],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION_/, 'it gives no answer'],
  [/ERR_ABORTED/, 'it is a download, or no page at all'],
  [/Target closed|Session closed|detached/i, 'the page crashed the browser'],
];

function explain(error: unknown): string {
  const message = reasonOf(error);
  const [, reason] = REASONS.find(([pattern]) => pattern.test(message)) ?? [];
  const code = /net::([A-Z_]+)/.exec(message)?.[1];
  return reason === undefined ? message : `${reason}${code ? ` (${code})` : ''}`;
}
