import type { LighthouseRecord, Observed, PageRecord } from '@assay/target-records';
import { endpointOf } from './guarding-proxy';
import type { BrowserOutcome } from './run-browser-job';

/** A page's record of what its browser said: a part that it did not come to is missing for the reason it ended with. */
export function pageRecord(url: string, { said, failure, refusals }: BrowserOutcome): PageRecord {
  const part = <Value>(message: { readonly value: Observed<Value> } | undefined): Observed<Value> =>
    message?.value ?? missing(failure);
  return {
    url,
    finalUrl: said.loaded?.finalUrl ?? url,
    loads: said.browser ? 1 : 0,
    browser: said.browser
      ? { name: said.browser.name, version: said.browser.version }
      : { name: 'Chromium', version: 'unknown' },
    axe: part(said.axe),
    runtime: withRefusals(part(said.runtime), refusals),
    coverage: part(said.coverage),
  };
}

export function lighthouseRecord(url: string, { said, failure }: BrowserOutcome): LighthouseRecord {
  return { url, runs: said.browser ? 1 : 0, report: said.report?.value ?? missing(failure) };
}

const missing = (failure: string | undefined): { missing: string; because: 'failed' } => ({
  missing: failure ?? 'the browser said nothing about it',
  because: 'failed',
});

/** To the page a refusal is a server that answers 403 or a connection that fails; what it was, the proxy knows. */
function withRefusals(runtime: PageRecord['runtime'], refusals: ReadonlyMap<string, string>): PageRecord['runtime'] {
  if (!('observed' in runtime)) return runtime;
  const failedRequests = runtime.observed.failedRequests.map((request) => {
    const refusal = URL.canParse(request.url) ? refusals.get(endpointOf(new URL(request.url))) : undefined;
    return refusal === undefined ? request : { ...request, reason: refusal, refused: true };
  });
  return { observed: { ...runtime.observed, failedRequests } };
}
