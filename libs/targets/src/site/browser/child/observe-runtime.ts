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
  const errors = new RuntimeErrors();
  observeMessages(session, errors);
  observeRequests(session, errors);
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable'), session.send('Network.enable')]);
  return errors;
}

/** The errors of a page, and its requests that are not answered yet. */
class RuntimeErrors {
  private readonly exceptions: Message[] = [];
  private readonly consoleErrors: Message[] = [];
  private readonly failedRequests: Runtime['failedRequests'][number][] = [];
  private readonly pending = new Map<string, { readonly url: string; readonly kind: string }>();
  private more = 0;

  thrown(exception: Message): void {
    this.add(this.exceptions, BOUNDS.messages, exception);
  }

  logged(error: Message): void {
    this.add(this.consoleErrors, BOUNDS.messages, error);
  }

  begun(requestId: string, url: string, kind: string): void {
    if (this.pending.size < MAX_PENDING) this.pending.set(requestId, { url: url.slice(0, BOUNDS.url), kind });
  }

  ended(requestId: string): void {
    this.pending.delete(requestId);
  }

  failed(requestId: string, reason: string): void {
    const request = this.pending.get(requestId);
    this.pending.delete(requestId);
    if (request) this.add(this.failedRequests, BOUNDS.requests, { ...request, reason, refused: false });
  }

  seen(): Runtime {
    return {
      exceptions: [...this.exceptions],
      consoleErrors: [...this.consoleErrors],
      failedRequests: [...this.failedRequests],
      more: this.more,
    };
  }

  private add<Entry>(entries: Entry[], limit: number, entry: Entry): void {
    if (entries.length < limit) entries.push(entry);
    else this.more += 1;
  }
}

/** Records exceptions, and what the page and the browser write to the console. */
function observeMessages(session: CDPSession, errors: RuntimeErrors): void {
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => errors.thrown(exceptionOf(exceptionDetails)));
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    if (type !== 'error' && type !== 'assert') return;
    errors.logged({
      message: args.slice(0, 10).map(textOf).join(' ').slice(0, BOUNDS.text),
      ...placeOf(stackTrace?.callFrames[0]),
    });
  });
  session.on('Log.entryAdded', ({ entry }) => {
    // Network errors are left out, because they repeat the failed requests.
    if (entry.level === 'error' && entry.source !== 'network')
      errors.logged({ message: entry.text.slice(0, BOUNDS.text), ...placeOf(entry) });
  });
}

/** Records requests and web sockets that fail. */
function observeRequests(session: CDPSession, errors: RuntimeErrors): void {
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^https?:/.test(request.url)) errors.begun(requestId, request.url, (type ?? 'Other').toLowerCase());
  });
  session.on('Network.webSocketCreated', ({ requestId, url }) => errors.begun(requestId, url, 'websocket'));
  session.on('Network.webSocketFrameError', ({ requestId, errorMessage }) =>
    errors.failed(requestId, errorMessage.slice(0, BOUNDS.text)),
  );
  session.on('Network.webSocketClosed', ({ requestId }) => errors.ended(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.status >= 400) errors.failed(requestId, `it is answered with ${response.status}`);
  });
  session.on('Network.loadingFinished', ({ requestId }) => errors.ended(requestId));
  session.on('Network.loadingFailed', (failure) => {
    // A request that the page itself canceled is not a failure.
    if (failure.canceled === true) errors.ended(failure.requestId);
    else errors.failed(failure.requestId, reasonOf(failure));
  });
}

function reasonOf({ errorText, blockedReason, corsErrorStatus }: Protocol.Network.LoadingFailedEvent): string {
  if (blockedReason) return `blocked: ${blockedReason}`;
  return corsErrorStatus ? `blocked by CORS: ${corsErrorStatus.corsError}` : errorText;
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
