import type { FlowRows, SettingRow, SinkRow } from '../rows';

const REQUESTS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'request', 'prepareGet', 'preparePost', 'prepareRequest', 'submitForm', 'webSocket'];
const url: Omit<SinkRow, 'call'> = { weakness: 'request-forgery', only: 'address' };

/** `get<Articles> { articles -> … }`: the object is made of the path and the query. */
const TYPED_ROUTES = ['get', 'post', 'put', 'delete', 'patch', 'handle'].map((call) => ({
  call,
  parameters: [],
  label: 'parameter of the request',
  imports: ['io.ktor.server.resources.*', `io.ktor.server.resources.${call}`],
}));

/** Ktor: the server, and its client. */
export const ktor: FlowRows = {
  aliases: {
    call: 'ApplicationCall',
    RoutingCall: 'ApplicationCall',
    'RoutingContext.call': 'ApplicationCall',
    'PipelineContext.call': 'ApplicationCall',
    'ApplicationCall.request': 'ApplicationRequest',
    'ApplicationCall.response': 'ApplicationResponse',
    'ContentType.Text.Html.withCharset()': 'ContentType.Text.Html',
  },
  sources: {
    'ApplicationCall.parameters': 'parameter of the request',
    'ApplicationCall.pathParameters': 'part of the path of the request',
    'ApplicationCall.queryParameters': 'query of the request',
    'ApplicationRequest.queryParameters': 'query of the request',
    'ApplicationRequest.rawQueryParameters': 'query of the request',
    'ApplicationRequest.queryString()': 'query of the request',
    'ApplicationRequest.headers': 'header of the request',
    'ApplicationRequest.header()': 'header of the request',
    'ApplicationRequest.cookies': 'cookies of the request',
    'ApplicationRequest.uri': 'address of the request',
    'ApplicationRequest.path()': 'encoded path of the request',
    'ApplicationRequest.document()': 'encoded path of the request',
    ...Object.fromEntries(['receive', 'receiveNullable', 'receiveText', 'receiveParameters', 'receiveMultipart', 'receiveStream', 'receiveChannel'].map((name) => [`ApplicationCall.${name}()`, 'body of the request'])),
  },
  handlers: [...TYPED_ROUTES, { call: 'exception', parameters: ['ApplicationCall', 'InnerError'], imports: ['io.ktor.server.plugins.statuspages.StatusPages', 'io.ktor.server.plugins.statuspages.*', 'io.ktor.server.plugins.statuspages'] }],
  settings: [
    ...['Cookie', 'ResponseCookies.append', '*.append'].flatMap((call): SettingRow[] => [
      { call, weakness: 'cookie-open-to-scripts', argument: ['httpOnly'], is: [false] },
      { call, weakness: 'cookie-without-secure', argument: ['secure'], is: [false] },
    ]),
  ],
  texts: ['ApplicationCall.parameters', 'ApplicationRequest.queryParameters', 'ApplicationRequest.headers'],
  sinks: [
    { call: 'ApplicationCall.respondText', weakness: 'cross-site-scripting', onlyWithFlag: ['ContentType.Text.Html'] },
    { call: 'ApplicationCall.respondBytes', weakness: 'cross-site-scripting', onlyWithFlag: ['ContentType.Text.Html'] },
    { call: 'TextContent', weakness: 'cross-site-scripting', onlyWithFlag: ['ContentType.Text.Html'] },
    { call: 'raw', weakness: 'cross-site-scripting', imports: ['kotlinx.html.*', 'kotlinx.html.unsafe'] },
    { call: 'ApplicationCall.respondRedirect', weakness: 'open-redirect', only: 'location' },
    { call: 'ApplicationCall.respondFile', weakness: 'path-traversal', arguments: [0, 1] },
    ...['respondText', 'respond', 'respondHtml'].map((name): SinkRow => ({ call: `ApplicationCall.${name}`, weakness: 'error-exposure', arguments: [0, 1] })),
    ...REQUESTS.map((name): SinkRow => ({ call: `HttpClient.${name}`, ...url })),
    { call: 'url', ...url, imports: ['io.ktor.client.request.url', 'io.ktor.client.request.*'] },
  ],
  sanitizers: [
    { call: '*.escapeHTML', safeFor: ['cross-site-scripting'] },
    // They leave letters, digits and a few signs as they are, and percent signs for all others.
    ...['formUrlEncode', 'encodeURLParameter'].map((name) => ({ call: `*.${name}`, safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] as const })),
  ],
};
