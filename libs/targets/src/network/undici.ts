import type { Agent, Dispatcher, buildConnector } from 'undici';

/** The parts of undici that are used. All of it takes 3 MB: it has `fetch`, WebSockets, caches and mocks, too. */
interface Undici {
  readonly Agent: typeof Agent;
  readonly buildConnector: typeof buildConnector;
  request(url: URL, options: RequestOptions): Promise<Dispatcher.ResponseData>;
}

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path'> & { readonly dispatcher: Dispatcher };

/** Loaded when the first address is contacted: modules that a scan of a directory does not need. */
export const undici = (): Undici => ({
  Agent: require('undici/lib/dispatcher/agent'),
  buildConnector: require('undici/lib/core/connect'),
  request(url, { dispatcher, ...options }) {
    const ask = require('undici/lib/api/api-request') as (options: object) => Promise<Dispatcher.ResponseData>;
    return ask.call(dispatcher, { ...options, origin: url.origin, path: url.pathname + url.search });
  },
});

/**
 * Loads now what the first contact would load: some 100 ms in which nobody is answered. A process that answers others
 * does so before it listens.
 */
export function loadBeforeContacts(): void {
  undici();
  require('undici/lib/api/api-request');
}
