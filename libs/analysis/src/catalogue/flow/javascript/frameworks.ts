import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness } from '../rows';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'];
const CONTEXT = ['ctx', 'context', 'c'];
/** Weaknesses of an address that leads elsewhere. A request's own address leads to the program itself. */
const ELSEWHERE: readonly FlowWeakness[] = ['open-redirect', 'request-forgery'];

const KOA = ['koa', '@koa.router', 'koa-router'];
const KOA_ADDRESSES = ['path', 'url', 'request.path', 'request.url'].map((name) => `koa.Context.${name}`);
const FASTIFY = ['express.Request', 'fastify.Reply'];

/** Koa and its router. */
export const koa: FlowRows = {
  aliases: { 'koa.Context.req': 'http.IncomingMessage', 'koa.Context.response': 'koa.Context', 'koa.ParameterizedContext': 'koa.Context', 'koa.Context.request.query': 'koa.Context.query' },
  handlers: KOA.flatMap((module) => [...METHODS, 'use', 'del'].map((method) => ({ call: `${module}.${method}`, parameters: ['koa.Context', ''] }))),
  conventions: [{ imports: 'koa', names: [CONTEXT], parameters: ['koa.Context', ''] }],
  sources: {
    'koa.Context.params': 'parameter of the request',
    'koa.Context.request.body': 'body of the request',
    'koa.Context.request.rawBody': 'body of the request',
    'koa.Context.cookies.get()': 'cookie of the request',
    ...Object.fromEntries(KOA_ADDRESSES.map((path) => [path, 'address of the request'])),
  },
  texts: ['koa.Context.params', 'koa.Context.cookies.get()', ...KOA_ADDRESSES],
  harmless: [{ paths: KOA_ADDRESSES, weaknesses: ELSEWHERE }],
  responseTypes: [{ call: 'koa.Context.type', argument: 0 }],
  sinks: [
    { assign: 'koa.Context.body', weakness: 'cross-site-scripting', only: 'markup' },
    { call: 'koa.Context.redirect', weakness: 'open-redirect' },
    { call: 'koa-send', weakness: 'path-traversal', arguments: [1], unlessWith: 'root' },
  ],
};

/** Fastify, whose requests have the same names as those of Express. */
export const fastify: FlowRows = {
  aliases: {
    'fastify()': 'fastify.App',
    'fastify.fastify()': 'fastify.App',
    'fastify.FastifyInstance': 'fastify.App',
    'fastify.FastifyRequest': 'express.Request',
    'fastify.FastifyReply': 'fastify.Reply',
    'fastify.Reply.code()': 'fastify.Reply',
    'fastify.Reply.status()': 'fastify.Reply',
    'fastify.Reply.type()': 'fastify.Reply',
    'fastify.Reply.header()': 'fastify.Reply',
    'express.Request.file().filename': 'fastify.File.filename',
  },
  handlers: METHODS.map((method) => ({ call: `fastify.App.${method}`, parameters: FASTIFY })),
  conventions: [
    {
      imports: 'fastify',
      names: [
        ['req', 'request'],
        ['reply', 'res', 'rep'],
      ],
      parameters: FASTIFY,
    },
  ],
  sinks: [
    { call: 'fastify.Reply.redirect', weakness: 'open-redirect', arguments: [0, 1] },
    // Fastify sends a string as plain text unless a content type is set.
    { call: 'fastify.Reply.send', weakness: 'cross-site-scripting', only: 'markup' },
    { call: 'fastify.Reply.sendFile', weakness: 'path-traversal', unlessWith: 'root' },
  ],
};

const NEST_ROUTES = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'All'];

/** Nest: decorators say what the parameters of a method get. */
export const nest: FlowRows = {
  decoratedParameters: {
    '@nestjs.common.Body': 'body of the request',
    '@nestjs.common.Query': 'query of the request',
    '@nestjs.common.Param': 'parameter of the request',
    '@nestjs.common.Headers': 'header of the request',
    '@nestjs.common.UploadedFile': 'upload of the request',
    '@nestjs.common.UploadedFiles': 'upload of the request',
    '@nestjs.graphql.Args': 'argument of the query',
    '@nestjs.websockets.MessageBody': 'message of the client',
  },
  sinks: [...NEST_ROUTES.map((name) => ({ returnOf: `@nestjs.common.${name}`, weakness: 'cross-site-scripting' as const, only: 'markup' as const })), ...['get', 'post', 'put', 'patch', 'delete', 'request'].map((name) => ({ call: `@nestjs.axios.HttpService.${name}`, weakness: 'request-forgery' as const }))],
};

/** Requests of the Fetch API, as Next, Remix, SvelteKit, Hono and workers get them. */
export const fetchApi: FlowRows = {
  aliases: {
    'next.server.NextRequest': 'Request',
    'next.server.NextResponse.redirect': 'Response.redirect',
    'next.NextApiRequest': 'express.Request',
    'next.NextApiResponse': 'express.Response',
    'next.navigation.permanentRedirect': 'next.navigation.redirect',
    'hono.Context.req': 'hono.Request',
    'hono.Context.req.raw': 'Request',
  },
  sources: {
    'Request.url': 'address of the request',
    'Request.headers': 'header of the request',
    'Request.cookies': 'cookie of the request',
    'Request.nextUrl.searchParams': 'query of the request',
    'Request.json()': 'body of the request',
    'Request.text()': 'body of the request',
    'Request.formData()': 'form of the request',
    'hono.Request.query()': 'query of the request',
    'hono.Request.queries()': 'query of the request',
    'hono.Request.param()': 'parameter of the request',
    'hono.Request.header()': 'header of the request',
    'hono.Request.json()': 'body of the request',
    'hono.Request.parseBody()': 'form of the request',
    'hono.Request.text()': 'body of the request',
  },
  texts: ['Request.url', 'Request.headers', 'Request.cookies', 'Request.nextUrl.searchParams', 'Request.text()'],
  harmless: [{ paths: ['Request.url'], weaknesses: ELSEWHERE }],
  derived: ['searchParams', 'query'].map((field) => ({ field, of: 'address of the request', label: 'query of the request' })),
  conventions: [{ imports: 'hono', names: [CONTEXT], parameters: ['hono.Context', ''] }],
  handlers: METHODS.map((method) => ({ call: `hono.Hono.${method}`, parameters: ['hono.Context', ''] })),
  sinks: [
    { call: 'Response.redirect', weakness: 'open-redirect' },
    { call: 'next.navigation.redirect', weakness: 'open-redirect' },
    { call: 'hono.Context.redirect', weakness: 'open-redirect' },
    { call: 'hono.Context.html', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'hono.Context.body', weakness: 'cross-site-scripting', only: 'markup' },
    { call: 'Response', weakness: 'cross-site-scripting', only: 'markup' },
    { call: 'next.server.NextResponse', weakness: 'cross-site-scripting', only: 'markup' },
  ],
};

const MCP = ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/mcp', '@modelcontextprotocol/sdk/server/index.js'];

/** Servers of the Model Context Protocol: a model writes the arguments, from any text it has read. */
export const modelContext: FlowRows = {
  handlers: [...['tool', 'registerTool'].map((name) => ({ call: `*.${name}`, parameters: ['mcp.Arguments', ''], imports: MCP })), { call: '*.setRequestHandler', parameters: ['mcp.Request', ''], imports: MCP }],
  sources: {
    'mcp.Arguments.*': 'argument that a model chooses',
    'mcp.Request.params.arguments': 'argument that a model chooses',
  },
  // Most such tools exist to request and open what the model asks for.
  harmless: [{ paths: ['mcp.Arguments.*', 'mcp.Request.params.arguments'], weaknesses: ['request-forgery', 'path-traversal', 'open-redirect', 'cross-site-scripting'] }],
};

const IN_BROWSERS: readonly FlowWeakness[] = ['cross-site-scripting', 'open-redirect', 'code-injection', 'prototype-pollution'];
const ADDRESSES = ['location.href', 'document.URL', 'document.documentURI', 'document.baseURI', 'document.referrer'];
const PARTS = ['location.hash', 'location.search', 'window.name', 'next.navigation.useSearchParams()', 'next.router.useRouter().query', 'react-router-dom.useParams()', 'react-router-dom.useSearchParams()', 'react-router-dom.useLocation().search', 'react-router-dom.useLocation().hash'];
const except = (weaknesses: readonly FlowWeakness[]): FlowWeakness[] => FLOW_WEAKNESSES.filter((name) => !weaknesses.includes(name));

/** Pages in a browser: a link chooses their address, and their elements may be set as markup. */
export const browser: FlowRows = {
  aliases: Object.fromEntries([
    ...['window', 'document', 'self', 'globalThis', 'top', 'parent'].map((name) => [`${name}.location`, 'location'] as const),
    ['window.document', 'document'],
    ['react-router.useParams', 'react-router-dom.useParams'],
    ['react-router.useSearchParams', 'react-router-dom.useSearchParams'],
    ['isomorphic-dompurify', 'dompurify'],
    ['DOMPurify', 'dompurify'],
    ['jQuery', '$'],
    ['jquery', '$'],
  ]),
  sources: Object.fromEntries([...ADDRESSES, ...PARTS].map((path) => [path, 'address of the page'])),
  // The reader of a page requests what they like anyway: these are no requests of a server, and no files on it.
  harmless: [
    { paths: PARTS, weaknesses: except(IN_BROWSERS) },
    { paths: ADDRESSES, weaknesses: except(IN_BROWSERS.filter((name) => name !== 'open-redirect')) },
  ],
  derived: [{ field: 'searchParams', of: 'address of the page', label: 'query of the page' }],
  sinks: [
    ...['innerHTML', 'outerHTML', 'srcdoc'].map((name) => ({ assign: `*.${name}`, weakness: 'cross-site-scripting' as const })),
    { call: 'dangerouslySetInnerHTML', weakness: 'cross-site-scripting' },
    { call: '*.insertAdjacentHTML', weakness: 'cross-site-scripting', arguments: [1] },
    { call: '*.createContextualFragment', weakness: 'cross-site-scripting' },
    ...['write', 'writeln'].map((name) => ({ call: `document.${name}`, weakness: 'cross-site-scripting' as const, arguments: [0, 1, 2] })),
    ...['html', 'append', 'prepend', 'before', 'after'].map((name) => ({ call: `$().${name}`, weakness: 'cross-site-scripting' as const, only: 'text' as const })),
    ...['assign', 'replace'].map((name) => ({ call: `location.${name}`, weakness: 'open-redirect' as const })),
    ...['location', 'location.href'].map((assign) => ({ assign, weakness: 'open-redirect' as const })),
  ],
};
