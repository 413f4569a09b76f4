import type { LighthouseRecord, Observed, PageRecord } from '@assay/target-records';
import { endpointOf } from './guarding-proxy';
import type { BrowserOutcome } from './run-browser-job';

/** Makes a page's record from the messages of its browser. A missing part gets the reason why the browser ended. */
export function pageRecord(url: string, { messages, failure, refusals }: BrowserOutcome): PageRecord {
  const part = <Value>(message: { readonly value: Observed<Value> } | undefined): Observed<Value> =>
    message?.value ?? missing(failure);
  return {
    url,
    finalUrl: messages.loaded?.finalUrl ?? url,
    loads: messages.browser ? 1 : 0,
    browser: messages.browser
      ? { name: messages.browser.name, version: messages.browser.version }
      : { name: 'Chromium', version: 'unknown' },
    axe: part(messages.axe),
    runtime: withRefusals(part(messages.runtime), refusals),
    coverage: part(messages.coverage),
  };
}

export function lighthouseRecord(url: string, { messages, failure }: BrowserOutcome): LighthouseRecord {
  return { url, runs: messages.browser ? 1 : 0, report: messages.report?.value ?? missing(failure) };
}

const missing = (failure: string | undefined): { missing: string; because: 'failed' } => ({
  missing: failure ?? 'the browser said nothing about it',
  because: 'failed',
});

/**
 * Adds the guard's refusals. The page sees a refusal as an answer 403 or a failed connection. Only the proxy knows the
 * reason.
 */
function withRefusals(runtime: PageRecord['runtime'], refusals: ReadonlyMap<string, string>): PageRecord['runtime'] {
  if (!('observed' in runtime)) return runtime;
  const failedRequests = runtime.observed.failedRequests.map((request) => {
    const refusal = URL.canParse(request.url) ? refusals.get(endpointOf(new URL(request.url))) : undefined;
    return refusal === undefined ? request : { ...request, reason: refusal, refused: true };
  });
  return { observed: { ...runtime.observed, failedRequests } };
}
