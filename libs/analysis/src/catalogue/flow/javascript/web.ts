import { BODY, COOKIE, HEADER, PART, QUERY } from '../labels';
import { aliases, below, labelled } from '../make';
import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness } from '../rows';

const MESSAGE = 'message of the client';
/** Only the client itself would see what comes of it. */
const OWN_PAGE: readonly FlowWeakness[] = ['cross-site-scripting', 'open-redirect'];

const HAPI = ['hapi.Request', 'hapi.Toolkit'];
const HAPI_NAMES = [
  ['req', 'request', '_request', '_req'],
  ['h', 'reply', 'toolkit', 'res'],
];

/** Hapi, whose handlers get a request and a toolkit. */
export const hapi: FlowRows = {
  aliases: {
    ...aliases('hapi.Request', ['@hapi.hapi.Request', 'hapi.Request']),
    ...aliases('hapi.Toolkit', ['@hapi.hapi.ResponseToolkit']),
    'hapi.Request.raw.req': 'http.IncomingMessage',
  },
  conventions: ['@hapi/hapi', 'hapi'].map((imports) => ({ imports, names: HAPI_NAMES, parameters: HAPI })),
  handlers: ['@hapi.hapi.server().route', '@hapi.hapi.Server.route', 'hapi.Server.route'].map((call) => ({ call, parameters: HAPI, fields: ['handler'] })),
  sources: {
    ...labelled(QUERY, ['hapi.Request.query']),
    ...labelled(PART, ['hapi.Request.params']),
    ...labelled(BODY, ['hapi.Request.payload']),
    ...labelled(HEADER, ['hapi.Request.headers']),
    ...labelled(COOKIE, ['hapi.Request.state']),
  },
  texts: ['hapi.Request.params', 'hapi.Request.headers', 'hapi.Request.state'],
  sinks: [
    { call: 'hapi.Toolkit.redirect', weakness: 'open-redirect' },
    { call: 'hapi.Toolkit.file', weakness: 'path-traversal', unlessWith: 'confine' },
    // A text is sent as HTML.
    { call: 'hapi.Toolkit.response', weakness: 'cross-site-scripting', only: 'markup' },
  ],
};

const READERS: Readonly<Record<string, readonly string[]>> = {
  [QUERY]: ['getQuery', 'getValidatedQuery'],
  [BODY]: ['readBody', 'readRawBody', 'readFormData', 'readMultipartFormData', 'readValidatedBody'],
  [PART]: ['getRouterParam', 'getRouterParams', 'getValidatedRouterParams'],
  [HEADER]: ['getHeader', 'getHeaders', 'getRequestHeader', 'getRequestHeaders'],
  [COOKIE]: ['getCookie', 'parseCookies'],
};

/** The server of Nuxt and Nitro, whose functions take the event; Nuxt imports them by itself. */
export const h3: FlowRows = {
  sources: Object.fromEntries(Object.entries(READERS).flatMap(([label, names]) => names.flatMap((name) => [`h3.${name}()`, `#imports.${name}()`, `${name}()`]).map((path) => [path, label]))),
  sinks: ['h3.sendRedirect', 'sendRedirect'].map((call) => ({ call, weakness: 'open-redirect' as const, arguments: [1] })),
};

const REMIX = ['@remix-run.node', '@remix-run.server-runtime', '@remix-run.cloudflare', '@remix-run.router', 'react-router', 'react-router-dom'].flatMap((name) => below(name, ['LoaderFunctionArgs', 'ActionFunctionArgs', 'LoaderArgs', 'ActionArgs', 'DataFunctionArgs']));
const GATEWAYS = below('aws-lambda', ['APIGatewayProxyEvent', 'APIGatewayProxyEventV2', 'APIGatewayEvent', 'ALBEvent', 'LambdaFunctionURLEvent', 'APIGatewayProxyWebsocketEventV2']);
const FIREBASE = ['https.onRequest', 'v1.https.onRequest', 'v2.https.onRequest', 'https.https.onRequest'].map((name) => `firebase-functions.${name}`);

/** Loaders of Remix, handlers of SvelteKit, and functions of clouds. */
export const loaders: FlowRows = {
  aliases: {
    ...aliases('remix.Arguments', REMIX),
    'remix.Arguments.request': 'Request',
    '@sveltejs.kit.RequestEvent.request': 'Request',
    '@sveltejs.kit.ServerLoadEvent.request': 'Request',
    ...aliases('aws.Event', GATEWAYS),
    ...aliases('express.Request', ['@google-cloud.functions-framework.Request', 'restify.Request', 'polka.Request']),
    ...aliases('express.App', ['restify.createServer()', 'polka()', 'firebase.App']),
    ...aliases('express.Response', ['@google-cloud.functions-framework.Response', 'restify.Response']),
  },
  conventions: ['aws-lambda', '@middy/core', '@aws-lambda-powertools/logger'].map((imports) => ({ imports, names: [['event']], parameters: ['aws.Event'] })),
  handlers: [...FIREBASE, 'firebase-functions.v2.https.onRequest', '@google-cloud.functions-framework.http'].map((call) => ({ call, parameters: ['express.Request', 'express.Response'] })),
  sources: {
    ...labelled(PART, ['remix.Arguments.params', '@sveltejs.kit.RequestEvent.params', '@sveltejs.kit.ServerLoadEvent.params', 'aws.Event.pathParameters']),
    ...labelled(QUERY, ['@sveltejs.kit.RequestEvent.url.searchParams', '@sveltejs.kit.ServerLoadEvent.url.searchParams', ...below('aws.Event', ['queryStringParameters', 'multiValueQueryStringParameters', 'rawQueryString'])]),
    ...labelled(BODY, ['aws.Event.body']),
    ...labelled(HEADER, below('aws.Event', ['headers', 'multiValueHeaders'])),
    ...labelled(COOKIE, ['next.headers.cookies().get()', '@sveltejs.kit.RequestEvent.cookies.get()', 'aws.Event.cookies']),
    'next.headers.headers().get()': HEADER,
  },
  harmless: [{ paths: ['aws.Event.headers', 'aws.Event.cookies', 'next.headers.headers().get()', 'next.headers.cookies().get()'], weaknesses: OWN_PAGE }],
  sinks: ['@remix-run.node.redirect', '@remix-run.server-runtime.redirect', '@remix-run.cloudflare.redirect', 'react-router.redirect', 'react-router-dom.redirect'].map((call) => ({ call, weakness: 'open-redirect' as const })),
};

const SOCKETS = ['socket.io', 'ws', 'uWebSockets.js'];
const GRAPHQL = ['graphql', '@apollo/server', 'apollo-server', 'apollo-server-express', 'graphql-yoga', '@graphql-tools/schema', 'mercurius'];
const FIRST = ['_', '__', 'parent', '_parent', 'root', '_root', 'source', '_source', 'obj', '_obj'];

/** Sockets, the events of a request, and queries. */
export const messages: FlowRows = {
  aliases: aliases('message.Socket', ['socket.io.Socket', 'ws.WebSocket.Client']),
  handlers: [
    { call: '*.on', event: 'connection', parameters: ['message.Socket', 'http.IncomingMessage'], imports: SOCKETS },
    { call: 'message.Socket.on', parameters: ['message.Data', 'message.Data'] },
    ...['http.IncomingMessage', 'express.Request'].map((path) => ({ call: `${path}.on`, event: 'data', parameters: ['http.Chunk'] })),
  ],
  conventions: [
    ...GRAPHQL.map((imports) => ({ imports, names: [FIRST, ['args', '_args', 'input', 'params', 'variables']], parameters: ['', 'graphql.Arguments'] })),
    // A program finds them by the name of the event.
    { imports: 'socket.io', names: [['socket'], ['data', 'payload', 'message', 'msg', 'params']], parameters: ['message.Socket', 'message.Data'] },
  ],
  sources: {
    ...labelled(MESSAGE, ['message.Data', '@nestjs.microservices.Payload']),
    ...labelled(QUERY, ['message.Socket.handshake.query', 'message.Socket.handshake.auth']),
    ...labelled(HEADER, ['message.Socket.handshake.headers']),
    'http.Chunk': BODY,
    'graphql.Arguments.*': 'argument of the query',
  },
  decoratedParameters: { '@nestjs.microservices.Payload': MESSAGE },
  texts: ['http.Chunk'],
  harmless: [
    { paths: ['message.Data'], weaknesses: OWN_PAGE },
    // The schema names the fields of an argument, and the type of each.
    { paths: ['graphql.Arguments.*'], weaknesses: [...OWN_PAGE, 'prototype-pollution', 'nosql-injection'] },
  ],
};

const OF_BROWSERS: readonly FlowWeakness[] = FLOW_WEAKNESSES.filter((name) => !['path-traversal', 'command-injection', 'sql-injection', 'nosql-injection'].includes(name));

/** Forms that a function of the server gets: what a page does with its own form harms nobody else. */
export const forms: FlowRows = {
  sources: labelled('form of the request', ['FormData.get()', 'FormData.getAll()']),
  texts: ['FormData.get()', 'FormData.getAll()'],
  harmless: [{ paths: ['FormData.get()', 'FormData.getAll()'], weaknesses: OF_BROWSERS }],
};
