import type { FlowRows, SinkRow } from '../rows';
import { IN_OPTIONS } from './libraries';

const forgery = (calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness: 'request-forgery', ...rest }));
const below = (prefixes: readonly string[], names: readonly string[]): string[] => prefixes.flatMap((prefix) => names.map((name) => `${prefix}.${name}`));
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'del', 'head'];

/** Clients of HTTP and of sockets beside those that the language has. */
export const clients: FlowRows = {
  aliases: { 'request-promise': 'request', 'request-promise-native': 'request', 'cross-fetch': 'fetch', 'isomorphic-fetch': 'fetch', 'make-fetch-happen': 'fetch', 'isomorphic-unfetch': 'fetch', 'cross-fetch.fetch': 'fetch', 'node-fetch.default': 'fetch' },
  sinks: [
    ...forgery(below(['request'], VERBS), { fieldsOfObject: IN_OPTIONS }),
    ...forgery(['axios.create', 'got.extend'], { fieldsOfObject: IN_OPTIONS }),
    ...forgery(below(['superagent', 'needle', '@hapi.wreck', 'wretch', 'popsicle', 'undici', 'ofetch'], VERBS)),
    ...forgery([
      'axios.postForm',
      'axios.putForm',
      'axios.options',
      'ofetch',
      'ofetch.ofetch',
      '$fetch',
      'wretch',
      'popsicle',
      'centra',
      'download',
      'follow-redirects.http.get',
      'follow-redirects.https.get',
      'follow-redirects.http.request',
      'follow-redirects.https.request',
      'undici.request',
      'undici.stream',
      'image-to-base64',
      'open-graph-scraper',
      'link-preview-js.getLinkPreview',
    ]),
    ...forgery(['needle', 'net.connect', 'net.createConnection', 'tls.connect'], { arguments: [1] }),
    ...forgery(['net.connect', 'net.createConnection', 'tls.connect'], { only: 'object' }),
    ...forgery(['net.Socket.connect'], { arguments: [0, 1] }),
    ...forgery(['http-proxy.createProxyServer().web', 'http-proxy.createServer().web', 'http-proxy.web'], { arguments: [2], field: 'target' }),
    ...forgery(['http-proxy-middleware.createProxyMiddleware', 'express-http-proxy'], { only: 'whole' }),
  ],
};
