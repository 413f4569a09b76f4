import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import type { BrowserJob } from '../browser-job';
import { reasonOf, within } from './within';

/** How often a page may send the browser elsewhere by itself before it stays where it is. */
const MAX_NAVIGATIONS = 5;

/** After the load event: what a page fetches then is mostly there. */
const QUIET = { idleTime: 500, timeout: 4_000 };

/**
 * Goes to a page, lets it settle, and keeps it where it is from then on.
 * @param time milliseconds; what is there then is the page, if it has begun to answer
 * @throws with the reason why there is no page to look at
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
  const stay = await holdNavigation(session, frameTree.frame.id);
  try {
    await within(left(), 'loading it', page.goto(url, { waitUntil: 'load', timeout: 0 }));
    await page.waitForNetworkIdle({ ...QUIET, timeout: Math.max(1, Math.min(QUIET.timeout, left())) });
  } catch (error) {
    // An endless image or a page that never stops fetching: what is there by now is worth looking at. Unless nothing
    // came of it.
    if (document.answer() === undefined || /net::/.test(reasonOf(error)))
      throw new Error(explain(error), { cause: error });
  }
  stay();
  const answer = document.answer();
  if (answer === undefined) throw new Error('it gives no page');
  const headers = Object.keys(answer.headers).map((name) => name.toLowerCase());
  if (headers.includes(mark))
    throw new Error(
      `it cannot be reached through the guard (${answer.status === 403 ? 'not allowed' : 'unreachable'}: ${new URL(answer.url).host})`,
    );
  if (!/^(text\/html|application\/xhtml\+xml)$/i.test(answer.mimeType))
    throw new Error(`it is no page but ${answer.mimeType || 'of no type'}`);
  return { finalUrl: page.url() };
}

/** The latest answer that the main frame's document has come from. */
function followDocument(session: CDPSession, mainFrame: string): { answer(): Protocol.Network.Response | undefined } {
  let latest: Protocol.Network.Response | undefined;
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    if (type === 'Document' && frameId === mainFrame) latest = response;
  });
  return { answer: () => latest };
}

/** A page may reload or leave for ever. Gives the function that makes it stay at once. */
async function holdNavigation(session: CDPSession, mainFrame: string): Promise<() => void> {
  let begun = 0;
  let held = false;
  session.on('Fetch.requestPaused', ({ requestId, frameId, redirectedRequestId }) => {
    const leaves =
      frameId === mainFrame && redirectedRequestId === undefined && (held || (begun += 1) > MAX_NAVIGATIONS);
    const decision = leaves
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    decision.catch(() => undefined); // the request was given up meanwhile
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
  return () => void (held = true);
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
