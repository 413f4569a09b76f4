import type { CDPSession, Protocol } from 'puppeteer-core';
import type { PageRecord } from '@assay/target-records';
import { BOUNDS } from '../browser-job';

type Runtime = Extract<PageRecord['runtime'], { readonly observed: unknown }>['observed'];
type Message = Runtime['exceptions'][number];

/** Pending requests that are tracked. A page may start any number. */
const MAX_PENDING = 5_000;

/**
 * Records errors of the page from now on. `seen` returns the errors so far. Each kind is bounded, and the rest is
 * counted.
 */
export async function observeRuntime(session: CDPSession): Promise<{ seen(): Runtime }> {
  const exceptions: Message[] = [];
  const consoleErrors: Message[] = [];
  const failedRequests: Runtime['failedRequests'][number][] = [];
  const pending = new Map<string, { readonly url: string; readonly kind: string }>();
  let more = 0;
  const add = <Entry>(entries: Entry[], limit: number, entry: Entry) => {
    if (entries.length < limit) entries.push(entry);
    else more += 1;
  };
  const fail = (requestId: string, reason: string) => {
    const request = pending.get(requestId);
    pending.delete(requestId);
    if (request) add(failedRequests, BOUNDS.requests, { ...request, reason, refused: false });
  };

  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
    add(exceptions, BOUNDS.messages, exceptionOf(exceptionDetails)),
  );
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    if (type !== 'error' && type !== 'assert') return;
    add(consoleErrors, BOUNDS.messages, {
      message: args.slice(0, 10).map(textOf).join(' ').slice(0, BOUNDS.text),
      ...placeOf(stackTrace?.callFrames[0]),
    });
  });
  session.on('Log.entryAdded', ({ entry }) => {
    // Network errors are left out, because they repeat the failed requests.
    if (entry.level === 'error' && entry.source !== 'network')
      add(consoleErrors, BOUNDS.messages, { message: entry.text.slice(0, BOUNDS.text), ...placeOf(entry) });
  });
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (pending.size < MAX_PENDING && /^https?:/.test(request.url))
      pending.set(requestId, { url: request.url.slice(0, BOUNDS.url), kind: (type ?? 'Other').toLowerCase() });
  });
  session.on('Network.webSocketCreated', ({ requestId, url }) => {
    if (pending.size < MAX_PENDING) pending.set(requestId, { url: url.slice(0, BOUNDS.url), kind: 'websocket' });
  });
  session.on('Network.webSocketFrameError', ({ requestId, errorMessage }) =>
    fail(requestId, errorMessage.slice(0, BOUNDS.text)),
  );
  session.on('Network.webSocketClosed', ({ requestId }) => pending.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.status >= 400) fail(requestId, `it is answered with ${response.status}`);
  });
  session.on('Network.loadingFinished', ({ requestId }) => pending.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId, canceled, errorText, blockedReason, corsErrorStatus }) => {
    // A request that the page itself canceled is not a failure.
    if (canceled === true) pending.delete(requestId);
    else
      fail(
        requestId,
        blockedReason
          ? `blocked: ${blockedReason}`
          : corsErrorStatus
            ? `blocked by CORS: ${corsErrorStatus.corsError}`
            : errorText,
      );
  });
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable'), session.send('Network.enable')]);
  return {
    seen: () => ({
      exceptions: [...exceptions],
      consoleErrors: [...consoleErrors],
      failedRequests: [...failedRequests],
      more,
    }),
  };
}

function exceptionOf(details: Protocol.Runtime.ExceptionDetails): Message {
  const { exception, text, url, lineNumber } = details;
  const described = exception?.description ?? (exception && 'value' in exception ? String(exception.value) : undefined);
  const message =
    described === undefined
      ? text
      : `${text.startsWith('Uncaught (in promise)') ? 'Unhandled rejection: ' : ''}${described.split('\n    at ')[0]}`;
  return {
    message: message.slice(0, BOUNDS.text),
    ...placeOf({ lineNumber, ...(url === undefined ? placeOfFrame(details) : { url }) }),
  };
}

const placeOfFrame = ({ stackTrace }: Protocol.Runtime.ExceptionDetails): { url?: string } => ({
  ...(stackTrace?.callFrames[0] && { url: stackTrace.callFrames[0].url }),
});

/** The protocol counts lines from 0. */
function placeOf(place: { readonly url?: string; readonly lineNumber?: number } | undefined): {
  url?: string;
  line?: number;
} {
  if (!place?.url) return {};
  return {
    url: place.url.slice(0, BOUNDS.url),
    ...(place.lineNumber !== undefined && place.lineNumber >= 0 && { line: place.lineNumber + 1 }),
  };
}

const textOf = ({ type, value, description }: Protocol.Runtime.RemoteObject): string =>
  (type === 'string' ? String(value) : (description ?? JSON.stringify(value) ?? type)).slice(0, BOUNDS.text);
